"""Names of resources, in every form in which one and the same resource appears."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spillover.model.names import ResourceName, scope_of
from spillover.model.places import last_segment, region_of

ZONAL = ResourceName("instanceGroups", "g", "zones/us-east1-b", "p")


class TestParse:
    """One resource, in the forms of Google's own output, Terraform, and what people write."""

    @pytest.mark.parametrize(
        "text",
        [
            "https://www.googleapis.com/compute/v1/projects/p/zones/us-east1-b/instanceGroups/g",
            "https://www.googleapis.com/compute/beta/projects/p/zones/us-east1-b/instanceGroups/g",
            "https://www.googleapis.com/compute/alpha/projects/p/zones/us-east1-b/instanceGroups/g",
            "https://www.googleapis.com/compute/staging_v1/projects/p/zones/us-east1-b/instanceGroups/g",
            "https://compute.googleapis.com/compute/v1/projects/p/zones/us-east1-b/instanceGroups/g",
            "https://compute.example.test/v1/projects/p/zones/us-east1-b/instanceGroups/g",
            "http://localhost:8080/compute/v1/projects/p/zones/us-east1-b/instanceGroups/g",
            "//compute.googleapis.com/projects/p/zones/us-east1-b/instanceGroups/g",
            "compute/v1/projects/p/zones/us-east1-b/instanceGroups/g",
            "projects/p/zones/us-east1-b/instanceGroups/g",
            "  projects/p/zones/us-east1-b/instanceGroups/g\n",
            "projects/p/locations/us-east1-b/instanceGroups/g",
        ],
    )
    def test_forms_of_one_zonal_resource(self, text: str) -> None:
        assert ResourceName.parse(text, "unused") == ZONAL

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param(
                "projects/p/regions/us-east1/backendServices/bs",
                ResourceName("backendServices", "bs", "regions/us-east1", "p"),
                id="regional",
            ),
            pytest.param(
                "projects/p/global/networks/vpc", ResourceName("networks", "vpc", "global", "p"), id="global"
            ),
            pytest.param(
                "//networksecurity.googleapis.com/projects/123456/locations/us-east1-b/interceptDeployments/d",
                ResourceName("interceptDeployments", "d", "zones/us-east1-b", "123456"),
                id="a location that is a zone, a project by number",
            ),
            pytest.param(
                "https://networkconnectivity.googleapis.com/v1/projects/p/locations/global/policyBasedRoutes/r",
                ResourceName("policyBasedRoutes", "r", "global", "p"),
                id="a location that is global",
            ),
            pytest.param(
                "https://networksecurity.googleapis.com/v1alpha1/projects/p/locations/us-east1/things/t",
                ResourceName("things", "t", "regions/us-east1", "p"),
                id="a location that is a region, a later version",
            ),
            pytest.param(
                "https://dns.googleapis.com/dns/v1/projects/p/managedZones/z",
                ResourceName("managedZones", "z", None, "p"),
                id="of a project, without a scope",
            ),
            pytest.param(
                "https://www.googleapis.com/compute/v1/projects/example.test:p/global/networks/vpc",
                ResourceName("networks", "vpc", "global", "example.test:p"),
                id="a domain-scoped project",
            ),
        ],
    )
    def test_scopes_and_projects(self, text: str, expected: ResourceName) -> None:
        assert ResourceName.parse(text, "unused") == expected

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param(
                "regions/us-east1/backendServices/bs",
                ResourceName("backendServices", "bs", "regions/us-east1"),
                id="no project",
            ),
            pytest.param(
                "global/networks/vpc", ResourceName("networks", "vpc", "global"), id="global, no project"
            ),
            pytest.param("networks/vpc", ResourceName("networks", "vpc"), id="collection and name"),
            pytest.param("vpc", ResourceName("given", "vpc"), id="bare"),
            pytest.param(" vpc ", ResourceName("given", "vpc"), id="bare, with spaces"),
            pytest.param(
                "us-east1/bs", ResourceName("given", "us-east1/bs"), id="no form at all stays as it is"
            ),
        ],
    )
    def test_what_a_form_does_not_carry_is_none(self, text: str, expected: ResourceName) -> None:
        assert ResourceName.parse(text, "given") == expected


PARTS = st.from_regex(r"[a-z](?:[a-z0-9-]{0,8}[a-z0-9])?", fullmatch=True)
PLACES = st.one_of(
    st.just("global"), PARTS.map(lambda region: f"regions/{region}"), PARTS.map(lambda zone: f"zones/{zone}")
)
NAMES = st.builds(
    ResourceName,
    st.sampled_from(("instanceGroups", "backendServices", "networks", "forwardingRules")),
    PARTS,
    PLACES,
    st.one_of(
        PARTS, st.from_regex(r"[1-9][0-9]{3,11}", fullmatch=True), PARTS.map(lambda p: f"example.test:{p}")
    ),
)


