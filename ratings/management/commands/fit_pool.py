"""Parameters fitted to the past of a pool, or to the games of a file."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings import recompute, selectors, services
from ratings.analysis import fit
from ratings.management.commands import rate
from ratings.models import Pool
from ratings.systems import BATCHES, AnySystem, Game, ParameterRefused
from tournaments.actor import SYSTEM
from tournaments.errors import DomainError


class Command(BaseCommand):
    help = (
        "Fit the parameters of a pool, or with --file of a system, on the earlier games, and judge "
        "them on the later ones. Prints JSON: the parameters, and log-loss, Brier and accuracy of "
        "the later games before and after. Nothing is changed without --apply."
    )
    requires_system_checks = ()  # `migrate` makes them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("pool", nargs="?", help="the slug of a pool")
        parser.add_argument("--file", help="a CSV file as `rate` reads it, instead of a pool")
        parser.add_argument("--system", default="glicko", help="the system, with --file")
        parser.add_argument("--judge", type=float, default=0.3, help="the last part, kept to judge")
        parser.add_argument("--apply", action="store_true", help="have the pool rated with them")

    def handle(self, *args: object, **options: Any) -> None:
        slug = options["pool"]
        if bool(slug) == bool(options["file"]):
            raise CommandError("name a pool, or a file with --file")
        if options["apply"] and not slug:
            raise CommandError("--apply needs a pool")
        if not 0 < options["judge"] < 1:
            raise CommandError(f"--judge {options['judge']}: a part is above 0 and below 1")
        try:
            system, games = of_pool(slug) if slug else of_file(options["file"], options["system"])
            found = fit.fit(system, games, judge=options["judge"])
        except (fit.CannotFit, ParameterRefused, DomainError) as refused:
            raise CommandError(str(refused)) from refused
        applied = options["apply"] and found.better and found.parameters != system.parameters()
        if applied:
            apply(slug, found)
        self.stdout.write(json.dumps({**asdict(found), "applied": applied}, indent=2))


def of_pool(slug: str) -> tuple[AnySystem, list[Game]]:
    """:raises NotFound: there is no such pool.

    :raises ParameterRefused: a stored parameter is out of bounds.
    """
    pool: Pool = selectors.pool_by_slug(slug)
    return recompute.system_of(pool), list(selectors.ledger(pool.counts))


def of_file(path: str, code: str) -> tuple[AnySystem, list[Game]]:
    """:raises CommandError: no such system, or the file cannot be read."""
    if code not in rate.FOLDS and code not in BATCHES:
        raise CommandError(f"--system {code}: there is {', '.join([*rate.FOLDS, *BATCHES])}")
    system = rate.build_system(code, [])
    games, _names = rate.from_file(path, lambda _system, found: list(found), system)
    return system, games


def apply(slug: str, found: fit.Fit) -> None:
    services.change_pool(
        actor=SYSTEM,
        slug=slug,
        parameters=found.parameters,
        reason=f"Fitted on {found.trained} games, judged on the {found.judged} after them.",
    )
