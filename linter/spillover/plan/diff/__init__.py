"""What a change does to clients: two plans of the same load balancers and records, side by side."""
