import json

from engine.games import GAMES

CONTRACT = {
    "ok", "game", "rules", "size", "half_komi", "plies", "result", "reason", "proven", "claimed",
    "tps", "reserves", "flats", "score", "players", "warnings", "error",
}  # fmt: skip


def test_every_game_gives_the_object_of_the_contract() -> None:
    verdict = GAMES["tak"]('[Size "5"]\n1. a1 e5', "standard", lenient=False)
    answer = verdict.as_json()
    assert set(answer) >= CONTRACT
    assert json.loads(json.dumps(answer)) == answer
