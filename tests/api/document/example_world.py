"""The world of the examples: that of the table, and what the table never shows."""

from typing import Any

from ratings.services.pools import ensure_default_pools
from ratings.tasks import replay_pool
from tests.api.table_world import world_of_the_table
from tests.api.world import World, client_of, decide_round, make_event, next_round
from tournaments.recompute import refresh_standings

PASSWORD = "hedgehog-piano"
THEN_A_FINAL = ({"system": "round_robin"}, {"system": "knockout", "options": {"places": 2}})


def world_of_the_examples() -> World:
    world: World = world_of_the_table()
    _organise(world)
    _play_stages(world)
    _play_for_stakes(world)
    world.users["stranger"].set_password(PASSWORD)
    world.users["stranger"].save()
    world.clients["stranger"] = client_of("stranger")  # the other token ended with the password
    counted = get(world, f"games/{world.ids['counted']}/")
    world.ids |= {"counting_pairing": counted["pairing"], "counting_round": counted["round"]}
    ruled = get(world, "pairings/?event=finishable&round=1")["results"][0]
    world.ids |= {"ruled_pairing": ruled["id"]}
    world.ids |= {"undo_line": get(world, "events/spring/undo/")["line"]}
    for event in world.events.values():
        refresh_standings(event.pk)
    for pool in ensure_default_pools([("tak", None)]):
        replay_pool(pool.pk)
    return world


def _organise(world: World) -> None:
    send(world, "events/board/apart/", {"entry_numbers": [1, 2]})
    send(world, "events/board/apart/", {"club": "club"})
    send(world, "events/board/links/", {"entry_numbers": [1]})
    send(world, "clubs/club/invitations/", {"role": "organiser"})
    send(world, f"players/{world.ids['of_event']}/invitations/", {})


def _play_stages(world: World) -> None:
    """An event with a closed round, and one whose second stage has begun."""
    make_event(world, "closed", until="published")
    decide_round(world, "closed", number=1)
    send(world, "events/closed/rounds/1/close/", {})
    make_event(world, "staged", until="published", stages=THEN_A_FINAL)
    for number in (1, 2):
        next_round(world, "staged", after=number)
    decide_round(world, "staged", number=3)
    send(world, "events/staged/rounds/3/close/", {})
    send(world, "events/staged/stages/next/", {"ties": "lot", "seed": 1})


def _play_for_stakes(world: World) -> None:
    """An event for coins: one pairing with bids."""
    event = {
        "slug": "staked",
        "name": "Staked",
        "ruleset": {"name": "standard", "size": 5},
        "match": {"games": 1, "stakes": {}},
    }
    send(world, "events/", event)
    send(world, "events/staked/registration/", {})
    for who in ("player", "opponent"):
        send(world, "events/staked/entries/", {"player": world.ids[who]})
    send(world, "events/staked/start/", {})
    send(world, "events/staked/rounds/", {"seed": 1})
    send(world, "events/staked/rounds/1/publish/", {})
    pairing = get(world, "pairings/?event=staked")["results"][0]["id"]
    world.ids["staked"] = pairing
    send(world, f"pairings/{pairing}/bids/", {"number": 1, "bids": [[3, 5]]}, who="player")


def send(world: World, path: str, body: Any, *, who: str = "organiser") -> Any:
    answer = world.clients[who].post(f"/api/v1/{path}", body, format="json")
    if not answer.status_code < 300:
        raise AssertionError(f"{path}: {answer.content}")
    return answer.json()


def get(world: World, path: str, *, who: str = "organiser") -> Any:
    answer = world.clients[who].get(f"/api/v1/{path}")
    assert answer.status_code == 200, (path, answer.content)
    return answer.json()
