"""`python -m tests.faults [STRIKE...]`: strikes a service of each kind and tells what broke."""

import argparse
import json
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from config.health.heartbeats import LOST_SECONDS
from tests.faults.servers import wait_until
from tests.faults.world import EMBEDDED, SERVER, World
from tests.paths import ROOT

if TYPE_CHECKING:
    from tests.faults.crowd import Crowd

KINDS = (SERVER, EMBEDDED)
QUIET_SECONDS = 60.0
HELD_SECONDS = 90.0  # a webhook is held for a minute by a worker that died
LONGEST_SECONDS = 600.0
UNTIL_STRUCK = (1.0, 4.0)  # seconds of a round: while it is paired, published or played
REPORT = ROOT / "docs" / "reliability.md"
TABLE_BEGINS, TABLE_ENDS = "<!-- table -->\n", "<!-- end of table -->\n"
TABLE_HEAD = (
    "| on | strike | players × rounds | requests | no answer or 503 | writes back after | longest "
    "| found |",
    "|---|---|---|---|---|---|---|---|",
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """back: seconds until the first write after the strike was answered."""

    kind: str
    strike: str
    what: str
    requests: int
    waited: int
    back: float | None
    longest: float
    problems: list[str]


@dataclass(frozen=True, slots=True)
class Span:
    """When a strike began and ended, by the monotonic clock; problems: seen right after it."""

    strike: str
    began: float
    until: float
    problems: list[str]


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was started is ended
    asked = _arguments()
    if not asked.in_one_world:
        return _strike_all(asked)
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        for outcome in _strike_one_world(asked, Path(folder)):
            print(json.dumps(asdict(outcome)), flush=True)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults")
    parser.add_argument("strikes", nargs="*", help="names; by default all")
    parser.add_argument("--kind", choices=KINDS, help="of the world; by default both")
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5, help="of a play; each has a strike")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"add to the table of {REPORT.name}")
    parser.add_argument("--in-one-world", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def _strike_all(asked: argparse.Namespace) -> int:
    """Each kind of world in a process of its own, because it has settings of its own."""
    outcomes: list[Outcome] = []
    for kind in [asked.kind] if asked.kind else KINDS:
        command = [
            sys.executable, "-m", "tests.faults", "--in-one-world",
            f"--kind={kind}", f"--players={asked.players}",
            f"--rounds={asked.rounds}", f"--seed={asked.seed}", *asked.strikes,
        ]  # fmt: skip
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        outcomes += [Outcome(**json.loads(line)) for line in done.stdout.splitlines()]
        if done.returncode:
            break
    if asked.write:
        write_report(outcomes, asked)
    return done.returncode or int(any(outcome.problems for outcome in outcomes))


def _strike_one_world(asked: argparse.Namespace, folder: Path) -> Iterator[Outcome]:
    world = World(asked.kind, folder)
    try:
        os.environ.update(world.env, DJANGO_SETTINGS_MODULE="config.settings")
        import django

        django.setup()
        from tests.faults.strikes import STRIKES

        found = {name: STRIKES[name] for name in asked.strikes or STRIKES}
        for name, strike in found.items():
            if strike.missing:
                print(f"{asked.kind:10} {name:20} left out: {strike.missing}", file=sys.stderr)
        names = [n for n, s in found.items() if asked.kind in s.kinds and not s.missing]
        for at in range(0, len(names), asked.rounds):
            some = names[at : at + asked.rounds]
            yield from _strike(world, some, asked)
    finally:
        world.close()


def _strike(world: World, names: Sequence[str], asked: argparse.Namespace) -> list[Outcome]:
    """One play of the crowd, with a strike in each round."""
    from django.db import connections

    from tests.faults import checks
    from tests.faults.crowd import Crowd

    crowd = Crowd(world.base, players=asked.players, rounds=asked.rounds, seed=asked.seed)
    playing = threading.Thread(target=crowd.play, daemon=True)
    playing.start()
    spans = [
        _strike_once(world, crowd, name, number, random.Random(f"{asked.seed} {name}"))
        for number, name in enumerate(names, 1)
    ]
    crowd.was_struck.set()
    playing.join(LONGEST_SECONDS)
    problems = ["the crowd does not come to its end"] if playing.is_alive() else []
    connections.close_all()  # a strike may have ended them
    if not wait_until(lambda: checks.is_quiet(crowd.event.pk), QUIET_SECONDS):
        problems.append("the standings are stale")
    _wait_until_sent(crowd)
    problems += checks.find_problems(world, crowd)
    crowd.receiver.close()
    ends = [span.began for span in spans[1:]] + [time.monotonic()]
    outcomes = [
        _outcome(world, crowd, span, end, problems) for span, end in zip(spans, ends, strict=True)
    ]
    for outcome in outcomes:
        print(_line(outcome), file=sys.stderr, flush=True)
    return outcomes


def _strike_once(
    world: World, crowd: "Crowd", name: str, number: int, chance: random.Random
) -> Span:
    """Strike once the crowd has begun this round, and wait until the service is whole again."""
    from tests.faults.strikes import STRIKES
    from tests.faults.strikes.acting import Struck

    wait_until(lambda: crowd.begun >= number or crowd.over.is_set(), LONGEST_SECONDS)
    time.sleep(chance.uniform(*UNTIL_STRUCK))
    began = time.monotonic()
    STRIKES[name].act(Struck(world, crowd, chance))
    until = time.monotonic()
    crowd.note(name)
    time.sleep(LOST_SECONDS + 1)  # the lost are known
    ready = wait_until(world.is_ready, QUIET_SECONDS)
    problems = [] if ready else [f"not ready: {world.readiness()}"]
    return Span(name, began, until, problems)


def _wait_until_sent(crowd: "Crowd") -> None:
    """Until all messages of the webhook are sent, as long as they become fewer."""
    from tests.faults import checks

    fewest, end = math.inf, 0.0
    while checks.is_sending(crowd):
        waiting = checks.waiting_messages(crowd)
        if waiting < fewest:
            fewest, end = waiting, time.monotonic() + HELD_SECONDS
        if time.monotonic() > end:
            return
        time.sleep(0.1)


def _outcome(
    world: World, crowd: "Crowd", span: Span, end: float, of_all: Sequence[str]
) -> Outcome:
    """end: when the next strike began. of_all: problems that were found after the whole play."""
    from tests.faults import checks
    from tests.faults.strikes import STRIKES

    attempts = [each for each in crowd.ledger.attempts if span.began <= each.began < end]
    back = crowd.ledger.first_write_after(span.until)
    return Outcome(
        kind=world.kind,
        strike=span.strike,
        what=STRIKES[span.strike].what,
        requests=len(attempts),
        waited=sum(attempt.status in (0, 503) for attempt in attempts),
        back=back,
        longest=max((attempt.seconds for attempt in attempts), default=0.0),
        problems=[*span.problems, *checks.check_times(attempts, back), *of_all],
    )


def _line(outcome: Outcome) -> str:
    found = "; ".join(outcome.problems) or "ok"
    return f"{outcome.kind:10} {outcome.strike:20} {outcome.requests:5} requests  {found}"


def write_report(outcomes: list[Outcome], asked: argparse.Namespace) -> None:
    """Put the rows into the table of docs/reliability.md, each in the place of an older one."""
    text = REPORT.read_text()
    before, rest = text.split(TABLE_BEGINS)
    table, after = rest.split(TABLE_ENDS)
    rows = {_key_of(row): row for row in table.splitlines()[len(TABLE_HEAD) :]}
    rows |= {_key_of(row): row for row in (_row(outcome, asked) for outcome in outcomes)}
    ordered = sorted(rows.values(), key=lambda row: KINDS.index(_key_of(row)[0]))
    lines = [*TABLE_HEAD, *ordered]
    REPORT.write_text(before + TABLE_BEGINS + "\n".join(lines) + "\n" + TABLE_ENDS + after)


def _row(outcome: Outcome, asked: argparse.Namespace) -> str:
    back = "" if outcome.back is None else f"{outcome.back:.1f} s"
    found = "; ".join(outcome.problems)[:200].replace("|", "/") or "nothing wrong"
    cells = (
        outcome.kind, outcome.what, f"{asked.players} × {asked.rounds}", outcome.requests,
        outcome.waited, back, f"{outcome.longest:.1f} s", found,
    )  # fmt: skip
    return "| " + " | ".join(map(str, cells)) + " |"


def _key_of(row: str) -> tuple[str, str]:
    """Kind and strike."""
    _edge, kind, what, *_rest = (cell.strip() for cell in row.split("|"))
    return kind, what


if __name__ == "__main__":
    sys.exit(main())
