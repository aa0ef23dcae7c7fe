"""Security policies of Cloud Armor, and rules of them that are resources of their own."""

from __future__ import annotations

from spillover.model.armor import SecurityPolicy, SecurityRule
from spillover.model.source import Unknown
from spillover.read.body import Body, Fields, Row
from spillover.read.resources.naming import PLACE, identity_of, is_global, region_of

_CONTENT: dict[str, Row] = {
    "action": "action",
    "matched": "match",
    "network_matched": "network_match",
    "limits": "rate_limit_options",
    "redirect": "redirect_options",
    "exclusions": ("preconfigured_waf_config", "preconfiguredWafConfig"),
}
SECURITY_RULE = Fields.table(
    **_CONTENT,
    priority="priority",
    preview="preview",
    source_ranges="match.config.src_ip_ranges",
    expression="match.expr.expression",
    policy="security_policy",
)
_POLICY: dict[str, Row] = {
    **PLACE,
    "type": "type",
    "adaptive_protection": (
        "adaptive_protection_config.layer_7_ddos_defense_config.enable",
        "adaptiveProtectionConfig.layer7DdosDefenseConfig.enable",
    ),
}
# Terraform calls a rule of a global policy "rule", and one of a regional policy "rules".
SECURITY_POLICY = Fields.table(**_POLICY, rules=("rule", "rules"))
REGION_SECURITY_POLICY = Fields.table(**_POLICY, rules="rules")


def security_policy(body: Body) -> SecurityPolicy:
    """``google_compute_(region_)security_policy``; ``compute#securityPolicy``."""
    rules = body.each("rules", SECURITY_RULE)
    return SecurityPolicy(
        name=body.text("name"),
        region=region_of(body),
        is_global=is_global(body, "securityPolicies"),
        type=body.text("type"),
        rules=tuple(map(security_rule, rules)) if isinstance(rules, tuple) else rules,
        adaptive_protection=body.flag("adaptive_protection"),
        identity=identity_of(body, "securityPolicies"),
        origin=body.named(),
    )


def security_rule(body: Body) -> SecurityRule:
    """``google_compute_(region_)security_policy_rule``, or one inside of a policy."""
    content = body.settings(*_CONTENT)
    unknown = (each.text for each in content if isinstance(each.text, Unknown))
    return SecurityRule(
        priority=body.integer("priority"),
        action=body.text("action"),
        preview=body.flag("preview"),
        source_ranges=body.texts("source_ranges"),
        expression=body.text("expression"),
        content=next(unknown, "; ".join(f"{each.name}: {each.text}" for each in content)),
        policy=body.link("policy", "securityPolicies"),
        origin=body.named(),
    )
