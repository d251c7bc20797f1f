"""Rating lists: which games they count, and by which system."""

from typing import Any

from django.db import connection, transaction
from django.utils.translation import gettext_lazy as _

from ratings import counting, selectors, systems, tasks
from ratings.models import Pool, RatedGame
from ratings.refusals import in_words_of
from tournaments import limits, permissions
from tournaments import selectors as tournament_selectors
from tournaments.actor import Actor
from tournaments.enqueue import enqueue
from tournaments.errors import DomainError, InvalidInput, NotFound, Stale
from tournaments.services import journal
from tournaments.services.events.bounds import require_text
from tournaments.wording import one_of_message

DEFAULT_SYSTEM = "glicko"
# Games that end in places.
SYSTEM_OF_GAME = {"taki": "tables", "gamnon": "tables"}
POOLS_BY_SIZE = frozenset({"tak"})
CONTENT = ("counts", "system", "parameters")


class PoolExists(DomainError):
    code = "pool_exists"
    kind = "conflict"
    message = _("There is already a rating list {slug}, and it counts something else.")


class ChangeNeedsReason(DomainError):
    code = "change_needs_reason"
    kind = "invalid"
    message = _("A list that rates by other rules says why: give a reason.")


@transaction.atomic
def create_pool(
    *,
    actor: Actor,
    slug: str,
    name: str = "",
    counts: dict[str, Any],
    system: str = DEFAULT_SYSTEM,
    parameters: dict[str, Any] | None = None,
) -> Pool:
    """Open a rating list over the games that `counts` asks for, and have their past rated.

    Repeating it with the same content returns the pool that is there.

    :raises PoolExists: the slug belongs to a pool of another content.
    :raises InvalidInput: no such system, no such parameter, no such filter.
    """
    permissions.require(actor, "pool.create", None)
    require_text(name, field="name", most=limits.NAME)
    content = _checked(actor, counts=counts, system=system, parameters=parameters or {})
    wait_for_postings()
    pool, created = Pool.objects.get_or_create(
        slug=slug, defaults={**content, "name": name, "ledger_version": 1, "dirty_from": ""}
    )
    if not created:
        if _content(pool) != content:
            raise PoolExists(slug=slug)
        return pool
    journal.write(actor, "pool.created", scope=f"pool:{slug}", subject=slug, after=content)
    enqueue(tasks.replay_pool, pool.pk)
    return pool


@transaction.atomic
def change_pool(
    *,
    actor: Actor,
    slug: str,
    name: str | None = None,
    counts: dict[str, Any] | None = None,
    system: str | None = None,
    parameters: dict[str, Any] | None = None,
    reason: str = "",
) -> Pool:
    """Give a rating list another name at once, or other rules.

    By other rules the list is built beside the one that people read, and takes its place at once
    when it is complete. The rules asked for last count; those of the list as it is take back a
    change under way. Another system without `parameters` has its own defaults. Repeating it
    changes nothing. Locks the JournalHead, then the Pool.

    :raises Stale: somebody else changed the rules at the same moment.

    :raises ChangeNeedsReason: the rules change and `reason` is empty.
    :raises InvalidInput: no such system, no such parameter, no such filter.
    """
    permissions.require(actor, "pool.edit", None)
    pool = selectors.pool_by_slug(slug)
    if name is not None and name != pool.name:
        require_text(name, field="name", most=limits.NAME)
        journal.write(actor, "pool.named", scope=f"pool:{slug}", subject=slug, text=name)
        Pool.objects.filter(pk=pool.pk).update(name=name)
        pool.name = name
    aim = _aim(pool)
    if parameters is None:
        parameters = {} if system not in (None, aim["system"]) else aim["parameters"]
    content = _checked(
        actor,
        counts=aim["counts"] if counts is None else counts,
        system=system or aim["system"],
        parameters=parameters,
    )
    if content == aim:
        return pool
    if not reason.strip():
        raise ChangeNeedsReason()
    wait_for_postings()
    journal.write(
        actor,
        "pool.changed",
        scope=f"pool:{slug}",
        subject=slug,
        before=aim,
        after=content,
        text=reason,
    )
    return _plan(pool.pk, content, seen=aim)


def _plan(pool_id: int, content: dict[str, Any], *, seen: dict[str, Any]) -> Pool:
    """Set out the list to be built: wholly dirty, beside the one that people read."""
    pool = Pool.objects.select_for_update().get(pk=pool_id)
    if _aim(pool) != seen:
        raise Stale(seen=seen["system"], now=_aim(pool)["system"])
    last = max(pool.epoch, (pool.building or {"epoch": 0})["epoch"])
    rules = {**content, "epoch": last + 1, "dirty_from": "", "redo": None}
    pool.building = None if content == _content(pool) else rules
    pool.ledger_version += 1
    pool.save(update_fields=["building", "ledger_version"])
    enqueue(tasks.replay_pool, pool.pk)
    return pool


def _aim(pool: Pool) -> dict[str, Any]:
    """What the list is to become: the rules asked for last."""
    return {key: pool.building[key] for key in CONTENT} if pool.building else _content(pool)


def _content(pool: Pool) -> dict[str, Any]:
    return {key: getattr(pool, key) for key in CONTENT}


def _checked(
    actor: Actor, *, counts: dict[str, Any], system: str, parameters: dict[str, Any]
) -> dict[str, Any]:
    """What a pool counts and by which system, if it could be rated so."""
    try:
        counts = counting.checked(counts)
    except ValueError as wrong:
        raise InvalidInput(field="counts", problem=str(wrong)) from wrong
    for slug in counts.get("events", []):
        try:
            tournament_selectors.get_event(slug, actor)
        except NotFound as missing:
            raise InvalidInput(field="counts.events", problem=str(missing)) from missing
    try:
        given = systems.check_parameters(system, parameters)
    except KeyError as unknown:
        problem = one_of_message(sorted(systems.BOUNDS))
        raise InvalidInput(field="system", problem=problem) from unknown
    except systems.ParameterRefused as wrong:
        raise InvalidInput(
            field=f"parameters.{wrong.name}", problem=in_words_of(wrong), problem_code=wrong.code
        ) from wrong
    return {"counts": counts, "system": system, "parameters": given}


def wait_for_postings() -> None:
    """Let every posting under way end, and let none begin until this transaction does.

    For whoever changes which games a pool counts, or whose they are: a posting tells the pools
    that it sees, a merge those that count the games it sees, and what has not committed yet is
    seen by neither. They wait for each other too. SQLite has one writer at a time anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f'LOCK TABLE "{RatedGame._meta.db_table}" IN SHARE ROW EXCLUSIVE MODE')


def ensure_default_pools(*, game: str = "tak", size: int | None = None) -> None:
    """Open the pool over all games of a kind, and for Tak the one of this size, where missing.

    A new pool starts wholly stale, so that it rates the games posted before it.
    """
    wanted: dict[str, dict[str, Any]] = {game: {"game": game}}
    if game in POOLS_BY_SIZE and size is not None:
        wanted[f"{game}-{size}"] = {"game": game, "size": size}
    for slug, counts in wanted.items():
        pool, created = Pool.objects.get_or_create(
            slug=slug,
            defaults={
                "counts": counts,
                "system": SYSTEM_OF_GAME.get(game, DEFAULT_SYSTEM),
                "ledger_version": 1,
                "dirty_from": "",
            },
        )
        if created:
            enqueue(tasks.replay_pool, pool.pk)
