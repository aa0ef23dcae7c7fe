"""The rules that what points at a load balancer decides: ZA003, ZA004 and ZA005."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.check.rule import AnyRule, Certainty, Finding, Related, Severity, Spec
from spillover.model.deployment import Deployment, NotCovered
from spillover.model.frontend import (
    ForwardingRule,
    Integration,
    PacketMirroring,
    SecurityDeployment,
    ServiceAttachment,
)
from spillover.model.names import Link, ResourceName
from spillover.model.service import BackendService, LoadBalancingScheme, ZonalAffinity
from spillover.model.source import Maybe, Origin, Reference, Undetermined, Unknown
from spillover.model.views import LoadBalancer
from spillover_rules import ALL

RULES = {rule.code: rule for rule in ALL}
za003, za004, za005 = (RULES[code] for code in ("ZA003", "ZA004", "ZA005"))

IN_BAND, OUT_OF_BAND = Integration.IN_BAND, Integration.OUT_OF_BAND
DISABLED, SPILL = ZonalAffinity.DISABLED, ZonalAffinity.SPILL_CROSS_ZONE
OPTION, SCHEME, FLAG, LINK = (Unknown(f"var.{name}") for name in ("spillover", "scheme", "collects", "link"))

ORIGIN = Origin("google_compute_region_backend_service.orders", "google_compute_region_backend_service")
ORDERS = ResourceName("backendServices", "orders", "regions/us-east1", "demo-shop")


def name_of(rule: str) -> ResourceName:
    return ResourceName("forwardingRules", rule, "regions/us-east1", "demo-shop")


FRONT = name_of("orders")


def forwarding_rule(
    name: str = "orders", to: Maybe[Link] = ORDERS, *, collects: Maybe[bool] = None
) -> ForwardingRule:
    return ForwardingRule(
        name=name,
        region="us-east1",
        scheme=LoadBalancingScheme.INTERNAL,
        backend_service=to,
        is_mirroring_collector=collects,
        identity=name_of(name),
        origin=Origin(f"google_compute_forwarding_rule.{name}", "google_compute_forwarding_rule"),
    )


def mirroring(to: Maybe[Link] = FRONT, enable: Maybe[str] = None) -> PacketMirroring:
    return PacketMirroring("tap", to, enable, origin=Origin("google_compute_packet_mirroring.tap", ""))


def deployment(integration: Integration, to: Maybe[Link] = FRONT, name: str = "b") -> SecurityDeployment:
    return SecurityDeployment(integration, name, to, origin=Origin(f"deployment.{name}", ""))


def attachment(to: Maybe[Link] = FRONT) -> ServiceAttachment:
    return ServiceAttachment("orders", to, origin=Origin("google_compute_service_attachment.orders", ""))


def balancer(*others: object, zonal_affinity: Maybe[ZonalAffinity] = SPILL, **values: Any) -> LoadBalancer:
    service = BackendService(
        name="orders",
        region="us-east1",
        zonal_affinity=zonal_affinity,
        identity=ORDERS,
        origin=ORIGIN,
        **values,
    )
    return LoadBalancer(service, Deployment(resources=(service, *others)))


def undetermined(rule: AnyRule, subject: LoadBalancer) -> list[Unknown]:
    with pytest.raises(Undetermined) as raised:
        list(rule.check(subject))
    return list(raised.value.unknowns)


def uncovered(rule: AnyRule, subject: LoadBalancer) -> str:
    with pytest.raises(NotCovered) as raised:
        list(rule.check(subject))
    return raised.value.kind


class TestMirroringCollector:
    """ZA003."""

    def found(self, made_by: object) -> list[Finding]:
        if isinstance(made_by, ForwardingRule):
            evidence = made_by.origin.at("is_mirroring_collector")
        else:
            assert isinstance(made_by, PacketMirroring)
            evidence = made_by.origin.at("collector")
        return [
            Finding(
                ORIGIN.at("zonal_affinity"),
                "ZONAL_AFFINITY_SPILL_CROSS_ZONE on a load balancer that collects mirrored packets",
                "use a separate backend service for the mirroring collector",
                (Related(evidence, "made a collector here"),),
            )
        ]

    def test_a_rule_says_so(self) -> None:
        rule = forwarding_rule(collects=True)

        assert list(za003.check(balancer(rule))) == self.found(rule)

    def test_one_rule_of_several_is_enough(self) -> None:
        collector = forwarding_rule("collector", collects=True)
        unclear = forwarding_rule("unclear", collects=FLAG)

        assert list(za003.check(balancer(forwarding_rule(), unclear, collector))) == self.found(collector)

    def test_a_policy_names_the_rule(self) -> None:
        policy = mirroring()

        assert list(za003.check(balancer(forwarding_rule(), policy))) == self.found(policy)

    def test_a_policy_decides_where_the_rule_is_not_known_to_say_so(self) -> None:
        policy = mirroring()

        assert list(za003.check(balancer(forwarding_rule(collects=FLAG), policy))) == self.found(policy)

    @pytest.mark.parametrize(
        ("enable", "told"), [("FALSE", "the policy is off"), (FLAG, "the policy may be off")]
    )
    def test_a_policy_that_is_not_surely_on_makes_it_likely(self, enable: Maybe[str], told: str) -> None:
        policy = mirroring(enable=enable)
        (finding,) = za003.check(balancer(forwarding_rule(collects=True), policy))

        assert finding.certainty is Certainty.LIKELY
        assert finding.related == (
            Related(policy.origin.at("collector"), "made a collector here"),
            Related(policy.origin.at("enable"), told),
        )

    @pytest.mark.parametrize("enable", [None, "TRUE"])
    def test_one_policy_of_several_that_is_on_is_enough(self, enable: str | None) -> None:
        policies = (mirroring(enable="FALSE"), mirroring(enable=FLAG), mirroring(enable=enable))

        assert list(za003.check(balancer(forwarding_rule(), *policies))) == self.found(policies[-1])

    def test_joined_by_terraform_address(self) -> None:
        rule = forwarding_rule(to=Reference(ORIGIN.address), collects=True)

        assert list(za003.check(balancer(rule))) == self.found(rule)

    @pytest.mark.parametrize(
        "others",
        [
            pytest.param([forwarding_rule()], id="no collector"),
            pytest.param([forwarding_rule(collects=False)], id="surely none"),
            pytest.param(
                [
                    forwarding_rule(),
                    forwarding_rule("tap", ResourceName("backendServices", "tap"), collects=True),
                ],
                id="the collector is another load balancer",
            ),
            pytest.param([forwarding_rule(), mirroring(name_of("tap"))], id="a policy names another rule"),
            pytest.param(
                [forwarding_rule(), mirroring(LINK)],
                id="a policy that may name it, but it would have to say so",
            ),
            pytest.param([forwarding_rule(to=LINK)], id="a rule that may be its own collects nothing"),
        ],
    )
    def test_near_miss(self, others: list[object]) -> None:
        assert list(za003.check(balancer(*others))) == []

    @pytest.mark.parametrize(
        ("others", "cause"),
        [
            pytest.param([forwarding_rule(collects=FLAG)], FLAG, id="whether the rule collects"),
            pytest.param([forwarding_rule(to=LINK, collects=True)], LINK, id="whether it is its rule"),
            pytest.param([forwarding_rule(to=LINK, collects=FLAG)], LINK, id="both: the first to know"),
        ],
    )
    def test_undetermined(self, others: list[object], cause: Unknown) -> None:
        assert undetermined(za003, balancer(*others)) == [cause]


class TestMirroringDeploymentOnACollector:
    """A mirroring deployment's rule is a collector, too: one fact, of which ZA004 speaks."""

    def test_only_the_deployment_is_found(self) -> None:
        subject = balancer(forwarding_rule(collects=True), deployment(OUT_OF_BAND))

        assert list(za003.check(subject)) == []
        assert len(list(za004.check(subject))) == 1

    @pytest.mark.parametrize(
        "other",
        [
            pytest.param(deployment(IN_BAND), id="in-band, which collects nothing"),
            pytest.param(deployment(OUT_OF_BAND, name_of("sensors")), id="to another load balancer"),
            pytest.param(deployment(OUT_OF_BAND, LINK), id="to one that is not known"),
        ],
    )
    def test_another_deployment_explains_no_collector(self, other: SecurityDeployment) -> None:
        assert len(list(za003.check(balancer(forwarding_rule(collects=True), other)))) == 1


