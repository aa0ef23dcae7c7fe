"""The catalogue of conditions that a linter and planner has to know, and what became of each row.

A row gives the numbers of its rules: ZA008, then ZA108 and so on, belong to ZA08. So whether a row has
a rule is not written here: the registry of rules says it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from spillover.check.rule import AnyRule


@dataclass(frozen=True)
class Row:
    """One condition.

    ``also`` are codes of rules of other rows that serve this one too; ``plan`` is what `spillover
    plan` says of it; ``declined`` is why there will be nothing.
    """

    id: str
    condition: str
    also: tuple[str, ...] = ()
    plan: str = ""
    declined: str = ""


ZONAL_AFFINITY = (
    Row("ZA01", "zonal affinity outside of an internal passthrough load balancer"),
    Row("ZA02", "zonal affinity with backend subsetting"),
    Row("ZA03", "zonal affinity on a collector of packet mirroring"),
    Row("ZA04", "zonal affinity with a deployment of Network Security Integration"),
    Row("ZA05", "zonal affinity on a published service", plan="clients of the endpoint have a row"),
    Row(
        "ZA06", "clients behind VPN and VLAN attachments get no affinity", plan="they have a row of their own"
    ),
    Row(
        "ZA07", "clients of other regions never match", plan="with global access they have a row of their own"
    ),
    Row("ZA08", "zonal affinity on the next hop of a static route"),
    Row(
        "ZA09",
        "zonal affinity on the next hop of a policy-based route",
        declined="it is allowed; ZA008 judges pairs of next hops",
    ),
    Row("ZA10", "of two load balancers in front of the same groups one has zonal affinity"),
    Row(
        "ZA11",
        "after a failover the failover backends are matched",
        plan="each scenario says which pool serves",
    ),
    Row("ZA12", "a client zone without a primary backend", plan="its row says that affinity is ignored"),
    Row(
        "ZA13",
        "zones with primary backends and without failover backends",
        plan="a scenario in which it fails over shows the lost match",
    ),
    Row("ZA14", "STAY_WITHIN_ZONE with a zone that one failure empties", plan="the row is a black hole"),
    Row("ZA15", "a spillover ratio outside of [0, 1]"),
    Row("ZA16", "SPILL_CROSS_ZONE without a ratio stays until nothing in the zone is healthy"),
    Row("ZA17", "a spillover ratio that nothing reads"),
    Row(
        "ZA18",
        "ratio 1: one unhealthy backend sends the zone's clients to other zones",
        plan="ratio and threshold",
    ),
    Row(
        "ZA19",
        "a ratio works in steps of one backend of the zone",
        plan="ratio and threshold as fractions, and shares that are exactly the ratio",
    ),
    Row("ZA20", "a change of affinity does not move established connections"),
    Row(
        "ZA21",
        "an option that is not written means DISABLED",
        declined="a default is no mistake; every rule and `spillover plan` read it so",
    ),
    Row("ZA22", "with nothing healthy the two texts of Google differ", plan="`--spec` chooses between them"),
    Row(
        "ZA23",
        "dropped traffic has no eligible backends for affinity",
        plan="the row says that traffic is dropped",
    ),
    Row("ZA24", "zonal affinity with an HA policy"),
    Row("ZA25", "a failover policy without a failover backend"),
    Row("ZA26", "a backend service that GKE manages"),
    Row("ZA27", "more than 250 backends in a pool", plan="it says that it is not exact"),
    Row(
        "ZA28", "WEIGHTED_GCP_RENDEZVOUS with affinity", plan="it is undetermined, for nothing is documented"
    ),
)

DNS_FAILOVER = (
    Row("FO01", "a backup that is not a regional external Application Load Balancer"),
    Row("FO02", "a primary that is not an external Application Load Balancer"),
    Row("FO03", "not exactly three source regions"),
    Row("FO04", "source regions on a regional health check"),
    Row("FO05", "a health check for Cloud DNS that is not HTTP, HTTPS or TCP"),
    Row("FO06", "source regions that are not where the clients are"),
    Row("FO07", "a check interval below 30 seconds"),
    Row(
        "FO08",
        "a timeout above the interval, a TCP request, a proxy header, or another user of the health check",
    ),
    Row("FO09", "thresholds of 1, or high ones"),
    Row("FO10", "an outage bound above the objective"),
    Row("FO11", "a TTL outside of 30 to 60 seconds"),
    Row("FO12", "a trickle ratio outside of [0, 1], or one that forces the failover"),
    Row("FO13", "external endpoints without a health check, or a record type that takes none"),
    Row("FO14", "a primary address that no forwarding rule has"),
    Row("FO15", "the path of a private endpoint's health check on an external one"),
    Row("FO16", "Cloud CDN on the primary, which no backup can have"),
    Row("FO17", "backend buckets behind the primary"),
    Row("FO18", "Cloud Armor on the primary and not on the backup"),
    Row("FO19", "certificates that do not fit both scopes"),
    Row("FO20", "a primary that GKE Ingress made"),
    Row(
        "FO21",
        "a backup whose features differ from the primary's",
        plan="all features of both, side by side",
    ),
    Row("FO22", "a classic primary, which is hard to mirror"),
    Row("FO23", "a region with backends and without a backup"),
    Row(
        "FO24",
        "weights among backups",
        declined="the API has no place for them: a backup is geographic (`backupGeoTargets`)",
    ),
    Row(
        "FO25",
        "a backup in Premium Tier",
        declined="Standard Tier is advice for where latency matters less, which no configuration tells",
        plan="the tiers of both, side by side",
    ),
    Row("FO26", "a backup outside of the region of the backends that it shares"),
    Row("FO27", "backends that primary and backup share"),
    Row("FO28", "shared backends that scale by more than CPU"),
    Row("FO29", "shared backends that are not balanced by UTILIZATION"),
    Row("FO30", "shared backends without scale-in control that outlasts the outage"),
    Row("FO31", "a proxy-only subnet that is missing or tight"),
    Row(
        "FO32",
        "more load than the proxies of a region take",
        plan="a table of the proxies that a scenario's load needs, and of the addresses for them",
    ),
    Row("FO33", "a proxy-only subnet that is resized in place"),
    Row(
        "FO34",
        "a backup that nothing exercises before it is needed",
        declined="a trickle ratio of 0 is the default, and tests by hand leave no trace in a configuration",
        plan="it says so, and what a gradual shift and a forced failover would answer",
    ),
    Row(
        "FO35",
        "only one side of a failover is in Terraform",
        declined="what was not read is not missing: the other side may be managed elsewhere",
    ),
    Row("FO36", "targets that do not fit the kind of their zone"),
    Row("FO37", "a backup that is not health-checked"),
    Row("FO38", "a change of health check, name or zone replaces the record"),
    Row(
        "FO39",
        "failback is automatic, and both serve meanwhile",
        plan="it says so, with the bound of the way back",
    ),
    Row("FO40", "a default scheme that changes with version 8 of the provider"),
    Row("FO41", "a record name without its trailing dot"),
    Row("FO42", "an internal target in wrong letters or without its region"),
    Row("FO43", "internal and external targets in one item"),
    Row("FO44", "several policies in one record, or blocks that there are not", also=("CF012",)),
    Row("FO45", "one address as primary and backup"),
    Row("FO46", "an internal target without global access"),
    Row("FO47", "geo fencing, which rules out the next geography"),
    Row("FO48", "a long TTL on any health-checked policy"),
    Row("FO49", "a policy in a zone that takes none, or mixed targets in a signed zone"),
    Row("FO50", "a backup item whose location is not its load balancer's region"),
    Row("FO51", "a location that is there twice, or not at all"),
    Row(
        "FO52",
        "a single backup region",
        declined="it is a documented design; whether it is enough is for its owner to say",
    ),
    Row("FO53", "a backup in the primary's own region"),
    Row("FO54", "a private address as an external endpoint"),
    Row("FO55", "a record type of the other address family"),
    Row("FO56", "a sibling record of the other type without failover"),
    Row("FO57", "a health check without a port of its own"),
    Row("FO58", "Cloud Armor that denies the probes"),
)

LOAD_BALANCERS = (
    Row("LB01", "a balancing mode other than CONNECTION behind an internal passthrough load balancer"),
    Row("LB02", "settings of a backend that only proxies read"),
    Row("LB03", "failover without draining for a protocol other than TCP"),
    Row("LB04", "a forwarding rule and a backend service of different protocols"),
    Row("LB05", "more than five ports"),
    Row("LB06", "neither ports nor all ports"),
    Row("LB07", "a regional forwarding rule in front of a global backend service"),
    Row("LB08", "a forwarding rule and a backend service of different schemes"),
    Row("LB09", "Standard Tier with backends in another region"),
    Row("LB10", "a regional external Application Load Balancer with a global health check"),
    Row("LB11", "a field that is newer than the provider's version"),
    Row("LB12", "zonal affinity with all backends in one zone"),
    Row("LB13", "a next hop whose protocol or address makes packets vanish"),
    Row("LB14", "GKE nodes behind a next hop"),
    Row("LB15", "a policy-based route to a load balancer without global access"),
    Row("LB16", "a failover ratio at which one lost VM fails the service over"),
    Row("LB17", "autoscaled primary backends with failover"),
)

SURPRISES = (
    Row("A", "STAY_WITHIN_ZONE with few or no healthy backends", also=("ZA014",), plan="the exact set"),
    Row(
        "B",
        "a zone with primary and without failover backends",
        also=("ZA013",),
        plan="a scenario in which it fails over shows it",
    ),
    Row("C", "a client zone without backends", also=("ZA012", "LB012"), plan="the row of any other zone"),
    Row(
        "D",
        "where clients go for each number of failed backends",
        plan="tolerance; `--sweep` shows each state that matters, or every number of failures",
    ),
    Row("E", "a ratio that cannot matter", also=("ZA017", "ZA019"), plan="ratio and threshold"),
    Row(
        "F",
        "what excludes zonal affinity, or makes a plan inexact",
        also=("ZA002", "ZA003", "ZA004", "ZA024", "ZA027", "ZA028"),
        plan="caveats say why it is not exact",
    ),
    Row(
        "G",
        "next-hop pairs whose two directions differ",
        also=("ZA008", "ZA010"),
        plan="between which zones a connection and its replies share a set",
    ),
    Row("H", "a failover ratio that a share of healthy backends can equal", also=("LB016",)),
    Row("I", "dropped traffic together with STAY_WITHIN_ZONE", plan="the row says that traffic is dropped"),
    Row("J", "a failover policy without a failover backend", also=("ZA025",)),
    Row(
        "K",
        "a client that is itself a backend answers itself",
        plan="the row of a client that a scenario calls `vm-backend`",
    ),
    Row("L", "a balancing mode other than CONNECTION", also=("LB001",)),
    Row("M", "backend services that GKE manages", also=("ZA026",)),
    Row(
        "N",
        "DNS: mixed items, fencing, trickle, missing geographies, private addresses, replaced records",
        also=("FO012", "FO037", "FO038", "FO043", "FO047", "FO052", "FO054"),
    ),
)

SECTIONS = (
    ("Zonal affinity", ZONAL_AFFINITY),
    ("DNS failover", DNS_FAILOVER),
    ("Load balancers", LOAD_BALANCERS),
    ("What operators are surprised by", SURPRISES),
)

HEAD = """# Catalogue

