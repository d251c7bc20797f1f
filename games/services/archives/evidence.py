"""Games, rulings and stakes of an event from its archive."""

import hashlib
from collections.abc import Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from engine.games import CARD_GAMES, VERIFIERS
from games.models import (
    Answer,
    Confirmation,
    Dispute,
    Game,
    GamePlayer,
    GameState,
    Ruling,
    SlotBids,
    WagerAccount,
    WagerTransfer,
)
from games.services.archives.exports import BID_COLUMNS
from games.services.records.evidence import ENGINE_VERSIONS
from games.stakes.dues import PLAYER
from tournaments.selectors.events.archive import EventFacts
from tournaments.services.archives.entries import REMOVED, reason_of
from tournaments.services.archives.rounds import IMPORTED, moments
from tournaments.services.archives.storing import store

if TYPE_CHECKING:
    from tournaments.models import Entry, Event, GameSlot

Slots = Mapping[Any, "GameSlot"]  # by what the rows call them
# What a verdict on cards says by the names in its record.
BY_NAME = ("places", "points", "cards_left")


def store_games(
    facts: EventFacts, slots: Slots, entries: "Mapping[int, Entry]", *, same_ids: bool
) -> dict[str, Game]:
    """The games by the public ids that the archive gives them; here they have new ones.

    same_ids: they have the same.
    """
    rows = facts.parts["games.ndjson"]
    games = {row["game"]: _game(row, facts, slots) for row in rows}
    if same_ids:
        for public_id, game in games.items():
            game.public_id = public_id
    store(games.values())
    store(
        GamePlayer(game=games[row["game"]], order=order, player=_player(number, entries))
        for row in rows
        for order, number in enumerate(row["players"], start=1)
    )
    store(
        Confirmation(
            game=games[row["game"]], order=order, answer=Answer(answer), actor=IMPORTED
        )
        for row in rows
        for order, answer in row["answers"]
    )  # fmt: skip
    return games


def _player(number: int | None, entries: "Mapping[int, Entry]") -> Any:
    return None if number is None else entries[number].player


def _game(row: Mapping[str, Any], facts: EventFacts, slots: Slots) -> Game:
    record = str((facts.sealed.get(f"record:{row['game']}") or {}).get("record", ""))
    return Game(
        slot=slots[row["slot"]],
        game=row["kind"],
        ruleset=row["ruleset"],
        played_on=row["played_on"] and date.fromisoformat(row["played_on"]),
        record=record,
        record_hash=hashlib.sha256(record.encode()).hexdigest() if record else "",
        moves_hash=row["moves_hash"],
        claim=row["claim"],
        verdict=_verdict(row, record),
        engine_version=ENGINE_VERSIONS[row["kind"]] if row["verdict"] else "",
        actor=IMPORTED,
        submitted_seat=row["seat"],
        at=datetime.fromisoformat(row["at"]),
        confirm_by_at=moments(row, ["confirm_by"])["confirm_by"],
        state=GameState(row["state"]),
    )


def _verdict(row: Mapping[str, Any], record: str) -> dict[str, Any] | None:
    """The verdict of the archive; with its record also what names it."""
    if not row["verdict"]:
        return None
    if record:
        again: dict[str, Any] = VERIFIERS[row["kind"]](record, row["ruleset"]).as_json()
        return {**again, **row["verdict"]}
    nobody = dict.fromkeys(BY_NAME) if row["kind"] in CARD_GAMES else {}
    return {**row["verdict"], **nobody, "players": {}, "played_on": None, "warnings": []}


def store_rulings(facts: EventFacts, slots: Slots, games: Mapping[str, Game]) -> None:
    store(
        Ruling(
            slot=slots[row["slot"]],
            game=games[row["game"]] if row["game"] else None,
            outcome=row["outcome"],
            reason=reason_of(facts.sealed, f"ruling:{number}") or REMOVED,
            actor=IMPORTED,
            at=datetime.fromisoformat(row["at"]),
        )
        for number, row in enumerate(facts.parts["rulings.ndjson"], start=1)
    )


def store_disputes(facts: EventFacts, slots: Slots, games: Mapping[str, Game]) -> None:
    store(
        Dispute(
            slot=slots[row["slot"]],
            game=games[row["game"]] if row["game"] else None,
            text=reason_of(facts.sealed, f"dispute:{number}") or REMOVED,
            actor=IMPORTED,
            closed_at=moments(row, ["closed"])["closed"],
        )
        for number, row in enumerate(facts.parts["disputes.ndjson"], start=1)
    )


def store_stakes(
    event: "Event",
    facts: EventFacts,
    slots: Slots,
    entries: "Mapping[int, Entry]",
    games: Mapping[str, Game],
) -> None:
    """Accounts with their balances, transfers in their order, and bids."""
    books = facts.parts["stakes.json"]
    accounts = {
        party: _account(event, party, balance, floor, entries)
        for party, balance, floor in books["accounts"]
    }
    store(accounts.values())
    transfers: list[WagerTransfer] = []
    for row in books["transfers"]:
        transfers.append(
            WagerTransfer(
                slot=slots[row["slot"]],
                game=games[row["game"]] if row["game"] else None,
                payer=accounts[row["payer"]],
                payee=accounts[row["payee"]],
                amount=row["amount"],
                step=row["step"],
                live=row["live"],
                reverses=transfers[row["reverses"] - 1] if row["reverses"] else None,
            )
        )
        store(transfers[-1:])  # one by one: a reversal needs the id of another
    store(
        SlotBids(
            slot=slots[row["slot"]], actor=IMPORTED, **{name: row[name] for name in BID_COLUMNS}
        )
        for row in books["bids"]
    )  # fmt: skip


def _account(
    event: "Event", party: int | str, balance: int, floor: int, entries: "Mapping[int, Entry]"
) -> WagerAccount:
    return WagerAccount(
        event=event,
        entry=None if isinstance(party, str) else entries[party],
        kind=party if isinstance(party, str) else PLAYER,
        balance=balance,
        floor=floor,
        overdrawn=balance < floor,
    )
