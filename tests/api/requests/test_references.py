"""What an answer names can be asked for: games of histories, who did something, what about."""

import pytest

from ratings.models import Pool
from ratings.recompute import replay_pool
from tournaments.chain import links


def test_a_rated_game_is_named_by_its_pairing_and_number(world):
    for pool in Pool.objects.all():
        replay_pool(pool.pk)
    player = world.players["player"].public_id
    reader = world.clients["anonymous"]
    listed = reader.get(f"/api/v1/players/{player}/ratings/tak/games/").json()["results"]
    moved = reader.get(f"/api/v1/players/{player}/ratings/tak/").json()["games"]
    assert [row["played"] for row in listed] == [row["played"] for row in moved]
    found = 0
    for row in listed:
        played = row["played"]
        if played["game"] is not None:
            assert reader.get(f"/api/v1/games/{played['game']}/").status_code == 200
            continue
        address = f"/api/v1/pairings/{played['pairing']}/"
        if not row["event"]:
            assert reader.get(address).status_code == 404, "a private event"
            continue
        pairing = reader.get(address).json()
        (slot,) = [each for each in pairing["slots"] if each["number"] == played["number"]]
        assert slot["state"] == "decided"
        assert player in {seat["player"] for seat in pairing["seats"]}
        found += 1
    assert found


def test_a_line_of_the_journal_names_who_and_what(world):
    staff = world.clients["organiser"]
    lines = staff.get("/api/v1/events/finishable/journal/?limit=500").json()["results"]
    assert {line["by"]["name"] for line in lines if line["by"]["kind"] == "user"} >= {"organiser"}
    assert not [line for line in lines if line["by"]["kind"] == "user" and not line["by"]["name"]]
    seen = dict.fromkeys(lines[0]["about"], 0)
    for line in lines:
        about = {name: value for name, value in line["about"].items() if value is not None}
        for name, value in about.items():
            seen[name] += 1
            address = {
                "pairing": f"pairings/{value}/",
                "entry_id": f"events/finishable/entries/{value}/",
                "round": f"events/finishable/rounds/{value}/",
            }.get(name)
            if address:
                assert staff.get(f"/api/v1/{address}").status_code == 200, (line, address)
    assert min(seen[name] for name in ("pairing", "entry_id", "round")) > 0


def test_a_line_can_be_hashed_again_from_the_answer(world):
    """By the recipe of docs/api.md."""
    lines = world.clients["organiser"].get("/api/v1/events/spring/journal/?limit=500").json()
    for line in lines["results"]:
        assert links.text_digest(line["salt"], line["text"]) == line["text_hash"]
        assert links.line_digest(line, text_hash=line["text_hash"]) == line["hash"]


@pytest.mark.parametrize("who", ["arbiter", "site_staff"])
def test_a_ruling_names_who_ruled(world, who):
    address = f"/api/v1/pairings/{world.ids['open_pairing']}"
    body = {"seats": [1], "reason": "not there"}
    assert world.clients[who].post(f"{address}/no-show/", body, format="json").status_code == 200
    rulings = world.clients["arbiter"].get(f"{address}/rulings/").json()["results"]
    assert {row["by"]["name"] for row in rulings} == {who}
