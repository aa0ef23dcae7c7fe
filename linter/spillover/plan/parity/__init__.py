"""Parity: the load balancers of a failover's primary and its backups, compared feature by feature."""
