"""Anonymise a person; games and results stay.

Hashed data holds no names, so proofs and journals stay valid.
"""

from django.db.models import Q
from django.utils import timezone

from tournaments import permissions
from tournaments.actor import Actor
from tournaments.errors import get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import Handle, JournalLine, MembershipRequest, Player
from tournaments.services import journal
from tournaments.services.prizes.categories import forget_memberships


@in_transaction
def forget_player(*, actor: Actor, player: str) -> list[int]:
    """Anonymise a player (public id) and the rows merged with it; returns their ids.

    Removes name, handles, year of birth, account, what the player said of themselves for
    categories, and the texts of journals about that. Repeating it is harmless. Locks the Players.
    """
    permissions.require(actor, "player.forget", None)
    named = get_row(Player.objects, "player", public_id=player)
    root = named.merged_into_id or named.pk
    rows = Player.objects.select_for_update(of=("self",)).filter(Q(pk=root) | Q(merged_into=root))
    people = list(rows.order_by("pk"))
    for row in people:
        if row.anonymised_at is None:
            _forget(row)
            journal.write(
                actor, "player.forgotten", scope="site", subject=f"player:{row.public_id}"
            )
    return [row.pk for row in people]


def _forget(row: Player) -> None:
    row.name, row.sort_name, row.time_zone = f"Player {row.public_id}", "", ""
    row.birth_year, row.user, row.anonymised_at = None, None, timezone.now()
    row.save()
    forget_memberships(row)
    MembershipRequest.objects.filter(player=row).delete()
    for handle in Handle.objects.filter(player=row):
        Handle.objects.filter(pk=handle.pk).update(name_key=f"forgotten {handle.pk}", written="")
    about = JournalLine.objects.filter(scope="site", subject=f"player:{row.public_id}")
    about.update(text="")  # its salted hash stays in the chain
