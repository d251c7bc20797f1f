"""The director's tool for people, events, rounds and results."""

from tournaments.admin import events, people, rounds

__all__ = ["events", "people", "rounds"]
