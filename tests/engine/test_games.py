import json

import pytest

from engine.errors import RecordError
from engine.games import (
    CARD_GAMES,
    DEFAULT_RULES,
    PRESETS,
    RULESET_LOADERS,
    STEP_MESSAGES,
    STEP_READERS,
    VERIFIERS,
    refusal_as_json,
)
from engine.tak.ruleset import STYLE_SIZES

CONTRACT = {
    "ok", "game", "rules", "size", "half_komi", "plies", "result", "reason", "proven", "claimed",
    "tps", "reserves", "flats", "score", "players", "warnings", "error",
}  # fmt: skip
CONTRACT_OF_CARDS = {
    "ok", "game", "rules", "plies", "result", "reason", "proven", "claimed", "places",
    "cards_left", "players", "warnings", "error",
}  # fmt: skip
RECORDS = {
    "tak": '[Size "5"]\n1. a1 e5',
    "taki": "taki/1\nplayers: A B\nfirst: A\nseed: x\nA d\n",
    "gamnon": "gamnon/1\nplayers: A B C\nseed: x\n",
}


@pytest.mark.parametrize("game", VERIFIERS)
def test_every_game_gives_the_object_of_the_contract(game: str) -> None:
    verdict = VERIFIERS[game](
        RECORDS[game], None if game in CARD_GAMES else "standard", lenient=False
    )
    answer = verdict.as_json()
    assert set(answer) >= (CONTRACT_OF_CARDS if game in CARD_GAMES else CONTRACT)
    assert (answer["game"], answer["rules"]) == (game, DEFAULT_RULES[game])
    assert json.loads(json.dumps(answer)) == answer


@pytest.mark.parametrize("game", VERIFIERS)
def test_every_game_refuses_in_the_form_of_the_contract(game: str) -> None:
    with pytest.raises(RecordError) as caught:
        VERIFIERS[game]("nothing")
    answer = refusal_as_json(game, None, caught.value)
    assert set(answer) >= (CONTRACT_OF_CARDS if game in CARD_GAMES else CONTRACT)
    assert ("ply" in answer["error"]) == (game == "tak")
    assert {"code", "move", "message"} <= set(answer["error"])
    assert json.loads(json.dumps(answer)) == answer


@pytest.mark.parametrize("game", VERIFIERS)
def test_every_name_of_rules_writes_out_all_fields(game: str) -> None:
    assert PRESETS[game][0] == DEFAULT_RULES[game]
    for name in PRESETS[game]:
        size = {"size": STYLE_SIZES.get(name, 6)} if game == "tak" else {}
        fields = RULESET_LOADERS[game]({"name": name, **size})
        full = fields.as_dict()
        assert full["name"] == name
        assert RULESET_LOADERS[game](full).as_dict() == full
    with pytest.raises(RecordError):
        RULESET_LOADERS[game]({"name": "nobody's", "size": 6})


def test_games_of_cards_are_told_step_by_step() -> None:
    assert set(STEP_READERS) == set(STEP_MESSAGES) == set(CARD_GAMES)
