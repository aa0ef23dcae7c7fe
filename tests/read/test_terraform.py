"""Terraform's resource types: which are read, and how a path to one of their values is written."""

from __future__ import annotations

import pytest

from spillover.model.capacity import InstanceGroup
from spillover.model.names import ResourceName
from spillover.model.source import FieldPath, FieldRef, Origin, Unknown, WrongValue
from spillover.read.terraform import READERS, Read, plain_path, read_resource


class TestTypes:
    def test_all_are_googles(self) -> None:
        assert [name for name in sorted(READERS) if not name.startswith("google_")] == []


class TestReadResource:
    def test_with_the_values_of_a_wrong_type(self) -> None:
        type_ = "google_compute_instance_group"
        origin = Origin(f"{type_}.a", type_)
        at = FieldRef(origin, FieldPath.parse("size"))

        assert read_resource(type_, {"name": "a", "size": "many"}, origin) == Read(
            InstanceGroup(
                name="a",
                size=Unknown("size is a string", at=at),
                identity=ResourceName("instanceGroups", "a"),
                origin=origin,
            ),
            (WrongValue(at, "size is a string, a whole number is expected"),),
        )

    @pytest.mark.parametrize("type_", ["google_compute_firewall", "google_storage_bucket", ""])
    def test_a_type_that_the_model_has_no_place_for(self, type_: str) -> None:
        assert read_resource(type_, {"name": "a"}, Origin("x.a", type_)) is None


class TestPlainPath:
    @pytest.mark.parametrize(
        ("steps", "expected"),
        [
            pytest.param((), "", id="empty"),
            pytest.param(
                ("backend", 1, "group"), "backend[1].group", id="blocks that may repeat keep theirs"
            ),
            pytest.param(
                ("network_pass_through_lb_traffic_policy", 0, "zonal_affinity", 0, "spillover"),
                "network_pass_through_lb_traffic_policy.zonal_affinity.spillover",
                id="blocks that stand once have none",
            ),
            pytest.param(
                (
                    "routing_policy",
                    0,
                    "primary_backup",
                    0,
                    "backup_geo",
                    1,
                    "health_checked_targets",
                    0,
                    "x",
                    2,
                ),
                "routing_policy.primary_backup.backup_geo[1].health_checked_targets.x[2]",
                id="both",
            ),
            pytest.param(("subsetting", 0), "subsetting", id="at the end"),
            pytest.param((0, "a"), "[0].a", id="an index without a block"),
        ],
    )
    def test_has_an_index_only_where_there_may_be_several(
        self, steps: tuple[str | int, ...], expected: str
    ) -> None:
        assert str(plain_path(steps)) == expected
