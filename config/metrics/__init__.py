"""What Prometheus reads at `/metrics`; nothing is counted without METRICS=1."""
