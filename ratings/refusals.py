"""Why a parameter is refused and why a list is not rated, in the reader's language."""

from collections.abc import Callable
from datetime import UTC, datetime

from django.utils.translation import gettext as _

from ratings.models import Pool
from ratings.systems import ParameterRefused
from ratings.systems.bounds import MESSAGES
from tournaments.services import task_failures
from tournaments.wording import translate_marked

REPLAY = "ratings.tasks.replay_pool"  # the task that rebuilds a list


def parameter_problem(refused: ParameterRefused) -> str:
    """The sentence without the parameter's name, which the error's field gives."""
    params = {**refused.params}
    if "unit" in params:
        params["unit"] = translate_marked(str(params["unit"]))
    return translate_marked(MESSAGES[refused.code]).format(**params)


def as_iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def pool_problem(pool: Pool, *, time_text: Callable[[datetime], str] = as_iso) -> str:
    """Why the list of a pool cannot be rated; empty: it can, or waits its turn.

    A refused parameter comes first: no attempt is made with it. time_text: a moment in words.
    """
    failure = pool.failure
    if failure is None:
        return rebuild_problem(pool, time_text=time_text)
    refused = ParameterRefused(failure["name"], failure["code"], **failure["params"])
    return _("This list is not rated. Change parameter {name}: {problem}.").format(
        name=refused.name, problem=parameter_problem(refused)
    )


def rebuild_problem(pool: Pool, *, time_text: Callable[[datetime], str] = as_iso) -> str:
    """That a stale list could not be rebuilt, and since when; else empty.

    Everybody may read it. One query, for a stale list only.
    """
    if pool.ratings_version == pool.ledger_version and not pool.is_building:
        return ""
    failed = task_failures.last_failure(name=REPLAY, args=(pool.pk,))
    if failed is None:
        return ""
    return _("This list could not be rebuilt since {since}; site staff have been told.").format(
        since=time_text(failed.first_failed_at)
    )
