"""Celery tasks of games; each calls one service."""

from celery import shared_task
from django.utils import timezone

from games.services import deadlines
from games.services.playtak import messages, seeks, server
from games.services.records import import_runs
from games.services.rulings import lateness
from tournaments.enqueue import enqueue
from tournaments.services import task_failures


@shared_task(name="games.jobs.confirm_overdue")
def confirm_overdue() -> int:
    """Confirm proven games whose deadline has passed; returns their number."""
    now = timezone.now()
    return sum(
        task_failures.run_each(
            confirm_overdue.name,
            deadlines.overdue_games(now),
            lambda game_id: deadlines.confirm_overdue(game_id=game_id, now=now),
        )
    )


@shared_task(name="games.jobs.rule_late")
def rule_late() -> int:
    """Rule late games if their event asks for it; returns their number."""
    now = timezone.now()
    return sum(
        task_failures.run_each(
            rule_late.name,
            lateness.late_slots(now),
            lambda slot_id: lateness.rule_late(slot_id=slot_id, now=now),
        )
    )


@shared_task(name="games.jobs.run_import")
def run_import(import_id: int) -> None:
    """Store games of an import for some time, and send itself for those that are left."""
    if import_runs.run_import(import_id):
        enqueue(run_import, import_id)


@shared_task(name="games.jobs.resend_imports")
def resend_imports() -> None:
    """Send imports again whose message or worker was lost."""
    for import_id in import_runs.lost_imports(timezone.now()):
        enqueue(run_import, import_id)


@shared_task(name="games.jobs.tend_playtak")
def tend_playtak() -> None:
    """Make seeks for published slots, look after those there are, and check messages again."""
    if not server.has_seeks():
        return
    seeks.plan_seeks()
    seeks.tend_seeks()
    for message_id in messages.due_messages(timezone.now()):
        enqueue(check_playtak_message, message_id)


@shared_task(name="games.jobs.check_playtak_message")
def check_playtak_message(message_id: int) -> None:
    messages.check_message(message_id)


@shared_task(name="games.jobs.forget_playtak_messages")
def forget_playtak_messages() -> int:
    """Delete messages that are no longer kept; returns how many."""
    return messages.forget_messages_before(timezone.now() - messages.KEPT)
