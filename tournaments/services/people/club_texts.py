"""What a club says of itself, and which of its staff are named on its page."""

from django.utils.translation import gettext_lazy as _

from tournaments import limits, permissions, selectors
from tournaments.actor import Actor
from tournaments.clubs.maps import read_map
from tournaments.documents import Settings
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.execution.transactions import in_transaction
from tournaments.models import Club, ClubRole
from tournaments.services import journal
from tournaments.services.events.bounds import require_text
from tournaments.services.events.roles import lock_club

# With the most characters of each.
TEXTS = {
    "place": limits.CODE,
    "map": limits.MAP,
    "meets": limits.CODE,
    "joining": limits.CLUB_TEXT,
    "description": limits.DESCRIPTION,
}


class NameUnknown(DomainError):
    code = "name_unknown"
    message = _("Your account belongs to no player, so there is no name to show.")


@in_transaction
def edit_club(*, actor: Actor, club_id: int, changes: Settings) -> Club:
    """Change what a club says of itself: those of `TEXTS` that are given. Locks Club.

    The journal names the texts that changed, without them. Repeating it is harmless.

    :raises InvalidInput: a text is too long, or the map is neither https nor coordinates.
    """
    club = lock_club(club_id)
    permissions.require(actor, "club.describe", club)
    given = _checked(changes)
    changed = sorted(name for name, text in given.items() if getattr(club, name) != text)
    if changed:
        for name in changed:
            setattr(club, name, given[name])
        club.save(update_fields=[*changed, "folded_place"])
        _write(actor, "club.edited", club, subject=club.slug, after={"changed": changed})
    return club


@in_transaction
def show_in_club(*, actor: Actor, club_id: int, shown: bool) -> bool:
    """Name the acting owner or organiser on the page of the club, or no longer. Locks Club.

    Returns `shown`. Repeating it is harmless.

    :raises NotFound: the actor has no role in the club.
    :raises NameUnknown: the account has no player, and usernames are not shown.
    """
    club = lock_club(club_id)
    user_id = actor.user_id or 0
    held = ClubRole.objects.filter(club=club, user_id=user_id)
    if not held.exists():
        raise NotFound(what="role", key=club.slug)
    permissions.require(actor, "club.describe", club)  # a token needs the scope
    if shown and selectors.player_of(user_id) is None:
        raise NameUnknown
    if held.exclude(is_shown=shown).update(is_shown=shown):
        action = "role.shown" if shown else "role.hidden"
        _write(actor, action, club, subject=f"user:{user_id}")
    return shown


def _checked(changes: Settings) -> dict[str, str]:
    given = {}
    for name, text in changes.items():
        if name not in TEXTS:
            raise InvalidInput(field=name, problem=_("there is no such setting"))
        if not isinstance(text, str):
            raise InvalidInput(field=name, problem=_("a text"))
        given[name] = require_text(text.strip(), field=name, most=TEXTS[name])
    if "map" in given:
        place = read_map(given["map"])
        if place is None:
            problem = _("an address that begins with https://, or latitude and longitude")
            raise InvalidInput(field="map", problem=problem)
        given["map"] = place
    return given


def _write(actor: Actor, action: str, club: Club, *, subject: str, after: object = None) -> None:
    journal.write(actor, action, scope=f"club:{club.slug}", subject=subject, after=after)
