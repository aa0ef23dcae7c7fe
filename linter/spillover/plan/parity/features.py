"""What primary and backup of a failover are compared by, and what each setting means where it is not written.

Source of the list: "Configure a backup load balancer" and "Review existing primary load balancer
configuration" of Google's page on failover (2026-04); of the defaults: the discovery document compute v1
(2026-11) and the documentation of Terraform's provider.
"""

from __future__ import annotations

from enum import Enum

from spillover.records import dataclass


class Topic(Enum):
    """What a difference is about: it decides which rule speaks of it."""

    BUCKET = "backend buckets"
    CAPACITY = "how far the backends scale"
    CDN = "Cloud CDN"
    CERTIFICATE = "certificates"
    CLOUD_ARMOR = "Cloud Armor"
    GLOBAL_ONLY = "what only global load balancers have"
    MIRRORED = "what both should have alike"
    TIER = "network tiers"


@dataclass(frozen=True)
class Feature:
    """A setting by its name in the model, what it is called, and what it means if it is not written.

    ``unit`` is printed after a number. Of a link to something that each side has of its own it only
    counts whether there is one. ``implied`` is a part that means the same if it is not written.
    """

    setting: str
    called: str
    default: str = "none"
    unit: str = ""
    topic: Topic = Topic.MIRRORED
    is_link: bool = False
    implied: str = ""

    def shown(self, text: str | None) -> str:
        """A text of the setting as it is printed."""
        value = self.default if text is None else "on" if text == "true" or self.is_link else text
        if self.implied:
            value = ", ".join(part for part in value.split(", ") if part != self.implied)
        return f"{value}{self.unit}" if value.isdigit() else value

    def is_same(self, primary: str | None, backup: str | None) -> bool:
        """Whether both sides do the same; of what no backup has, whether the primary does without it."""
        if self.topic is Topic.GLOBAL_ONLY:
            return primary in (None, "NONE", "DISABLE", "DISABLED")
        return self.shown(primary) == self.shown(backup)


PROXY = (
    # Longest and default on a regional load balancer; on a global one the default is 610 s.
    Feature("http_keep_alive_timeout_sec", "client keep-alive timeout", "600", " s"),
)

PROXY_OF_TLS = (
    Feature("server_tls_policy", "client authentication (mTLS)", is_link=True),
    Feature("quic_override", "HTTP/3 (QUIC)", "NONE", topic=Topic.GLOBAL_ONLY),
    Feature("tls_early_data", "TLS early data", "DISABLED", topic=Topic.GLOBAL_ONLY),
)

SSL_POLICY = (
    Feature("min_tls_version", "minimum TLS version", "TLS_1_0"),
    Feature("profile", "TLS profile", "COMPATIBLE"),
    Feature("custom_features", "TLS ciphers"),
)

ACTION = (
    Feature("redirect", "redirect", implied="redirect_response_code = MOVED_PERMANENTLY_DEFAULT"),
    Feature("rewrite", "URL rewrite"),
    Feature("timeout", "route timeout"),
    Feature("retries", "retry policy", implied="num_retries = 1"),
    Feature("cors", "CORS policy"),
    Feature("faults", "fault injection"),
    Feature("stream_duration", "maximum stream duration"),
    Feature("error_pages", "custom error responses"),
    Feature("removed_request_headers", "removed request headers"),
    Feature("removed_response_headers", "removed response headers"),
)

OF_PROTOCOL = (Feature("timeout", "timeout", "30", " s"),)
"""What a service for serverless endpoints does not have, as it has no protocol."""

SERVICE = (
    Feature("session_affinity", "session affinity", "NONE"),
    Feature("cookie_ttl", "affinity cookie TTL", "0", " s"),
    Feature("cookie", "strong affinity cookie"),
    Feature("hash", "consistent hash"),
    Feature("outliers", "outlier detection"),
    Feature("breakers", "circuit breakers"),
    Feature("stream_duration", "maximum stream duration"),
    Feature("logging", "logging", "off"),
    Feature("compression", "compression", "DISABLED", topic=Topic.GLOBAL_ONLY),
)
