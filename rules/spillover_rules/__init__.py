"""Every rule, in the order of its code. A new rule is added here, and a test says so."""

from typing import Any

from spillover.check.rule import Rule
from spillover_rules import (
    cf001_unused_suppression,
    cf002_unknown_rule,
    cf003_suppression_without_reason,
    cf010_wrong_type,
    cf011_unknown_enum_value,
    fo003_wrong_number_of_source_regions,
    fo007_check_interval_too_short,
    fo011_unfit_failover_ttl,
    fo012_unfit_trickle_ratio,
    za001_zonal_affinity_outside_internal_passthrough,
    za002_subsetting_with_zonal_affinity,
    za003_mirroring_collector_with_zonal_affinity,
    za004_security_deployment_with_zonal_affinity,
    za005_published_service_with_zonal_affinity,
    za014_stay_within_thin_zone,
    za015_spillover_ratio_out_of_range,
    za017_spillover_ratio_without_spill,
    za024_ha_policy_with_zonal_affinity,
)

ALL: tuple[Rule[Any], ...] = (
    cf001_unused_suppression.RULE,
    cf002_unknown_rule.RULE,
    cf003_suppression_without_reason.RULE,
    cf010_wrong_type.RULE,
    cf011_unknown_enum_value.RULE,
    fo003_wrong_number_of_source_regions.RULE,
    fo007_check_interval_too_short.RULE,
    fo011_unfit_failover_ttl.RULE,
    fo012_unfit_trickle_ratio.RULE,
    za001_zonal_affinity_outside_internal_passthrough.RULE,
    za002_subsetting_with_zonal_affinity.RULE,
    za003_mirroring_collector_with_zonal_affinity.RULE,
    za004_security_deployment_with_zonal_affinity.RULE,
    za005_published_service_with_zonal_affinity.RULE,
    za014_stay_within_thin_zone.RULE,
    za015_spillover_ratio_out_of_range.RULE,
    za017_spillover_ratio_without_spill.RULE,
    za024_ha_policy_with_zonal_affinity.RULE,
)
