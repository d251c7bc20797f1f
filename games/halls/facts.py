"""An event as separate facts, each under a key that says what it is about. Pure.

Keys: `setting:<name>`, `entry:<n>`, `team:<n>`, `stage:<s>`, `seat:<s>:<n>` (an entry in a stage),
`absences:<n>`, `adjustments:<s>:<n>`, `round:<r>`, `state:<r>` (of a round),
`match:<r>:<m>` (what staff decided of a drawn match of teams), `slot:<r>:<leg>:<seats>:<number>`.
Derived tables are no facts, nor are ids of one installation.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from typing import Any

from games.archive.format import canonical

Facts = dict[str, Any]
Rows = Iterable[Mapping[str, Any]]

OWN_SETTINGS = ("slug", "public_id", "journal", "teams")
ENTRY_COLUMNS = ("player", "state", "rating", "rating_source", "fixed_table")
STATE_COLUMNS = ("state", "opens_at", "closes_at")
APART_FROM_PAIRINGS = (*STATE_COLUMNS, "decisions")


def mark(salt: str, value: Any) -> str:
    """What is kept of a fact to see whether it changed: it says nothing about the value."""
    return hmac.new(salt.encode(), canonical(value).encode(), hashlib.sha256).hexdigest()


def marks_of(salt: str, facts: Facts) -> dict[str, str]:
    return {key: mark(salt, value) for key, value in facts.items()}


def order_of(key: str) -> tuple[Any, ...]:
    """Sorts keys by their numbers."""
    return tuple((0, int(word), "") if word.isdigit() else (1, 0, word) for word in
                 key.replace("-", ":").split(":"))  # fmt: skip


def facts_of(parts: Mapping[str, Any], sealed: Mapping[str, Any]) -> Facts:
    """The facts of an archive, with its sealed texts."""
    return {
        **_settings(parts["event.json"], sealed),
        **_entries(parts["entries.ndjson"], sealed),
        **_stages(parts["stages.ndjson"]),
        **_grouped("absences:{entry}", parts["absences.ndjson"], drop=("entry",)),
        **_adjustments(parts["adjustments.ndjson"], sealed),
        **_rounds(parts["rounds.ndjson"], sealed),
        **_slots(parts, sealed),
    }


def slot_keys(rounds: Rows) -> dict[Any, str]:
    """The key of each slot by its number in the archive."""
    return {
        slot["id"]: slot_key(row["round"], pairing, slot["number"])
        for row in rounds
        for pairing in row["pairings"]
        for slot in pairing["slots"]
    }


def slot_key(round_number: int, pairing: Mapping[str, Any], number: int) -> str:
    seats = "-".join(str(seat) for seat in pairing["seats"])
    return f"slot:{round_number}:{pairing['leg']}:{seats}:{number}"


def round_of(key: str) -> int | None:
    """The number of the round that a fact belongs to."""
    kind, _colon, rest = key.partition(":")
    return int(rest.split(":")[0]) if kind in ("round", "state", "match", "slot") else None


def names_of(parts: Mapping[str, Any], sealed: Mapping[str, Any]) -> dict[int, str]:
    """The names of the entries, by number; they belong to people, not to the event."""
    return {
        row["entry"]: str((sealed.get(f"person:{row['entry']}") or {}).get("name", ""))
        for row in parts["entries.ndjson"]
    }


def _settings(about: Mapping[str, Any], sealed: Mapping[str, Any]) -> Facts:
    texts = sealed.get("event") or {}
    values = {**{name: about[name] for name in about if name not in OWN_SETTINGS}, **texts}
    found = {f"setting:{name}": value for name, value in values.items()}
    for row in about.get("teams", []):
        name = (sealed.get(f"team:{row['team']}") or {}).get("name", "")
        found[f"team:{row['team']}"] = {**row, "name": name}
    return found


def _entries(rows: Rows, sealed: Mapping[str, Any]) -> Facts:
    return {
        f"entry:{row['entry']}": {
            **{name: row[name] for name in ENTRY_COLUMNS},
            "family": (sealed.get(f"person:{row['entry']}") or {}).get("family", ""),
        }
        for row in rows
    }


def _stages(rows: Rows) -> Facts:
    found: Facts = {}
    for row in rows:
        found[f"stage:{row['stage']}"] = {
            name: row[name] for name in ("system", "options", "state")
        }
        for number, *values in row["entries"]:
            found[f"seat:{row['stage']}:{number}"] = values
    return found


def _grouped(key: str, rows: Rows, *, drop: tuple[str, ...]) -> Facts:
    """Rows by key, in their order."""
    found: Facts = {}
    for row in rows:
        values = {name: value for name, value in row.items() if name not in drop}
        found.setdefault(key.format(**row), []).append(values)
    return found


def _adjustments(rows: Rows, sealed: Mapping[str, Any]) -> Facts:
    told = [
        {**row, "reason": _reason(sealed, f"adjustment:{number}")}
        for number, row in enumerate(rows, start=1)
    ]
    return _grouped("adjustments:{stage}:{entry}", told, drop=("stage", "entry"))


def _reason(sealed: Mapping[str, Any], name: str) -> str:
    return str((sealed.get(name) or {}).get("reason", ""))


def _rounds(rows: Rows, sealed: Mapping[str, Any]) -> Facts:
    """What was paired, and apart from it what becomes of the round."""
    found: Facts = {}
    for row in rows:
        number = row["round"]
        found[f"round:{number}"] = {
            **{name: value for name, value in row.items() if name not in APART_FROM_PAIRINGS},
            "pairings": [_without_slots(pairing) for pairing in row["pairings"]],
            "staff": sealed.get(f"staff:{number}"),
        }
        found[f"state:{number}"] = {name: row[name] for name in STATE_COLUMNS}
        for match, team in row.get("decisions", {}).items():
            reason = _reason(sealed, f"match:{number}:{match}")
            found[f"match:{number}:{match}"] = {"team": team, "reason": reason}
    return found


def _without_slots(pairing: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in pairing.items() if name != "slots"}


def _slots(parts: Mapping[str, Any], sealed: Mapping[str, Any]) -> Facts:
    """A slot is one fact with everything that was sent and decided about it."""
    found: Facts = {}
    for row in parts["rounds.ndjson"]:
        for pairing in row["pairings"]:
            for slot in pairing["slots"]:
                found[slot_key(row["round"], pairing, slot["number"])] = {
                    "columns": {name: slot[name] for name in slot if name != "id"},
                    "results": [], "games": [], "rulings": [], "disputes": [],
                }  # fmt: skip
    keys = slot_keys(parts["rounds.ndjson"])
    for kind, row in _evidence(parts, sealed):
        values = {name: value for name, value in row.items() if name not in ("slot", "actor")}
        found[keys[row["slot"]]][kind].append(values)
    return found


def _evidence(
    parts: Mapping[str, Any], sealed: Mapping[str, Any]
) -> Iterable[tuple[str, dict[str, Any]]]:
    for row in parts["results.ndjson"]:
        reason = _reason(sealed, f"result:{row['slot']}:{row['revision']}")
        yield "results", {**row, "reason": reason}
    for row in parts["games.ndjson"]:
        record = (sealed.get(f"record:{row['game']}") or {}).get("record", "")
        yield "games", {**row, "record": record}
    for kind, name in (("rulings", "ruling"), ("disputes", "dispute")):
        for number, row in enumerate(parts[f"{kind}.ndjson"], start=1):
            yield kind, {**row, "reason": _reason(sealed, f"{name}:{number}")}