class TestSecurityDeployment:
    """ZA004."""

    def found(self, how: str, certainty: Certainty, *deployments: SecurityDeployment) -> list[Finding]:
        return [
            Finding(
                ORIGIN.at("zonal_affinity"),
                f"ZONAL_AFFINITY_SPILL_CROSS_ZONE with {how}",
                "turn zonal affinity off behind this deployment",
                tuple(
                    Related(each.origin.at("forwarding_rule"), "deployed to this load balancer here")
                    for each in deployments
                ),
                certainty=certainty,
            )
        ]

    def test_out_of_band_is_certain(self) -> None:
        one = deployment(OUT_OF_BAND)

        assert list(za004.check(balancer(forwarding_rule(), one))) == self.found(
            "out-of-band Network Security Integration drops packets", Certainty.CERTAIN, one
        )

    def test_in_band_is_likely_for_googles_texts_disagree(self) -> None:
        b, c = deployment(IN_BAND), deployment(IN_BAND, name="c")

        assert list(za004.check(balancer(forwarding_rule(), b, c))) == self.found(
            "in-band Network Security Integration drops packets; "
            "a release note of 2026-05-04 allows it in-band",
            Certainty.LIKELY,
            b,
            c,
        )

    def test_one_out_of_band_makes_it_certain(self) -> None:
        b, c = deployment(IN_BAND), deployment(OUT_OF_BAND, name="c")

        assert list(za004.check(balancer(forwarding_rule(), b, c))) == self.found(
            "out-of-band Network Security Integration drops packets", Certainty.CERTAIN, b, c
        )

    def test_project_number_names_the_project(self) -> None:
        by_number = ResourceName("forwardingRules", "orders", "regions/us-east1", "481516234200")

        assert len(list(za004.check(balancer(forwarding_rule(), deployment(OUT_OF_BAND, by_number))))) == 1

    def test_near_miss_is_another_rule(self) -> None:
        assert list(za004.check(balancer(forwarding_rule(), deployment(IN_BAND, name_of("other"))))) == []

    @pytest.mark.parametrize(
        "others",
        [
            pytest.param([forwarding_rule(), deployment(OUT_OF_BAND, LINK)], id="what it is deployed to"),
            pytest.param([forwarding_rule(to=LINK), deployment(OUT_OF_BAND)], id="whose rule it is"),
        ],
    )
    def test_undetermined(self, others: list[object]) -> None:
        assert undetermined(za004, balancer(*others)) == [LINK]