The conditions that are known to matter, and what became of each: a rule, a statement of `spillover plan`,
or a decision not to. Rules that say something of a change need a plan as JSON, or the two sides of `diff`.
"""


def catalogue_page(rules: Sequence[AnyRule]) -> str:
    """The table of all rows."""
    return HEAD + "".join(f"\n## {title}\n\n{_table(rows, rules)}" for title, rows in SECTIONS)


def _table(rows: Iterable[Row], rules: Sequence[AnyRule]) -> str:
    lines = ["| row | condition | what became of it |", "|---|---|---|"]
    lines += [f"| {row.id} | {row.condition} | {'; '.join(became(row, rules))} |" for row in rows]
    return "\n".join(lines) + "\n"


def became(row: Row, rules: Sequence[AnyRule]) -> Iterator[str]:
    """What became of a row, in the words of the page."""
    found = list(rules_of(row, rules))
    if found:
        yield ", ".join(f"[{rule.code} {rule.name}](rules/{rule.code}.md)" for rule in found)
    if row.plan:
        yield f"a statement of `spillover plan`: {row.plan}"
    if row.declined:
        yield f"decided not to: {row.declined}"
    if not (found or row.plan or row.declined):
        yield "not yet"


def rules_of(row: Row, rules: Sequence[AnyRule]) -> Iterator[AnyRule]:
    """The rules of a row: those with its number, after hundreds, and those that serve it too."""
    for rule in rules:
        if row.id == f"{rule.code[:2]}{rule.code[-2:]}" or rule.code in row.also:
            yield rule
