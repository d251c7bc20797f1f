"""Put an event into an archive. Reads only; its format is in docs/archive.md."""

import hashlib
import hmac
from typing import TYPE_CHECKING, Any

from django.conf import settings

from engine.games import CARD_GAMES
from games.archive import format as archive
from games.models import Dispute, Game, Ruling, SlotBids, WagerAccount, WagerTransfer
from games.verdicts import CARD_VERDICT_FIELDS, VERDICT_FIELDS
from ratings.selectors import archive as rated_games
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.chain.links import write_time
from tournaments.documents import Document
from tournaments.selectors.events.archive import event_facts
from tournaments.services import signing

if TYPE_CHECKING:
    from tournaments.models import Event


# What of a verdict is not proved again, and is needed to show the game and to count it.
SHOWN_FIELDS = ("game", "rules", "ruleset", "claimed", "flats", "facts", "seats")
BID_COLUMNS = ("pairs", "first_seat", "paired_first", "agreed")


def export_event(*, actor: Actor, slug: str) -> bytes:
    """The archive of an event: the same bytes for the same facts.

    :raises NotFound: there is no such event for this actor.
    :raises NotAllowed: the actor is not staff of the event.
    """
    event = tournaments.get_event(slug, actor)
    permissions.require(actor, "journal.view", event)
    facts = event_facts(event)
    sealed = dict(facts.sealed)
    parts = {**facts.parts, **evidence_parts(event, sealed)}
    return archive.write_archive(
        {name: _encode(name, value) for name, value in parts.items()} | _seal(event, sealed),
        key=signing.signing_key(),
    )


def evidence_parts(event: "Event", sealed: dict[str, Any]) -> dict[str, Any]:
    """The parts that tournaments do not know of; adds to `sealed`."""
    entry_of = _entries_by_player(event)
    return {
        "games.ndjson": _games(event, sealed, entry_of),
        "rulings.ndjson": _rulings(event, sealed),
        "disputes.ndjson": _disputes(event, sealed),
        "stakes.json": _stakes(event),
        **_ratings(event, entry_of),
    }


def _encode(name: str, value: Any) -> bytes:
    if name.endswith(".ndjson"):
        return archive.write_lines(value)
    return f"{archive.canonical(value)}\n".encode()


def _seal(event: "Event", sealed: dict[str, Any]) -> dict[str, bytes]:
    """The sealed values, each with a salt that only its bearer knows, and their hashes.

    The salt follows from the value, so that the same event has the same archive.
    """
    lines, seals = [], []
    for name, value in sorted(sealed.items()):
        text = f"{event.public_id}|{name}|{archive.canonical(value)}"
        salt = hmac.new(settings.SIGNING_KEY.encode(), text.encode(), hashlib.sha256).hexdigest()
        lines.append({"id": name, "salt": salt, "value": value})
        seals.append({"id": name, "sha256": archive.seal_digest(salt, value)})
    return {
        f"{archive.SEALED}values.ndjson": archive.write_lines(lines),
        archive.SEALS: archive.write_lines(seals),
    }


def _games(event: "Event", sealed: dict[str, Any], entry_of: dict[int, int]) -> list[Document]:
    """Records name people, so they are sealed; what they proved is open."""
    rows = Game.objects.filter(slot__pairing__round__event=event.pk).order_by("slot", "pk")
    found: list[Document] = []
    for row in rows.prefetch_related("players", "confirmations"):
        if row.record:
            sealed[f"record:{row.public_id}"] = {"record": row.record}
        fields = CARD_VERDICT_FIELDS if row.game in CARD_GAMES else VERDICT_FIELDS
        verdict = row.verdict and {
            name: row.verdict.get(name) for name in (*fields, *SHOWN_FIELDS) if name in row.verdict
        }
        found.append(
            {
                "game": row.public_id,
                "slot": row.slot_id,
                "kind": row.game,
                "ruleset": row.ruleset,
                "played_on": row.played_on.isoformat() if row.played_on else None,
                "moves_hash": row.moves_hash,
                "claim": row.claim,
                "verdict": verdict,
                "state": row.state,
                "players": [
                    entry_of.get(seat.player_id or 0)
                    for seat in sorted(row.players.all(), key=lambda seat: seat.order)
                ],
                "seat": row.submitted_seat,
                "answers": sorted([each.order, each.answer] for each in row.confirmations.all()),
                "confirm_by": row.confirm_by_at and write_time(row.confirm_by_at),
                "actor": row.actor,
                "at": write_time(row.at),
            }
        )
    return found


def _rulings(event: "Event", sealed: dict[str, Any]) -> list[Document]:
    rows = Ruling.objects.filter(slot__pairing__round__event=event.pk).order_by("pk")
    found: list[Document] = []
    for row in rows.select_related("game"):
        sealed[f"ruling:{len(found) + 1}"] = {"reason": row.reason}
        found.append({**_decision(row), "outcome": row.outcome, "at": write_time(row.at)})
    return found


def _disputes(event: "Event", sealed: dict[str, Any]) -> list[Document]:
    rows = Dispute.objects.filter(slot__pairing__round__event=event.pk).order_by("pk")
    found: list[Document] = []
    for row in rows.select_related("game"):
        sealed[f"dispute:{len(found) + 1}"] = {"reason": row.text}
        found.append({**_decision(row), "closed": row.closed_at and write_time(row.closed_at)})
    return found


def _decision(row: "Ruling | Dispute") -> Document:
    """What it is about, and by whom."""
    game = row.game.public_id if row.game else None
    return {"slot": row.slot_id, "game": game, "actor": row.actor}


def _stakes(event: "Event") -> Document:
    """Accounts by entry number or house kind, all transfers in their order, and the bids."""
    accounts = WagerAccount.objects.filter(event=event.pk).select_related("entry")
    transfers = WagerTransfer.objects.filter(payer__event=event.pk).order_by("pk")
    numbered = {row.pk: at for at, row in enumerate(transfers, start=1)}
    bids = SlotBids.objects.filter(slot__pairing__round__event=event.pk).order_by("slot")
    return {
        "accounts": sorted(
            ([_party(row), row.balance, row.floor] for row in accounts), key=str
        ),
        "transfers": [
            {
                "slot": row.slot_id,
                "game": row.game.public_id if row.game else None,
                "step": row.step,
                "payer": _party(row.payer),
                "payee": _party(row.payee),
                "amount": row.amount,
                "live": row.live,
                "reverses": numbered.get(row.reverses_id or 0),
            }
            for row in transfers.select_related("payer__entry", "payee__entry", "game")
        ],
        "bids": [
            {"slot": row.slot_id, **{name: getattr(row, name) for name in BID_COLUMNS}}
            for row in bids
        ],
    }  # fmt: skip


def _party(account: WagerAccount) -> int | str:
    return account.entry.number or 0 if account.entry else account.kind


def _entries_by_player(event: "Event") -> dict[int, int]:
    """The number of each player, also by the row that a player was merged into."""
    entry_of: dict[int, int] = {}
    for entry in tournaments.event_entries(event).select_related("player"):
        for player_id in (entry.player_id, entry.player.merged_into_id):
            if player_id is not None and entry.number is not None:
                entry_of[player_id] = entry.number
    return entry_of


def _ratings(event: "Event", entry_of: dict[int, int]) -> dict[str, Any]:
    rated = rated_games.posted_games(event.pk)
    games = rated_games.archived_games(rated, entry_of)
    return {
        "rated_games.ndjson": games,
        "rating_lists.json": rated_games.archived_lists(rated, games),
    }
