"""How work survives faults: transactions run again, leases and heartbeats of what runs."""
