"""Gamnon: cards, rules, the table and records. GAM-n names a clause of the rules specification."""
