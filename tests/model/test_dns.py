"""Record sets: their failover policy, its targets, and whether those are probed from outside."""

from __future__ import annotations

import pytest

from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy
from spillover.model.source import Maybe, Unknown
from spillover.model.targets import InternalTarget, Targets

A, B = Unknown("var.a"), Unknown("var.b")
ONE, TWO, THREE = (Targets(external=(address,)) for address in ("192.0.2.1", "192.0.2.2", "192.0.2.3"))


class TestTargets:
    @pytest.mark.parametrize(
        ("primary", "backup", "targets"),
        [
            pytest.param(None, None, (), id="nothing is written"),
            pytest.param(ONE, None, (ONE,), id="no backup"),
            pytest.param(None, (GeoItem("r", TWO),), (TWO,), id="no primary"),
            pytest.param(ONE, (), (ONE,), id="an empty backup"),
            pytest.param(
                ONE,
                (GeoItem("r", TWO), GeoItem("s", THREE)),
                (ONE, TWO, THREE),
                id="primary, then each item",
            ),
            pytest.param(A, B, (A, B), id="neither is known"),
        ],
    )
    def test_of_primary_and_backup(
        self,
        primary: Maybe[Targets],
        backup: Maybe[tuple[GeoItem, ...]],
        targets: tuple[Targets | Unknown, ...],
    ) -> None:
        assert PrimaryBackup(primary, backup).targets == targets


class TestFailover:
    POLICY = PrimaryBackup(ONE)

    @pytest.mark.parametrize(
        ("policy", "failover"),
        [
            pytest.param(None, None, id="no routing policy"),
            pytest.param(A, A, id="a routing policy that is not known"),
            pytest.param(RoutingPolicy(), None, id="a routing policy of another kind"),
            pytest.param(RoutingPolicy(primary_backup=A), A, id="a failover policy that is not known"),
            pytest.param(RoutingPolicy(primary_backup=POLICY), POLICY, id="a failover policy"),
        ],
    )
    def test_of_a_record_set(self, policy: Maybe[RoutingPolicy], failover: Maybe[PrimaryBackup]) -> None:
        assert RecordSet(routing_policy=policy).failover == failover


class TestProbesExternal:
    @pytest.mark.parametrize(
        ("policy", "verdict"),
        [
            pytest.param(None, False, id="no routing policy"),
            pytest.param(RoutingPolicy(), False, id="a routing policy of another kind"),
            pytest.param(A, A, id="a routing policy that is not known"),
            pytest.param(RoutingPolicy(primary_backup=A), A, id="a failover policy that is not known"),
        ],
    )
    def test_without_a_known_failover_policy(
        self, policy: Maybe[RoutingPolicy], verdict: bool | Unknown
    ) -> None:
        assert RecordSet(routing_policy=policy).probes_external == verdict

    @pytest.mark.parametrize(
        ("primary", "backup", "verdict"),
        [
            pytest.param(ONE, None, True, id="the primary"),
            pytest.param(None, (GeoItem("r", TWO),), True, id="the backup"),
            pytest.param(Targets(external=(A,)), None, True, id="an address that is not known is one"),
            pytest.param(Targets(internal=(InternalTarget(),)), None, False, id="internal load balancers"),
            pytest.param(Targets(unchecked=("192.0.2.1",)), None, False, id="addresses that nobody checks"),
            pytest.param(Targets(external=()), None, False, id="an empty list"),
            pytest.param(A, None, A, id="a primary that is not known"),
            pytest.param(Targets(external=A), B, A, id="the first doubt is told"),
            pytest.param(A, (GeoItem("r", TWO),), True, id="a doubt, and one that surely is"),
        ],
    )
    def test_of_a_failover_policy(
        self, primary: Maybe[Targets], backup: Maybe[tuple[GeoItem, ...]], verdict: bool | Unknown
    ) -> None:
        policy = RoutingPolicy(primary_backup=PrimaryBackup(primary, backup))

        assert RecordSet(routing_policy=policy).probes_external == verdict
