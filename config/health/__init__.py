"""Health checks: `/healthz` (the process responds) and `/readyz` (all parts work)."""
