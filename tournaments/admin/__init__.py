"""The admin of people, events, rounds and results."""

from tournaments.admin import absences, clubs, entries, events, people, rounds, tasks

__all__ = ["absences", "clubs", "entries", "events", "people", "rounds", "tasks"]
