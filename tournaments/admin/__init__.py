"""The admin of people, events, rounds and results."""

from tournaments.admin import (
    absences,
    announcements,
    challenges,
    clubs,
    entries,
    events,
    journal,
    people,
    prizes,
    rounds,
    tasks,
    teams,
)