class TestPublishedService:
    """ZA005."""

    def test_published(self) -> None:
        published = attachment()

        assert list(za005.check(balancer(forwarding_rule(), published))) == [
            Finding(
                ORIGIN.at("zonal_affinity"),
                "ZONAL_AFFINITY_SPILL_CROSS_ZONE on a service published through Private Service Connect: "
                "Google's texts before 2026-05 do not support it",
                "nothing to do: the text of 2026-05 supports it",
                (Related(published.origin.at("target_service"), "published here"),),
            )
        ]

    @pytest.mark.parametrize(
        ("spec", "severity"), [(Spec.R2026_05, Severity.NOTE), (Spec.R2025_07, Severity.ERROR)]
    )
    def test_severity_goes_by_the_revision_of_the_text(self, spec: Spec, severity: Severity) -> None:
        assert za005.severity_under(spec) is severity

    def test_what_to_do_goes_by_it_too(self) -> None:
        assert za005.hint_by_spec == {
            Spec.R2025_07: "turn zonal affinity off, or publish a backend service without it"
        }

    def test_near_miss_is_another_rule(self) -> None:
        assert list(za005.check(balancer(forwarding_rule(), attachment(name_of("other"))))) == []

    @pytest.mark.parametrize(
        ("subject", "cause"),
        [
            pytest.param(balancer(forwarding_rule(), attachment(LINK)), LINK, id="what is published"),
            pytest.param(balancer(forwarding_rule(to=LINK), attachment()), LINK, id="whose rule it is"),
            pytest.param(
                balancer(forwarding_rule(), attachment(), scheme=SCHEME),
                SCHEME,
                id="the scheme: load balancers without zonal affinity are published, too",
            ),
        ],
    )
    def test_undetermined(self, subject: LoadBalancer, cause: Unknown) -> None:
        assert undetermined(za005, subject) == [cause]


