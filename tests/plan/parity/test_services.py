"""Services that the same requests reach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.capacity import Autoscaler, InstanceGroupManager, NetworkEndpointGroup
from spillover.model.names import ResourceName
from spillover.model.service import Backend, Protocol
from spillover.model.settings import Setting
from spillover.model.source import Reference, Unknown
from spillover.plan.parity.features import OF_PROTOCOL, SERVICE, Topic

Unlike = Callable[..., list[str]]
CAUSE = Unknown("var.x")
CLIENT = Unknown("google_x.y.id", refers_to=Reference("google_x.y"))


def of(**values: Any) -> dict[str, Any]:
    return {"service": values}


def setting(name: str, text: str | Unknown) -> dict[str, Any]:
    return of(settings=(Setting(name, text),))


FEATURES = [each for each in (*OF_PROTOCOL, *SERVICE) if each.topic is Topic.MIRRORED]
feature = st.sampled_from(FEATURES)


class TestSettings:
    @given(feature, st.text("abc1", min_size=1))
    def test_alike_is_no_difference(self, unlike: Unlike, feature: Any, text: str) -> None:
        assert unlike(setting(feature.setting, text), setting(feature.setting, text)) == []

    @pytest.mark.parametrize("each", FEATURES, ids=lambda each: each.setting)
    def test_one_side_alone_is_one(self, unlike: Unlike, each: Any) -> None:
        shown = f"7{each.unit}"
        (on_primary,), (on_backup,) = (
            unlike(setting(each.setting, "7"), of()),
            unlike(of(), setting(each.setting, "7")),
        )

        default = each.shown(None)
        assert on_primary == f"service shop, {each.called}: {default} on this backup, {shown} on the primary"
        assert on_backup == f"service shop, {each.called}: {shown} on this backup, {default} on the primary"

    @pytest.mark.parametrize("each", FEATURES, ids=lambda each: each.setting)
    def test_a_default_that_is_written_is_none(self, unlike: Unlike, each: Any) -> None:
        if each.default not in ("none", "off"):
            assert unlike(setting(each.setting, each.default), of()) == []

    def test_what_is_not_known_is_not_compared(self, unlike: Unlike) -> None:
        assert unlike(setting("timeout", CAUSE), of()) == ["? timeout: var.x"]
        assert unlike(of(), setting("timeout", CAUSE)) == ["? timeout: var.x"]
        assert unlike(setting("timeout", CAUSE), setting("timeout", CAUSE)) == ["? timeout: var.x"]

    def test_one_attribute_of_one_resource_is_one_value(self, unlike: Unlike) -> None:
        assert unlike(setting("timeout", CLIENT), setting("timeout", CLIENT)) == []

    def test_logging_is_on_or_off(self, unlike: Unlike) -> None:
        assert unlike(setting("logging", "true"), of()) == [
            "service shop, logging: off on this backup, on on the primary"
        ]


class TestGlobalOnly:
    @pytest.mark.parametrize("text", ["NONE", "DISABLED", "DISABLE"])
    def test_what_the_primary_does_without(self, unlike: Unlike, text: str) -> None:
        assert unlike(setting("compression", text), of()) == []

    def test_what_no_backup_has(self, unlike: Unlike) -> None:
        assert len(unlike(setting("compression", "AUTOMATIC"), setting("compression", "AUTOMATIC"))) == 1


class TestProtocols:
    def test_are_told_apart(self, unlike: Unlike) -> None:
        assert unlike(of(protocol=Protocol.HTTPS), of()) == [
            "service shop, protocol to the backends: HTTP on this backup, HTTPS on the primary"
        ]

    def test_one_that_is_not_known(self, unlike: Unlike) -> None:
        assert unlike(of(protocol=CAUSE), of()) == ["? protocol to the backends: var.x"]

    def test_of_serverless_endpoints_mean_nothing(self, unlike: Unlike) -> None:
        """Their service ignores its protocol, and has no timeout (load balancing features, 2026-11)."""
        name = ResourceName("networkEndpointGroups", "run", "regions/us-east1")
        group = NetworkEndpointGroup("run", endpoint_type="SERVERLESS", identity=name)
        backends = (Backend(name),)
        primary = of(protocol=Protocol.HTTPS, backends=backends, settings=(Setting("timeout", "60"),))

        assert unlike(primary, of(), others=(group,)) == []
        assert len(unlike(primary, of())) == 2


class TestIdentityAwareProxy:
    @pytest.mark.parametrize(
        ("primary", "backup", "expected"),
        [
            (None, None, []),
            (True, True, []),
            (False, None, []),
            (True, None, ["service shop, Identity-Aware Proxy: off on this backup, on on the primary"]),
            (None, True, ["service shop, Identity-Aware Proxy: on on this backup, off on the primary"]),
            (CAUSE, True, ["? Identity-Aware Proxy: var.x"]),
        ],
    )
    def test_is_on_both_or_on_none(
        self, unlike: Unlike, primary: Any, backup: Any, expected: list[str]
    ) -> None:
        assert unlike(of(iap=primary), of(iap=backup)) == expected


def groups(label: str, *sizes: int | None) -> tuple[Backend, ...]:
    """Backends of groups of these sizes, of which None is not known; :func:`managers` are the groups."""
    return tuple(Backend(_name(label, index)) for index, _ in enumerate(sizes))


def managers(label: str, *sizes: int | None) -> tuple[InstanceGroupManager, ...]:
    return tuple(
        InstanceGroupManager(target_size=size, identity=_name(label, index))
        for index, size in enumerate(sizes)
    )


def _name(label: str, index: int) -> ResourceName:
    return ResourceName("instanceGroups", f"{label}-{index}", "zones/us-east1-b")


class TestCapacity:
    """The backup takes all that the primary took: it has to scale as far."""

    @pytest.mark.parametrize(
        ("primary", "backup", "expected"),
        [
            pytest.param((3, 9), (12,), [], id="as far"),
            pytest.param((3,), (12,), [], id="farther"),
            pytest.param(
                (3, 9),
                (4, 4),
                ["service shop, backends at most: 8 on this backup, 12 on the primary"],
                id="less far",
            ),
            pytest.param(
                (3,), (), ["? backends at most: to how many backends its groups scale"], id="no backup group"
            ),
            pytest.param(
                (3,),
                (2, None),
                ["? backends at most: to how many backends its groups scale"],
                id="a backup group of unknown size",
            ),
            pytest.param((3, None), (1,), [], id="a primary group of unknown size"),
            pytest.param((), (1,), [], id="no primary group"),
        ],
    )
    def test_how_far_the_groups_scale(
        self,
        unlike: Unlike,
        primary: tuple[int | None, ...],
        backup: tuple[int | None, ...],
        expected: list[str],
    ) -> None:
        read = (*managers("one", *primary), *managers("two", *backup))
        sides = of(backends=groups("one", *primary)), of(backends=groups("two", *backup))

        assert unlike(*sides, others=read) == expected

    def test_an_autoscaler_tells_how_far(self, unlike: Unlike) -> None:
        manager = replace(
            managers("two", 1)[0], manager=ResourceName("instanceGroupManagers", "two-0", "zones/us-east1-b")
        )
        scaler = Autoscaler(target=manager.manager, min_replicas=1, max_replicas=5)
        sides = of(backends=groups("one", 5)), of(backends=groups("two", 1))

        assert unlike(*sides, others=(*managers("one", 5), manager, scaler)) == []
