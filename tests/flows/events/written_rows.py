"""What an act writes: its rows, to compare two ways to write them, and its statements."""

import json
import re

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import Dispute, Game, GamePlayer, Ruling, SlotBids, WagerAccount, WagerTransfer
from ratings.models import Posting, RatedGame
from tournaments.models import (
    Absence,
    Entry,
    GameSlot,
    Handle,
    JournalLine,
    Player,
    Result,
    SeatResult,
    StageEntry,
)

TABLES = (
    Player, Handle, Entry, StageEntry, Absence, GameSlot, Result, SeatResult, Game, GamePlayer,
    Dispute, Ruling, RatedGame, Posting, SlotBids, WagerAccount, WagerTransfer, JournalLine,
)  # fmt: skip
# Times, what is drawn at random, and what hangs on either.
UNSAID = {
    "at", "closed_at", "voided_at", "confirm_by_at", "salt", "hash", "text_hash", "prev_hash",
    "request_id",
}  # fmt: skip
WRITES = ("INSERT", "UPDATE", "DELETE", "SAVEPOINT", "BEGIN")


def dump():
    """All rows that lists write, without what differs each time: keys stand by their order."""
    keys = {model: {pk: at for at, pk in enumerate(_keys(model))} for model in TABLES}
    ids = {}
    for named_model in (Player, Game):
        for pk, public_id in named_model.objects.values_list("pk", "public_id"):
            ids[public_id] = f"{named_model.__name__}-{keys[named_model][pk]}"
    named = re.compile("|".join(map(re.escape, ids)) or "$^")
    subjects = {"entry": keys[Entry], "slot": keys[GameSlot]}
    found = {}
    for model in TABLES:
        rows = []
        for row in model.objects.order_by("pk"):
            values = {}
            for column in row._meta.concrete_fields:
                value = getattr(row, column.attname)
                if column.is_relation and column.related_model in keys:
                    value = keys[column.related_model].get(value)
                if column.name == "after" and "reversed" in (value or {}):
                    value = {
                        **value,
                        "reversed": [keys[WagerTransfer][pk] for pk in value["reversed"]],
                    }
                if column.name not in UNSAID and not column.primary_key:
                    values[column.name] = value
            rows.append(values)
        text = json.dumps(rows, default=str, ensure_ascii=False)
        text = named.sub(lambda found: ids[found[0]], text)
        found[model.__name__] = re.sub(
            r"\b(entry|slot):(\d+)", lambda at: f"{at[1]}-{subjects[at[1]].get(int(at[2]))}", text
        )
    return found


def _keys(model):
    return model.objects.order_by("pk").values_list("pk", flat=True)


def undone(act):
    """What an act returns, and the tables after it; then the database is as it was."""
    with transaction.atomic():
        answer = act()
        after = dump()
        transaction.set_rollback(True)
    return answer, after


def statements(act):
    """Those before the first that takes a lock or writes, and the others."""
    with CaptureQueriesContext(connection) as made:
        act()
    lines = [query["sql"] for query in made.captured_queries]
    first = next((at for at, sql in enumerate(lines) if sql.startswith(WRITES)), len(lines))
    return lines[:first], lines[first:]
