"""Games, answers, results, rulings and disputes that a merge adds to slots, or changes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from games.halls.facts import Facts
from games.models import COUNTED_STATES, Answer, Confirmation, Dispute, Game
from games.services.archives import evidence
from tournaments.selectors.events.archive import EventFacts
from tournaments.services.archives import changes
from tournaments.services.archives.rounds import IMPORTED, store_results

if TYPE_CHECKING:
    from tournaments.models import Event, GameSlot

KINDS = ("games", "results", "rulings", "disputes")
SEALED_NAMES = {"games": "record", "rulings": "ruling", "disputes": "dispute"}


def write_evidence(
    event: "Event", slots: "Mapping[str, GameSlot]", before: Facts, after: Facts
) -> None:
    """Write what the slots have now. before: the slots that were here, as they were."""
    for key, slot in slots.items():
        if key in before:
            _change_games(before[key], after[key])
            changes.set_current(slot.pk, None)
            _close_disputes(slot, before[key], after[key])
    new = _new_rows(slots, before, after)
    entries = changes.entries_by_number(event)
    evidence.store_games(new, slots, entries, same_ids=True)
    known = {row["game"] for key in slots for row in after[key]["games"]}
    games = {game.public_id: game for game in Game.objects.filter(public_id__in=known)}
    store_results(new, slots, {public_id: public_id for public_id in games})
    evidence.store_rulings(new, slots, games)
    evidence.store_disputes(new, slots, games)
    for key, slot in slots.items():
        counted = [row["revision"] for row in after[key]["results"] if row["current"]]
        changes.set_current(slot.pk, counted[0] if counted else None)


def _new_rows(slots: "Mapping[str, GameSlot]", before: Facts, after: Facts) -> EventFacts:
    """The rows that are not here yet, as parts of an archive; slots have their keys as ids.

    None of the results counts yet: the one that does is said afterwards.
    """
    rows: dict[str, list[dict[str, Any]]] = {f"{kind}.ndjson": [] for kind in KINDS}
    sealed: dict[str, Any] = {}
    for key in slots:
        for kind in KINDS:
            known = before[key][kind] if key in before else []
            fresh = after[key][kind][len(known) :]
            for row in fresh:
                part = rows[f"{kind}.ndjson"]
                part.append(
                    {**row, "slot": key} | ({"current": False} if kind == "results" else {})
                )
                sealed |= _sealed(kind, row, key, len(part))
    return EventFacts(rows, sealed)


def _sealed(kind: str, row: Mapping[str, Any], key: str, number: int) -> dict[str, Any]:
    if kind == "games":
        return {f"record:{row['game']}": {"record": row["record"]}} if row["record"] else {}
    if kind == "results":
        return {f"result:{key}:{row['revision']}": {"reason": row["reason"]}}
    return {f"{SEALED_NAMES[kind]}:{number}": {"reason": row["reason"]}}


def _change_games(before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """States and answers of games that are here; first of those that count no more."""
    now = {row["game"]: row for row in after["games"]}
    changed = [now[row["game"]] for row in before["games"] if now[row["game"]] != row]
    for row in sorted(changed, key=lambda row: row["state"] in COUNTED_STATES):
        game = Game.objects.get(public_id=row["game"])
        game.state, game.confirm_by_at = row["state"], changes.moment_of(row["confirm_by"])
        game.save(update_fields=["state", "confirm_by_at"])
        answers = dict(row["answers"])
        game.confirmations.exclude(order__in=answers).delete()
        for order, answer in answers.items():
            Confirmation.objects.update_or_create(
                game=game,
                order=order,
                defaults={"answer": Answer(answer)},
                create_defaults={"answer": Answer(answer), "actor": IMPORTED},
            )


def _close_disputes(slot: "GameSlot", before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    stored = Dispute.objects.filter(slot=slot.pk).order_by("pk")
    for dispute, row in zip(stored, after["disputes"][: len(before["disputes"])], strict=True):
        dispute.closed_at = changes.moment_of(row["closed"])
        dispute.save(update_fields=["closed_at"])
