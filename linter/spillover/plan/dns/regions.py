"""Where the regions of Google Cloud are: the published location of each, with rounded coordinates.

Google publishes the place of a region (cloud.google.com/about/locations, and the table of
docs.cloud.google.com/compute/docs/regions-zones, 2026-10), but no coordinates: these are those of the place,
in degrees, to two decimals. To renew the table, add what is new there; docs/geography.md is written from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from spillover.records import dataclass


@dataclass(frozen=True, slots=True)
class Coordinates:
    """A point on the globe in degrees: north and east are positive."""

    latitude: Decimal
    longitude: Decimal


@dataclass(frozen=True, slots=True)
class RegionLocation:
    """A region: the place that Google publishes, and where that is."""

    place: str
    at: Coordinates


def _in(place: str, latitude: str, longitude: str) -> RegionLocation:
    return RegionLocation(place, Coordinates(Decimal(latitude), Decimal(longitude)))


REGIONS: Mapping[str, RegionLocation] = {
    "africa-south1": _in("Johannesburg, South Africa", "-26.20", "28.05"),
    "asia-east1": _in("Changhua County, Taiwan", "24.05", "120.52"),
    "asia-east2": _in("Hong Kong", "22.32", "114.17"),
    "asia-northeast1": _in("Tokyo, Japan", "35.68", "139.69"),
    "asia-northeast2": _in("Osaka, Japan", "34.69", "135.50"),
    "asia-northeast3": _in("Seoul, South Korea", "37.57", "126.98"),
    "asia-south1": _in("Mumbai, India", "19.08", "72.88"),
    "asia-south2": _in("Delhi, India", "28.61", "77.21"),
    "asia-southeast1": _in("Jurong West, Singapore", "1.34", "103.71"),
    "asia-southeast2": _in("Jakarta, Indonesia", "-6.21", "106.85"),
    "asia-southeast3": _in("Bangkok, Thailand", "13.76", "100.50"),
    "australia-southeast1": _in("Sydney, Australia", "-33.87", "151.21"),
    "australia-southeast2": _in("Melbourne, Australia", "-37.81", "144.96"),
    "europe-central2": _in("Warsaw, Poland", "52.23", "21.01"),
    "europe-north1": _in("Hamina, Finland", "60.57", "27.20"),
    "europe-north2": _in("Stockholm, Sweden", "59.33", "18.07"),
    "europe-southwest1": _in("Madrid, Spain", "40.42", "-3.70"),
    "europe-west1": _in("St. Ghislain, Belgium", "50.45", "3.82"),
    "europe-west10": _in("Berlin, Germany", "52.52", "13.41"),
    "europe-west12": _in("Turin, Italy", "45.07", "7.69"),
    "europe-west2": _in("London, England", "51.51", "-0.13"),
    "europe-west3": _in("Frankfurt, Germany", "50.11", "8.68"),
    "europe-west4": _in("Eemshaven, Netherlands", "53.44", "6.83"),
    "europe-west6": _in("Zurich, Switzerland", "47.38", "8.54"),
    "europe-west8": _in("Milan, Italy", "45.46", "9.19"),
    "europe-west9": _in("Paris, France", "48.86", "2.35"),
    "me-central1": _in("Doha, Qatar", "25.29", "51.53"),
    "me-central2": _in("Dammam, Saudi Arabia", "26.43", "50.10"),
    "me-west1": _in("Tel Aviv, Israel", "32.08", "34.78"),
    "northamerica-northeast1": _in("Montréal, Canada", "45.50", "-73.57"),
    "northamerica-northeast2": _in("Toronto, Canada", "43.65", "-79.38"),
    "northamerica-south1": _in("Querétaro, Mexico", "20.59", "-100.39"),
    "southamerica-east1": _in("Osasco, São Paulo, Brazil", "-23.53", "-46.79"),
    "southamerica-west1": _in("Santiago, Chile", "-33.45", "-70.67"),
    "us-central1": _in("Council Bluffs, Iowa", "41.26", "-95.86"),
    "us-east1": _in("Moncks Corner, South Carolina", "33.20", "-80.01"),
    "us-east4": _in("Ashburn, Virginia", "39.04", "-77.49"),
    "us-east5": _in("Columbus, Ohio", "39.96", "-83.00"),
    "us-south1": _in("Dallas, Texas", "32.78", "-96.80"),
    "us-west1": _in("The Dalles, Oregon", "45.59", "-121.18"),
    "us-west2": _in("Los Angeles, California", "34.05", "-118.24"),
    "us-west3": _in("Salt Lake City, Utah", "40.76", "-111.89"),
    "us-west4": _in("Las Vegas, Nevada", "36.17", "-115.14"),
}
