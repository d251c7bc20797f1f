"""Taki: cards, rules, the table, records and what they prove."""