BAD: dict[str, list[object]] = {
    "ZA003": [forwarding_rule(collects=True)],
    "ZA004": [forwarding_rule(), deployment(OUT_OF_BAND)],
    "ZA005": [forwarding_rule(), attachment()],
}
GOOD: dict[str, list[object]] = {
    "ZA003": [forwarding_rule()],
    "ZA004": [forwarding_rule(), deployment(OUT_OF_BAND, name_of("other"))],
    "ZA005": [forwarding_rule(), attachment(name_of("other"))],
}
each_rule = pytest.mark.parametrize("rule", [za003, za004, za005], ids=lambda rule: rule.code)


class TestEachOfThem:
    @each_rule
    @pytest.mark.parametrize("off", [None, DISABLED], ids=["unset", "DISABLED"])
    def test_affinity_that_is_off_is_no_finding(self, rule: AnyRule, off: ZonalAffinity | None) -> None:
        assert list(rule.check(balancer(*BAD[rule.code], zonal_affinity=off))) == []

    @each_rule
    @pytest.mark.parametrize(
        "values", [{"scheme": LoadBalancingScheme.INTERNAL_MANAGED}, {"is_global": True}], ids=str
    )
    def test_outside_internal_passthrough_za001_speaks(self, rule: AnyRule, values: dict[str, Any]) -> None:
        assert list(rule.check(balancer(*BAD[rule.code], **values))) == []

    @each_rule
    def test_unknown_option(self, rule: AnyRule) -> None:
        assert undetermined(rule, balancer(*BAD[rule.code], zonal_affinity=OPTION)) == [OPTION]

    @each_rule
    def test_unknown_option_does_not_matter_where_nothing_points_at_it(self, rule: AnyRule) -> None:
        assert list(rule.check(balancer(*GOOD[rule.code], zonal_affinity=OPTION))) == []

    @each_rule
    def test_no_forwarding_rule_was_read(self, rule: AnyRule) -> None:
        assert uncovered(rule, balancer(*BAD[rule.code][1:])) == "forwarding rules"

    @pytest.mark.parametrize(
        ("rule", "kind"),
        [(za004, "intercept or mirroring deployments"), (za005, "service attachments")],
        ids=["ZA004", "ZA005"],
    )
    def test_nothing_of_the_kind_was_read(self, rule: AnyRule, kind: str) -> None:
        assert uncovered(rule, balancer(forwarding_rule())) == kind

    def test_no_policy_has_to_be_read_where_the_rules_say_that_they_collect_nothing(self) -> None:
        assert list(za003.check(balancer(forwarding_rule()))) == []

    @pytest.mark.parametrize("rule", [za003, za004], ids=lambda rule: rule.code)
    def test_unknown_scheme_saves_neither(self, rule: AnyRule) -> None:
        """With INTERNAL this is an error, and with any other scheme the affinity is one."""
        assert len(list(rule.check(balancer(*BAD[rule.code], scheme=SCHEME)))) == 1

    @each_rule
    def test_severity_is_the_rules(self, rule: AnyRule) -> None:
        assert [each.severity for each in rule.check(balancer(*BAD[rule.code]))] == [None]
        assert rule.severity is (Severity.NOTE if rule is za005 else Severity.ERROR)
