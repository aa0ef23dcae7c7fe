"""FO006: source regions against the regions that clients come from, by continent."""

from __future__ import annotations

import pytest

from spillover.check.rule import Finding
from spillover.model.deployment import Deployment
from spillover.model.health import HealthCheck
from spillover.model.options import Options
from spillover.model.source import Maybe, Origin, Undetermined, Unknown
from spillover.model.views import ProbedHealthCheck
from spillover_rules.fo006_source_regions_far_from_clients import check

CHECK = Origin("google_compute_health_check.shop", "google_compute_health_check")
REGION, REGIONS = Unknown("var.region"), Unknown("var.regions")


def probed(
    regions: Maybe[tuple[str | Unknown, ...]], *clients: str, is_global: bool = True
) -> ProbedHealthCheck:
    health_check = HealthCheck(is_global=is_global, source_regions=regions, origin=CHECK)
    options = Options(client_regions=clients)
    return ProbedHealthCheck(health_check, Deployment(resources=(health_check,), options=options))


@pytest.mark.parametrize(
    ("regions", "clients", "far", "to"),
    [
        pytest.param(
            ("us-east1", "northamerica-northeast1", "us-west1"),
            ("southamerica-east1",),
            "southamerica-east1",
            "South America",
            id="none is near",
        ),
        pytest.param(
            ("us-east1", "europe-west1", "europe-west3"),
            ("us-east4", "europe-west4", "me-west1", "asia-east1", "me-central1"),
            "asia-east1, me-central1, me-west1",
            "Asia or the Middle East",
            id="two on one continent",
        ),
        pytest.param(
            ("us-east1", "europe-west1", "africa-south1"),
            ("us-east4", "europe-west4", "australia-southeast1"),
            "australia-southeast1",
            "Australia",
            id="one where no client is",
        ),
    ],
)
def test_flagged(regions: tuple[str, ...], clients: tuple[str, ...], far: str, to: str) -> None:
    assert list(check(probed(regions, *clients))) == [
        Finding(
            CHECK.at("source_regions"),
            f"no source region is near the clients in {far}: {', '.join(regions)} decide when they fail over",
            f"move a source region to {to}",
        )
    ]


THREE = ("us-east1", "europe-west1", "asia-east1")


@pytest.mark.parametrize(
    "subject",
    [
        pytest.param(probed(("us-east1", "us-west1", "us-east4")), id="nobody said where clients are"),
        pytest.param(probed(None, "us-east1"), id="no source regions"),
        pytest.param(
            probed(("us-east1", "us-west1", "us-east4"), "asia-east1", is_global=False), id="regional, FO004"
        ),
        pytest.param(probed(THREE, "us-west4"), id="another region of the continent"),
        pytest.param(probed(THREE, "northamerica-south1"), id="another name of the continent"),
        pytest.param(probed(("us-east1", "us-west1", "us-east4"), "us-central1"), id="one continent"),
        pytest.param(
            probed(THREE, "us-east1", "europe-west1", "asia-east1", "me-west1"),
            id="more continents",
        ),
        pytest.param(probed(("us-east1", "us-west1"), "asia-east1"), id="two, FO003"),
        pytest.param(probed(("us-east1", "us-east1", "us-west1"), "asia-east1"), id="one twice, FO003"),
        pytest.param(
            probed(("us-east1", "asia-east1", REGION), "us-east1", "asia-east1"),
            id="enough without what is not known",
        ),
        pytest.param(probed(("us-east1", REGION), "asia-east1"), id="two whatever the other is"),
    ],
)
def test_silent(subject: ProbedHealthCheck) -> None:
    assert list(check(subject)) == []


@pytest.mark.parametrize(
    ("subject", "cause"),
    [
        pytest.param(probed(("us-east1", "us-west1", REGION), "us-east1", "asia-east1"), REGION, id="one"),
        pytest.param(probed(REGIONS, "asia-east1"), REGIONS, id="all"),
    ],
)
def test_undetermined(subject: ProbedHealthCheck, cause: Unknown) -> None:
    with pytest.raises(Undetermined) as raised:
        list(check(subject))

    assert list(raised.value.unknowns) == [cause]
