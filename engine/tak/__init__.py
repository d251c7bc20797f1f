"""Tak: rules, notation and records. TAK-n names a clause of the rules specification."""