class TestStr:
    @settings(deadline=None)
    @given(
        NAMES, st.sampled_from(("", "https://www.googleapis.com/compute/v1/", "//compute.googleapis.com/"))
    )
    def test_a_full_name_is_read_back_behind_any_host(self, name: ResourceName, host: str) -> None:
        assert ResourceName.parse(f"{host}{name}", "unused") == name

    def test_what_is_not_known_is_a_hyphen(self) -> None:
        assert str(ResourceName("networks", "vpc")) == "projects/-/-/networks/vpc"


class TestPlace:
    @pytest.mark.parametrize(
        ("scope", "zone", "region"),
        [
            pytest.param("zones/us-east1-b", "us-east1-b", "us-east1", id="zonal"),
            pytest.param("regions/us-east1", None, "us-east1", id="regional"),
            pytest.param("global", None, None, id="global"),
            pytest.param(None, None, None, id="not told"),
        ],
    )
    def test_zone_and_region(self, scope: str | None, zone: str | None, region: str | None) -> None:
        name = ResourceName("instanceGroups", "g", scope)

        assert (name.zone, name.region) == (zone, region)

    @pytest.mark.parametrize(
        ("place", "scope"),
        [
            pytest.param("us-east1-b", "zones/us-east1-b", id="a zone"),
            pytest.param("us-central1-ai1a", "zones/us-central1-ai1a", id="a zone for AI"),
            pytest.param("us-east1", "regions/us-east1", id="a region"),
            pytest.param("europe-west12", "regions/europe-west12", id="a region of two digits"),
            pytest.param("northamerica-northeast1", "regions/northamerica-northeast1", id="a long region"),
            pytest.param("global", "global", id="global"),
            pytest.param("", None, id="empty"),
            pytest.param(None, None, id="none"),
        ],
    )
    def test_scope_of(self, place: str | None, scope: str | None) -> None:
        assert scope_of(place) == scope

    @pytest.mark.parametrize(
        ("zone", "region"),
        [("us-east1-b", "us-east1"), ("us-central1-ai1a", "us-central1"), ("somewhere", "")],
    )
    def test_region_of(self, zone: str, region: str) -> None:
        assert region_of(zone) == region

    @pytest.mark.parametrize(
        ("url", "segment"),
        [
            ("https://www.googleapis.com/compute/v1/projects/p/regions/us-east1", "us-east1"),
            ("regions/us-east1/", "us-east1"),
            ("us-east1", "us-east1"),
        ],
    )
    def test_last_segment(self, url: str, segment: str) -> None:
        assert last_segment(url) == segment


class TestMayBe:
    @pytest.mark.parametrize(
        ("other", "verdict"),
        [
            pytest.param(ZONAL, True, id="itself"),
            pytest.param(ResourceName("instanceGroups", "g"), True, id="nothing but the name"),
            pytest.param(ResourceName("instanceGroups", "g", None, "p"), True, id="no scope"),
            pytest.param(ResourceName("instanceGroups", "g", "zones/us-east1-b"), True, id="no project"),
            pytest.param(
                ResourceName("instanceGroups", "g", "zones/us-east1-b", "123456"),
                True,
                id="a project by number",
            ),
            pytest.param(
                ResourceName("instanceGroups", "h", "zones/us-east1-b", "p"), False, id="another name"
            ),
            pytest.param(
                ResourceName("networkEndpointGroups", "g", "zones/us-east1-b", "p"),
                False,
                id="another collection",
            ),
            pytest.param(
                ResourceName("instanceGroups", "g", "zones/us-east1-c", "p"), False, id="another zone"
            ),
            pytest.param(
                ResourceName("instanceGroups", "g", "regions/us-east1", "p"), False, id="another scope"
            ),
            pytest.param(
                ResourceName("instanceGroups", "g", "zones/us-east1-b", "q"), False, id="another project"
            ),
        ],
    )
    def test_whether_both_can_be_one(self, other: ResourceName, verdict: bool) -> None:
        assert ZONAL.may_be(other) is verdict
        assert other.may_be(ZONAL) is verdict

    def test_two_numbers_are_two_projects(self) -> None:
        one, other = (ResourceName("networks", "vpc", "global", number) for number in ("1", "2"))

        assert not one.may_be(other)
