"""Which changes the feed has, by the actions of the journal. A test finds actions not listed."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tournaments.actor import Actor
from tournaments.choices import AnnouncedTo, ChangeKind, EntryStatus, RoundStatus
from tournaments.models import Change

if TYPE_CHECKING:
    from tournaments.services.journal import Note

# Changes of tables, which have no line in a journal.
STANDINGS_REFRESHED, LIST_REFRESHED = "standings.refreshed", "rating_list.refreshed"
# The head of a journal, signed at the end of a round and of the event.
JOURNAL_SIGNED = "journal.signed"


class Listed(NamedTuple):
    """public: for everybody who may see the event; otherwise for its staff."""

    kind: str
    public: bool = True


LISTED: dict[str, Listed] = {
    "event.created": Listed(ChangeKind.EVENT, public=False),
    "event.copied": Listed(ChangeKind.EVENT, public=False),
    "event.imported": Listed(ChangeKind.EVENT),
    "event.deleted": Listed(ChangeKind.EVENT, public=False),
    "event.draft": Listed(ChangeKind.EVENT, public=False),
    "event.registration": Listed(ChangeKind.EVENT),
    "event.running": Listed(ChangeKind.EVENT),
    "event.unstarted": Listed(ChangeKind.EVENT),
    "event.finished": Listed(ChangeKind.EVENT),
    "event.reopened": Listed(ChangeKind.EVENT),
    "event.edited": Listed(ChangeKind.EVENT),
    "hall.taken": Listed(ChangeKind.EVENT),
    "hall.released": Listed(ChangeKind.EVENT),
    "hall.returned": Listed(ChangeKind.EVENT),
    "event.series": Listed(ChangeKind.EVENT),
    "event.qualifiers": Listed(ChangeKind.REGISTRATION),
    "event.approved": Listed(ChangeKind.EVENT),
    "event.approval_undone": Listed(ChangeKind.EVENT),
    "announcement.made": Listed(ChangeKind.ANNOUNCEMENT),
    "announcement.withdrawn": Listed(ChangeKind.ANNOUNCEMENT),
    "stage.begun": Listed(ChangeKind.EVENT),
    "stage.edited": Listed(ChangeKind.EVENT),
    "stage.undone": Listed(ChangeKind.EVENT),
    "tie.ruled": Listed(ChangeKind.EVENT),
    "tie.ruling_undone": Listed(ChangeKind.EVENT),
    "playoff.ordered": Listed(ChangeKind.EVENT, public=False),
    "role.granted": Listed(ChangeKind.EVENT, public=False),
    "role.revoked": Listed(ChangeKind.EVENT, public=False),
    "apart.kept": Listed(ChangeKind.EVENT, public=False),
    "apart.ended": Listed(ChangeKind.EVENT, public=False),
    "apart.restored": Listed(ChangeKind.EVENT, public=False),
    "apart.rule": Listed(ChangeKind.EVENT, public=False),
    "apart.rule_ended": Listed(ChangeKind.EVENT, public=False),
    "category.made": Listed(ChangeKind.EVENT),
    "category.edited": Listed(ChangeKind.EVENT),
    "category.removed": Listed(ChangeKind.EVENT),
    "prizes.planned": Listed(ChangeKind.EVENT),
    "team.made": Listed(ChangeKind.EVENT),
    "team.edited": Listed(ChangeKind.EVENT),
    "team.removed": Listed(ChangeKind.EVENT),
    "team.line_up": Listed(ChangeKind.EVENT, public=False),  # hidden until the round is published
    "team.match_decided": Listed(ChangeKind.ROUND),
    "team.match_decision_undone": Listed(ChangeKind.ROUND),
    "playtak.on": Listed(ChangeKind.EVENT),
    "playtak.off": Listed(ChangeKind.EVENT),
    "entry.added": Listed(ChangeKind.REGISTRATION),
    "entry.approved": Listed(ChangeKind.REGISTRATION),
    "entry.refused": Listed(ChangeKind.REGISTRATION),
    "entry.cancelled": Listed(ChangeKind.REGISTRATION),
    "entry.promoted": Listed(ChangeKind.REGISTRATION),
    "entry.left_out": Listed(ChangeKind.REGISTRATION),
    "entry.judgement_undone": Listed(ChangeKind.REGISTRATION),
    "entry.withdrawn": Listed(ChangeKind.REGISTRATION),
    "entry.returned": Listed(ChangeKind.REGISTRATION),
    "entry.checked_in": Listed(ChangeKind.REGISTRATION, public=False),
    "entry.check_in_undone": Listed(ChangeKind.REGISTRATION, public=False),
    "entry.edited": Listed(ChangeKind.REGISTRATION, public=False),
    "entry.bye_asked": Listed(ChangeKind.REGISTRATION, public=False),
    "entry.bye_cancelled": Listed(ChangeKind.REGISTRATION, public=False),
    "entry.absent": Listed(ChangeKind.REGISTRATION, public=False),
    "entry.adjusted": Listed(ChangeKind.REGISTRATION, public=False),
    "entry.adjustment_cancelled": Listed(ChangeKind.REGISTRATION, public=False),
    "round.published": Listed(ChangeKind.ROUND),
    "round.unpublished": Listed(ChangeKind.ROUND),
    "round.withdrawn": Listed(ChangeKind.ROUND),
    "round.closed": Listed(ChangeKind.ROUND),
    "round.reopened": Listed(ChangeKind.ROUND),
    "round.paired": Listed(ChangeKind.ROUND, public=False),
    "round.edited": Listed(ChangeKind.ROUND, public=False),
    "round.edit_undone": Listed(ChangeKind.ROUND, public=False),
    "round.discarded": Listed(ChangeKind.ROUND, public=False),
    "round.times": Listed(ChangeKind.ROUND, public=False),  # also those of a draft
    "lot.drawn": Listed(ChangeKind.ROUND, public=False),
    "lot.redrawn": Listed(ChangeKind.ROUND, public=False),
    "lot.given": Listed(ChangeKind.ROUND, public=False),
    "pairing.cancelled": Listed(ChangeKind.ROUND, public=False),
    "slot.state": Listed(ChangeKind.PAIRING),
    "slot.first_seat": Listed(ChangeKind.PAIRING),
    "time.agreed": Listed(ChangeKind.PAIRING),
    "time.set": Listed(ChangeKind.PAIRING),
    "time.proposed": Listed(ChangeKind.PAIRING, public=False),
    "time.declined": Listed(ChangeKind.PAIRING, public=False),
    "arena.berserk": Listed(ChangeKind.PAIRING),
    "arena.berserk_undone": Listed(ChangeKind.PAIRING),
    "challenge.made": Listed(ChangeKind.PAIRING),
    "challenge.accepted": Listed(ChangeKind.PAIRING),
    "challenge.declined": Listed(ChangeKind.PAIRING),
    "challenge.withdrawn": Listed(ChangeKind.PAIRING),
    "challenge.expired": Listed(ChangeKind.PAIRING),
    "ladder.dropped": Listed(ChangeKind.STANDINGS),
    "series.followed": Listed(ChangeKind.PAIRING),
    "slot.disputed": Listed(ChangeKind.PAIRING, public=False),
    "slot.ruled": Listed(ChangeKind.PAIRING, public=False),
    "slot.entered": Listed(ChangeKind.PAIRING, public=False),
    "slot.taken_back": Listed(ChangeKind.PAIRING, public=False),
    "stakes.moved": Listed(ChangeKind.PAIRING),
    "stakes.agreed": Listed(ChangeKind.PAIRING, public=False),
    "stakes.bid": Listed(ChangeKind.PAIRING, public=False),
    "stakes.on": Listed(ChangeKind.PAIRING, public=False),
    "stakes.taken_back": Listed(ChangeKind.PAIRING, public=False),
    "game.submitted": Listed(ChangeKind.GAME),
    "game.confirmed": Listed(ChangeKind.GAME),
    "game.refused": Listed(ChangeKind.GAME),
    "game.voided": Listed(ChangeKind.GAME),
    "game.imported": Listed(ChangeKind.GAME),
    "result.recorded": Listed(ChangeKind.RESULT),
    "result.withdrawn": Listed(ChangeKind.RESULT),
    "list.published": Listed(ChangeKind.RATING_LIST),
}
# By the topic of an action, or by the action: why the feed does not have it.
LEFT_OUT: dict[str, str] = {
    "account": "private",
    "application": "private to who registered or allowed it",
    "player": "private; addresses of a player say what changed",
    "handle": "private until looked up",
    "invitation": "holds a secret",
    "links": "holds a secret",
    "sheet": "for the players of a game and staff",
    "webhook": "private",
    "category.joined": "private",
    "category.left": "private",
    "fee": "private to staff and the player",
    "club": "the feed is about events and ratings",
    "role.shown": "the page of the club says who is named there",
    "role.hidden": "the page of the club says who is named there",
    "member": "private",
    "series.created": "the feed is about events and ratings",
    "series.edited": "the feed is about events and ratings",
    "pool": "the lists of a pool are in the feed",
}
# What of a journal line is shown: ids and codes.
SHOWN = frozenset(
    {
        "state", "kind", "outcome", "revision", "changed", "play_at", "from_round", "to_round",
        "on", "announcement", "to", "challenge",
    }
)  # fmt: skip


def change_of(actor: Actor, note: "Note") -> Change | None:
    """The change that the feed has of a line of the journal; None: it has none."""
    listed = LISTED.get(note.action)
    if listed is None:
        return None
    topic, _colon, key = note.scope.partition(":")
    if topic not in ("event", "pool") and not _is_public_game(actor, note):
        return None
    change = Change(
        kind=listed.kind,
        action=note.action,
        public=listed.public and not _is_hidden(note),
        event=key if topic == "event" else "",
        pool=key if topic == "pool" else "",
        game=_game(note),
        by_user=actor.user_id,
        by_entry=actor.entry_id,
        data=_data(note),
    )
    subject, _colon, number = note.subject.partition(":")
    if subject in ("round", "pairing", "slot", "entry"):
        setattr(change, subject, int(number))
    return change


def _is_public_game(actor: Actor, note: "Note") -> bool:
    """A game outside events. Only its players see a refused one; an import brings in archives."""
    about_game = note.subject.startswith("game:") and note.action != "game.refused"
    return about_game and actor.kind != "import"


def _is_hidden(note: "Note") -> bool:
    """Entries that are not in, rounds that are drafts, and words to a group are for staff."""
    before, after = _object(note.before), _object(note.after)
    if note.action.startswith("announcement."):
        return bool(after.get("to") != AnnouncedTo.ALL)
    if note.action.startswith("entry.") and "state" in {**before, **after}:
        return EntryStatus.IN not in (before.get("state"), after.get("state"))
    return note.action == "round.withdrawn" and before.get("state") == RoundStatus.DRAFT


def _game(note: "Note") -> str:
    subject, _colon, key = note.subject.partition(":")
    return key if subject == "game" else str(_object(note.after).get("game", ""))


def _data(note: "Note") -> dict[str, Any]:
    if note.action == "slot.state":
        return {"state": note.after}
    shown = {name: value for name, value in _object(note.after).items() if name in SHOWN}
    subject, _colon, key = note.subject.partition(":")
    return {**shown, "stage": int(key)} if subject == "stage" else shown


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
