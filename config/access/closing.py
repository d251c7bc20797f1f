"""Closing one's own account."""

from django.contrib.auth import get_user_model
from django.utils.translation import gettext_lazy as _

from config.access.accounts import revoke_tokens
from config.access.own_password import prove_password
from config.models import Notice, NoticeMail, NoticeSettings, PushDevice
from config.oauth.applications import remove_applications_of
from tournaments import selectors as tournaments
from tournaments.actor import SYSTEM, Actor
from tournaments.errors import DomainError
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal
from tournaments.services.people import people


class StillStaff(DomainError):
    code = "still_staff"
    message = _("This account is staff. Give your roles to others first.")


def close_account(*, actor: Actor, password: str) -> None:
    """Erase the name, address and password of the actor's account, end its tokens and applications.

    The row stays, because journals refer to it. Its player, games and results stay too, without an
    account.

    :raises DomainError: as `prove_password`.
    :raises StillStaff: the account has a role, or is site staff.
    """
    # Outside of the transaction, which would take back the count of guesses with a refusal.
    prove_password(actor=actor, password=password)
    _erase(actor)


@in_transaction
def _erase(actor: Actor) -> None:
    """Locks the account and its Player."""
    user = get_user_model().objects.select_for_update().get(pk=actor.user_id or 0)
    if user.is_staff or tournaments.number_of_roles(user.pk):
        raise StillStaff
    journal.write(actor, "account.closed", scope="site", subject=f"user:{user.pk}")
    player = tournaments.player_of(user.pk)
    if player is not None:
        people.release_player(actor=SYSTEM, player_id=player.pk)
    revoke_tokens(user)
    remove_applications_of(user.pk)
    Notice.objects.filter(user=user).delete()
    NoticeMail.objects.filter(user=user).delete()
    NoticeSettings.objects.filter(user=user).delete()
    PushDevice.objects.filter(user=user).delete()
    user.username, user.email, user.is_active = f"closed-{user.pk}", "", False
    user.first_name, user.last_name = "", ""
    user.set_unusable_password()
    user.save()
