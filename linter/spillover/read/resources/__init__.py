"""Resource bodies -> model objects, for Terraform and the API alike; the files mirror the model's.

One function per kind; the table above it says where each field stands. Facts about names
and types: Google's discovery documents (compute and dns v1) and the google provider 7.x.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from spillover.read.body import Body

Builder: TypeAlias = Callable[[Body], Any]
