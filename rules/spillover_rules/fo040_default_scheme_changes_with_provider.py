"""What an unwritten load balancing scheme means depends on the version of the provider.

A global forwarding rule and a global backend service that say no `load_balancing_scheme` are EXTERNAL, of
a classic Application Load Balancer, up to version 7 of the google provider, and EXTERNAL_MANAGED, of a
global external one, from 8 on. Where `required_providers` admits both, or where no version is required at
all, one and the same text means either, and an upgrade of the provider changes the kind of load balancer,
which a failover's backups are to match. A migration from one to the other has steps of its own
(`external_managed_migration_state`). Forwarding rules of Private Service Connect have no scheme.

To fix it, write the scheme that is in force now. Requiring `~> 7.0` keeps the meaning until the upgrade.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.frontend import ForwardingRule
from spillover.model.kind import BalancerKind, kinds_of
from spillover.model.service import BackendService
from spillover.model.source import Maybe

GLOBAL = ("google_compute_backend_service", "google_compute_global_forwarding_rule")
PROVIDERS = ("google", "google-beta")
CHANGED_IN = (8, 0, 0)
ENDPOINT = frozenset({BalancerKind.ENDPOINT})


def check(resource: object) -> Iterator[Finding]:
    """A global resource of Terraform without a scheme, where versions of both sides are allowed."""
    if not isinstance(resource, ForwardingRule | BackendService) or resource.origin.type not in GLOBAL:
        return
    provider = resource.origin.provider
    if provider is None or provider.name not in PROVIDERS or not provider.versions.straddle(CHANGED_IN):
        return
    scheme: Maybe[object] = resource.scheme
    if decided(scheme) is not None or _is_endpoint(resource):
        return
    yield Finding(
        at=resource.origin.at("scheme"),
        message=f"no load balancing scheme: EXTERNAL up to version 7 of the {provider.name} provider, "
        "EXTERNAL_MANAGED from 8 on, and both are allowed",
        hint="write the load_balancing_scheme that is in force now",
    )


def _is_endpoint(resource: ForwardingRule | BackendService) -> bool:
    return isinstance(resource, ForwardingRule) and decided(kinds_of(resource).within(ENDPOINT))


RULE = Rule(
    code="FO040",
    name="default-scheme-changes-with-provider",
    severity=Severity.WARNING,
    subject=object,
    check=check,
    since="0.1",
    summary="a global resource without a scheme, whose default changes with version 8 of the provider",
    sources=(
        "github.com/hashicorp/terraform-provider-google/blob/main/website/docs/guides/"
        "version_8_upgrade.html.markdown, 2026-08",
    ),
)
