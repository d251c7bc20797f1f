"""What importing a game costs: process time of all processes together, in a database of its own.

`python -m bench.imports_bench GAMES` measures this many; a scratch database is made and
thrown away, as in `bench.rating_database`.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from bench.engine_bench import Game, random_game
from bench.rating_database import in_file, on_server

GAMES = 10_000
FEWER = 2_000  # the memory of both shows whether it grows with the games
DISTINCT = 400  # games; the others differ from them in players and day
PLIES = range(40, 81)  # of games between people
FIRST_DAY = date(2015, 1, 1)
ASKED = {"new": "asked: 2.4 ms", "known": "asked: 0.8 ms"}
BEFORE = {"new": "one by one 11 to 13 ms", "known": "one by one 3 ms"}


def finished_games(count: int) -> list[Game]:
    rng = random.Random(2026)
    made: list[Game] = []
    while len(made) < count:
        game = random_game(5, rng)
        if len(game[1]) in PLIES and game[2] != "*":
            made.append(game)
    return made


def write_games(path: Path, count: int) -> None:
    """One file of games of a club, fifty for each player, over some years."""
    rng = random.Random(1)
    played = finished_games(min(count, DISTINCT))
    with path.open("w") as file:
        for number in range(count):
            _size, tokens, result = played[number % len(played)]
            first, second = rng.sample(range(max(20, count // 50)), 2)
            day = FIRST_DAY + timedelta(days=number * 3_000 // count)
            tags = {"Event": f"Online Play {number}", "Date": day.strftime("%Y.%m.%d")}
            tags |= {"Player1": f"Nick {first}", "Player2": f"Nick {second}"}
            tags |= {"Size": "5", "Result": result}
            file.writelines(f'[{name} "{value}"]\n' for name, value in tags.items())
            pairs = (" ".join(tokens[at : at + 2]) for at in range(0, len(tokens), 2))
            moves = " ".join(f"{move}. {pair}" for move, pair in enumerate(pairs, start=1))
            file.write(f"\n{moves} {result}\n\n")


def spent() -> float:
    """Seconds of processor time of this process and of those that it waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def measured(games: int) -> dict[str, float]:
    """Milliseconds a game, new and known, and the largest memory of a process in MiB."""
    from django.core.management import call_command

    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "w") as nowhere:
        path = Path(folder) / "games.ptn"
        write_games(path, games)
        for name in ("new", "known"):
            begun = spent()
            call_command("import_games", str(path), stdout=nowhere, stderr=nowhere)
            found[name] = 1000 * (spent() - begun) / games
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return found | {"memory": peak / 1024}


def figures() -> Iterator[tuple[str, str, str]]:
    fewer, found = report_of(FEWER), report_of(GAMES)
    for name, asked in ASKED.items():
        what = f"import of {GAMES:,} games, a {name} one"
        yield what, f"{found[name]:.2f} ms", f"{BEFORE[name]}; {asked}"
    beside = f"{fewer['memory']:.0f} MiB for {FEWER:,}; asked: flat"
    what = f"import of {GAMES:,} games, most memory of a process"
    yield what, f"{found['memory']:.0f} MiB", beside


def report_of(games: int) -> dict[str, float]:
    command = [sys.executable, "-m", "bench.imports_bench", str(games)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    on_postgres = os.environ.get("DATABASE_URL", "").startswith("postgres")
    with on_server() if on_postgres else in_file():
        print(json.dumps(measured(int(sys.argv[1]))))


if __name__ == "__main__":
    main()
