"""Scopes: what a token may do of what its account may do.

Every token may read what its account may read. `write` is every scope, and the account itself.
"""

from collections.abc import Collection

READ, PLAY, ORGANISE, CLUB, SITE, WRITE = "read", "play", "organise", "club", "site", "write"
SCOPES = (READ, PLAY, ORGANISE, CLUB, SITE, WRITE)
# What an application may be allowed: neither the account itself nor what site staff do.
SCOPES_OF_APPLICATIONS = (READ, PLAY, ORGANISE, CLUB)

# Verbs that change nothing, and those that each scope allows besides.
VERBS_BY_SCOPE: dict[str, frozenset[str]] = {
    READ: frozenset(
        {
            "event.view",
            "round.view_draft",
            "journal.view",
            "staff.view",
            "apart.view",
            "entry.view",
            "entry.fee",
            "category.view",
            "fee.view",
            "flags.view",
        }
    ),
    PLAY: frozenset(
        {
            "player.create",
            "player.edit",
            "player.handle",
            "player.name",
            "player.sort_name",
            "player.webhook",
            "member.answer",
            "invitation.accept",
            "event.enter",
            "entry.cancel",
            "entry.withdraw",
            "entry.return",
            "entry.bye",
            "entry.challenge",
            "entry.answer",
            "entry.berserk",
            "entry.category",
            "team.line_up",
            "slot.submit",
            "slot.bid",
            "slot.confirm",
            "slot.dispute",
            "slot.agree_time",
            "casual.submit",
            "casual.confirm",
        }
    ),
    ORGANISE: frozenset(
        {
            "event.create",
            "event.take_in",
            "event.edit",
            "event.announce",
            "event.start",
            "event.finish",
            "event.webhook",
            "event.import",
            "entry.add",
            "entry.judge",
            "entry.edit",
            "entry.check_in",
            "entry.absent",
            "entry.adjust",
            "apart.edit",
            "category.edit",
            "prizes.edit",
            "team.edit",
            "fee.edit",
            "round.pair",
            "round.publish",
            "round.close",
            "round.edit",
            "round.unpublish",
            "round.reopen",
            "round.schedule",
            "stage.rule",
            "slot.set_time",
            "slot.rule",
            "slot.desk",
            "slot.void",
            "game.void",
            "link.issue",
        }
    ),
    CLUB: frozenset(
        {
            "club.create",
            "club.edit",
            "club.describe",
            "club.add_player",
            "club.webhook",
            "series.edit",
            "player.invite",
            "player.age",
            "player.merge",
            "player.unmerge",
            "player.distinguish",
        }
    ),
    SITE: frozenset(
        {
            "event.approve",
            "club.approve",
            "player.release",
            "player.forget",
            "account.reset",
            "application.switch",
            "pool.create",
            "pool.edit",
            "import.run",
        }
    ),
}
# The scope that a role needs besides `play`: without it, one plays for oneself alone.
SCOPE_BY_ROLE = {
    "arbiter": ORGANISE,
    "organiser": ORGANISE,
    "club_organiser": ORGANISE,
    "owner": ORGANISE,
    "voucher": CLUB,
    "site_staff": SITE,
}
SCOPE_BY_VERB = {verb: scope for scope, verbs in VERBS_BY_SCOPE.items() for verb in verbs}


def covers(held: Collection[str] | None, verb: str) -> bool:
    """Whether a token with these scopes may be used for the verb. None: not a token, or all."""
    return held is None or SCOPE_BY_VERB[verb] in _all_of(held)


def roles_out_of_scope(held: Collection[str] | None, verb: str) -> set[str]:
    """The roles that do not count for the verb with these scopes."""
    if held is None or SCOPE_BY_VERB[verb] != PLAY:
        return set()
    return {role for role, scope in SCOPE_BY_ROLE.items() if scope not in _all_of(held)}


def is_within(wanted: Collection[str], held: Collection[str] | None) -> bool:
    """Whether `wanted` allows nothing that `held` does not. Empty or None: everything."""
    return held is None or set(wanted or {WRITE}) <= _all_of(held)


def _all_of(held: Collection[str]) -> set[str]:
    return set(SCOPES) if WRITE in held else {READ, *held}
