"""What entering and editing make of an entry. Nothing is read or written here.

One entry (`entries`) and a whole list of them (`entry_lists`) follow these same rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.actor import Actor
from tournaments.choices import BEFORE_START
from tournaments.documents import Document
from tournaments.errors import InvalidInput
from tournaments.models import Entry, Event, Player
from tournaments.services import journal
from tournaments.services.entries.registration import APPLIED, IN, WAITING
from tournaments.services.events.states import (
    FINISHED,
    REGISTRATION,
    RUNNING,
    WrongState,
)

ASKED = (APPLIED, WAITING)
GIVEN = "given"  # the source of a rating that staff stated; no rating list replaces it
MOST_LETTERS = 200
# What staff may change of an entry, and from where to where if it is a number.
CHANGES = {"family": (0, 0), "fixed_table": (1, 10_000), "rating": (-100_000, 100_000)}


@dataclass(frozen=True, slots=True)
class Edit:
    """What an edit changes of an entry, and what the journal says of it."""

    changes: Document
    before: Document
    after: Document
    text: str


def is_entered(known: Entry | None, *, staff: bool) -> bool:
    """Whether entering changes nothing any more."""
    return known is not None and (known.state == IN or (known.state in ASKED and not staff))


def require_entries(event: Event, *, staff: bool) -> None:
    """:raises WrongState: the event takes no entries, or only those that staff make."""
    if event.state not in ((*BEFORE_START, RUNNING) if staff else (REGISTRATION,)):
        raise WrongState(state=event.state)


def rated_entry(
    event: Event, player: Player, known: Entry | None, *, rating: int | None, source: str
) -> Entry:
    """The entry that is entered, with this rating unless staff gave it another before."""
    entry = known or Entry(event=event, player=player)
    if source == GIVEN or entry.rating_source != GIVEN:
        entry.rating, entry.rating_source = rating, source
    return entry


def entry_as_json(entry: Entry, player: Player) -> Document:
    """What the journal says of somebody who enters, besides the state."""
    return {"player": player.public_id, "rating": entry.rating, "source": entry.rating_source}


def is_made_for(event: Event, player: Player, actor: Actor) -> bool:
    """Whether the actor made this player, whom nobody holds yet, and so for the event.

    Its organisers vouch for the player then; being entered by anybody else gives no right.
    """
    made_by_actor = actor.user_id is not None and player.made_by_id == actor.user_id
    is_held = player.user_id or player.made_by_club_id or player.made_by_event_id
    return made_by_actor and not is_held


def edit_of(event: Event, entry: Entry, changes: Mapping[str, object]) -> Edit | None:
    """What these changes make different; None: nothing. The entry stays as it is.

    :raises InvalidInput: there is no such field, or the value makes no sense.
    :raises WrongState: it is too late for that.
    """
    checked = _validate_changes(changes)
    differing = {name: value for name, value in checked.items() if getattr(entry, name) != value}
    if not differing:
        return None
    if event.state == FINISHED or ("rating" in differing and event.state not in BEFORE_START):
        raise WrongState(state=event.state)
    if "rating" in differing:
        differing["rating_source"] = "" if differing["rating"] is None else GIVEN
    # A family is a free text, which the chain holds salted.
    before = {name: getattr(entry, name) for name in differing if name != "family"}
    after = {name: value for name, value in differing.items() if name != "family"}
    after["changed"] = sorted(differing)
    return Edit(differing, before, after, differing.get("family", ""))


def entry_note(
    event: Event,
    entry: Entry,
    action: str,
    *,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    text: str = "",
) -> journal.Note:
    """A line of the journal about an entry that is stored."""
    scope, subject = f"event:{event.slug}", f"entry:{entry.pk}"
    return journal.Note(action, scope, subject, before, after, text)


def _validate_changes(changes: Mapping[str, object]) -> Document:
    for name, value in changes.items():
        if name not in CHANGES:
            raise InvalidInput(field=name, problem=_("there is no such field"))
        if name == "family":
            if not isinstance(value, str) or len(value) > MOST_LETTERS:
                raise InvalidInput(field=name, problem=_("a short text"))
        elif value is not None and type(value) is not int:
            raise InvalidInput(field=name, problem=_("a number, or null"))
        elif value is not None and not CHANGES[name][0] <= value <= CHANGES[name][1]:
            problem = _("from {least} to {most}")
            least, most = CHANGES[name]
            raise InvalidInput(field=name, problem=problem.format(least=least, most=most))
    return dict(changes)
