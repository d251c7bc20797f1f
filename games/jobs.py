"""Celery tasks of games; each calls one service."""

from celery import shared_task
from django.utils import timezone

from games.services import deadlines
from games.services.rulings import lateness


@shared_task(name="games.jobs.confirm_overdue")
def confirm_overdue() -> int:
    """Confirm proven games whose deadline has passed; returns their number."""
    now = timezone.now()
    return sum(
        deadlines.confirm_overdue(game_id=game_id, now=now)
        for game_id in deadlines.overdue_games(now)
    )


@shared_task(name="games.jobs.rule_late")
def rule_late() -> int:
    """Rule late games if their event asks for it; returns their number."""
    now = timezone.now()
    return sum(lateness.rule_late(slot_id=slot, now=now) for slot in lateness.late_slots(now))
