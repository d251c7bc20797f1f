"""The scopes of the operations, for the schema. Services check them, by their verbs."""

from typing import Any

from config.api.document.addresses import address_at
from config.api.document.token_scheme import OAUTH2
from tournaments.permissions.scopes import (
    CLUB,
    ORGANISE,
    PLAY,
    READ,
    SCOPES_OF_APPLICATIONS,
    SITE,
    WRITE,
)

# The scopes that a write needs, by the name of its address; one of them is enough. Tests send
# every write with tokens of every scope.
WRITES: dict[tuple[str, ...], str] = {
    (): "accounts verify own-tokens own-token-revoke",
    (WRITE,): """
        own-password own-account-close own-consent-revoke own-calendar own-calendar-remove
        own-notice-settings own-devices own-device-remove
        applications application application-secret application-remove
    """,
    (PLAY,): """
        entries entry-cancel entry-bye entry-bye-cancel entry-withdraw entry-return
        games game-confirm game-dispute pairing-bids pairing-bids-agree pairing-bids-undo
        own-notices-read invitation-accept players player player-name player-sort-name
        player-handles player-handle player-handle-remove
        member-consent member-leave membership-ask membership-cancel
        challenges challenge-accept challenge-decline challenge-withdraw arena-leave arena-return
        arena-berserk
    """,
    (PLAY, ORGANISE): """
        pairing-time category-members team-lineup pairing-sheets sheet-remove
    """,
    # By what the webhook is of.
    (PLAY, ORGANISE, CLUB): """
        webhooks webhook webhook-remove webhook-rotate webhook-ping webhook-redeliver
        delivery-redeliver
    """,
    (ORGANISE,): """
        events event event-copy event-series event-registration event-draft event-delete
        event-start event-unstart event-finish event-reopen event-undo
        event-invitations event-staff-remove event-links event-links-show event-links-revoke
        event-links-mail invitation-revoke announcements announcement-withdraw
        event-qualifiers
        entries-bulk entry entry-approve entry-refuse entry-check-in entry-absent
        categories category category-remove prizes fees entry-fee teams team team-remove
        team-match-results team-match-decision team-match-decision-undo playtak
        apart apart-remove adjustments adjustment-cancel event-pairing-cancel
        rounds round-publish round-results round-postpone round-close round-discard round-edit
        round-unpublish round-withdraw round-re-pair round-reopen round-times
        stage stage-end stage-next stage-undo stage-ties stage-ties-undo stage-playoff
        pairing-rule pairing-rule-preview pairing-no-show game-void game-void-preview
        event-imports archives archive-preview
    """,
    (ORGANISE, SITE): "import-files import-start import-cancel",
    (CLUB,): """
        clubs club club-members club-series series club-invitations club-staff-remove
        club-staff-show
        member-remove membership-accept membership-refuse
        player-invitations player-birth-year player-distinguish player-distinguish-undo
        player-merge player-merge-preview player-unmerge player-unmerge-preview
    """,
    (SITE,): """
        club-approve club-approve-undo event-approve event-approve-undo player-forget pools pool
        imports
    """,
}
SCOPES_BY_NAME = {name: scopes for scopes, names in WRITES.items() for name in names.split()}
# What one reads with one's account, or a token that may do everything.
READS_OF_ACCOUNTS = frozenset({"own-consents", "applications", "application"})
# Refused to applications, whatever their scopes are.
NOT_FOR_APPLICATIONS = frozenset({"own-tokens", "own-token-revoke"})
SAFE = ("get", "head", "options")


def scopes_of(name: str, method: str) -> tuple[str, ...]:
    """:raises KeyError: the address is not in WRITES."""
    if method in SAFE:
        return (WRITE,) if name in READS_OF_ACCOUNTS else (READ,)
    return SCOPES_BY_NAME[name]


def add_scopes(result: dict[str, Any], **_made_by: object) -> dict[str, Any]:
    """Say of every operation which scope it needs: as `x-scopes`, and in words."""
    for path, methods in result["paths"].items():
        name = str(address_at(path).name)
        for method, operation in methods.items():
            needed = scopes_of(name, method)
            operation["x-scopes"] = list(needed)
            operation["security"] = [
                *operation.get("security", []),
                *({OAUTH2: [scope]} for scope in _scopes_of_applications(name, needed)),
            ]
            text = f"{operation.get('description', '')}\n\n{_in_words(needed)}"
            operation["description"] = text.strip()
    return result


def _scopes_of_applications(name: str, needed: tuple[str, ...]) -> list[str]:
    """The scopes with which an application may do it; one of them is enough."""
    if name in NOT_FOR_APPLICATIONS:
        return []
    return [scope for scope in needed or (READ,) if scope in SCOPES_OF_APPLICATIONS]


def _in_words(needed: tuple[str, ...]) -> str:
    if needed in ((), (READ,)):
        return "Scope of a token: any."
    listed = " or ".join(f"`{scope}`" for scope in dict.fromkeys([*needed, WRITE]))
    return f"Scope of a token: {listed}."
