"""spillover: a linter and planner for Google Cloud load-balancer configuration."""

__version__ = "0.1.0"
