"""Create and change rating pools."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import connection, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from engine.games import DEFAULT_RULES
from ratings import counting, selectors, systems, tasks
from ratings.counting import Counts
from ratings.models import Pool, RatedGame
from ratings.refusals import parameter_problem
from tournaments import limits, permissions
from tournaments import selectors as tournament_selectors
from tournaments.actor import Actor
from tournaments.enqueue import enqueue_once
from tournaments.errors import DomainError, InvalidInput, NotFound, Stale
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal
from tournaments.services.events.bounds import require_text
from tournaments.wording import one_of_message

DEFAULT_SYSTEM = "glicko"
# Games that end in places.
SYSTEM_OF_GAME = {"taki": "tables", "gamnon": "tables"}
POOLS_BY_SIZE = frozenset({"tak"})
RULE_FIELDS = ("counts", "system", "parameters")

Rules = dict[str, Any]  # by RULE_FIELDS


class PoolExists(DomainError):
    code = "pool_exists"
    message = _("There is already a rating list {slug}, and it counts something else.")


class ChangeNeedsReason(DomainError):
    code = "change_needs_reason"
    kind = "invalid"
    field = "reason"
    message = _("A list that rates by other rules says why: give a reason.")


@in_transaction
def create_pool(
    *,
    actor: Actor,
    slug: str,
    name: str = "",
    counts: Counts,
    system: str = DEFAULT_SYSTEM,
    parameters: Mapping[str, object] | None = None,
) -> Pool:
    """Create a pool over the games that match `counts`, including earlier ones.

    With the same rules as the existing pool, returns that pool.

    :raises PoolExists: the slug belongs to a pool with other rules.
    :raises InvalidInput: no such system, no such parameter, no such filter.
    """
    permissions.require(actor, "pool.create", None)
    require_text(name, field="name", most=limits.NAME)
    rules = _validated_rules(actor, counts=counts, system=system, parameters=parameters or {})
    lock_ledger()
    pool, created = Pool.objects.get_or_create(
        slug=slug, defaults={**rules, "name": name, "ledger_version": 1, "dirty_from": ""}
    )
    if not created:
        if current_rules(pool) != rules:
            raise PoolExists(slug=slug)
        return pool
    journal.write(actor, "pool.created", scope=f"pool:{slug}", subject=slug, after=rules)
    enqueue_once(tasks.replay_pool, pool.pk)
    return pool


@in_transaction
def change_pool(
    *,
    actor: Actor,
    slug: str,
    name: str | None = None,
    counts: Counts | None = None,
    system: str | None = None,
    parameters: Mapping[str, object] | None = None,
    reason: str = "",
) -> Pool:
    """Rename a pool at once, or change its rules. Idempotent. Locks the JournalHead, then the Pool.

    After a change of rules a new list is built, which replaces the current one when it is
    complete. A second change replaces the first; the current rules cancel it. Another system
    without `parameters` has its defaults.

    :raises Stale: somebody else changed the rules at the same time.
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
    target = target_rules(pool)
    if parameters is None:
        parameters = {} if system not in (None, target["system"]) else target["parameters"]
    rules = _validated_rules(
        actor,
        counts=target["counts"] if counts is None else counts,
        system=system or target["system"],
        parameters=parameters,
    )
    if rules == target:
        return pool
    if not reason.strip():
        raise ChangeNeedsReason()
    lock_ledger()
    journal.write(
        actor,
        "pool.changed",
        scope=f"pool:{slug}",
        subject=slug,
        before=target,
        after=rules,
        text=reason,
    )
    return _schedule_rebuild(pool.pk, rules, seen=target)


def _schedule_rebuild(pool_id: int, rules: Rules, *, seen: Rules) -> Pool:
    """Plan a new list by these rules."""
    pool = Pool.objects.select_for_update().get(pk=pool_id)
    if target_rules(pool) != seen:
        raise Stale(seen=seen["system"], now=target_rules(pool)["system"])
    last = max(pool.epoch, (pool.building or {"epoch": 0})["epoch"])
    plan = {**rules, "epoch": last + 1, "dirty_from": "", "redo": None}
    pool.building = None if rules == current_rules(pool) else plan
    pool.ledger_version += 1
    pool.save(update_fields=["building", "ledger_version"])
    enqueue_once(tasks.replay_pool, pool.pk)
    return pool


def target_rules(pool: Pool) -> Rules:
    """The rules of the list being built, else of the current one."""
    return (
        {key: pool.building[key] for key in RULE_FIELDS} if pool.building else current_rules(pool)
    )


def current_rules(pool: Pool) -> Rules:
    return {key: getattr(pool, key) for key in RULE_FIELDS}


def _validated_rules(
    actor: Actor, *, counts: Counts, system: str, parameters: Mapping[str, object]
) -> Rules:
    """The rules as they are stored."""
    try:
        counts = counting.validated(counts)
    except counting.WrongFilter as wrong:
        raise InvalidInput(field=f"counts.{wrong.name}", problem=wrong.problem) from wrong
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
            field=f"parameters.{wrong.name}",
            problem=parameter_problem(wrong),
            problem_code=wrong.code,
        ) from wrong
    return {"counts": counts, "system": system, "parameters": given}


def lock_ledger() -> None:
    """Block postings until this transaction ends, after those under way are committed.

    Needed to change which games a pool counts, or whose they are: a posting marks only the pools
    that it sees, and a merge only the games that it sees. SQLite has one writer at a time anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f'LOCK TABLE "{RatedGame._meta.db_table}" IN SHARE ROW EXCLUSIVE MODE')


def lock_pools(games: Collection[str]) -> list[Pool]:
    """Lock the pools that may count these games, and all for which a list is being built.

    Pools of other games stay free. One query.
    """
    others = DEFAULT_RULES.keys() - set(games)
    every = Q(counts__game__isnull=True)
    found = Q(building__isnull=False) | every | ~Q(counts__game__in=sorted(others))
    return list(Pool.objects.select_for_update().filter(found).order_by("pk"))


@transaction.atomic(savepoint=False)
def ensure_default_pools(
    games: Iterable[tuple[str, int | None]], *, touched: Iterable[str] = ()
) -> list[Pool]:
    """Create the default pool of each game, and for Tak also that of the size, if missing.

    games: with the size of the board, if it has one. A new pool starts stale, so that it rates
    earlier games too. Returns what `lock_pools` locks for these games and those that are touched.
    """
    asked = list(games)
    pools = {pool.slug: pool for pool in lock_pools({*touched, *(game for game, _size in asked)})}
    for slug, counts in _default_pools(asked).items():
        if slug not in pools:
            pools[slug] = _ensure_pool(slug, counts)
    return list(pools.values())


def _default_pools(games: Iterable[tuple[str, int | None]]) -> dict[str, Counts]:
    wanted: dict[str, Counts] = {}
    for game, size in games:
        wanted[game] = {"game": game}
        if game in POOLS_BY_SIZE and size is not None:
            wanted[f"{game}-{size}"] = {"game": game, "size": size}
    return wanted


def _ensure_pool(slug: str, counts: Counts) -> Pool:
    pool, created = Pool.objects.get_or_create(
        slug=slug,
        defaults={
            "counts": counts,
            "system": SYSTEM_OF_GAME.get(counts["game"], DEFAULT_SYSTEM),
            "ledger_version": 1,
            "dirty_from": "",
        },
    )
    if not created:
        return Pool.objects.select_for_update().get(pk=pool.pk)
    enqueue_once(tasks.replay_pool, pool.pk)
    return pool
