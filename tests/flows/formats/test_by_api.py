"""Every format lives a whole event by the API alone, from the plan to a proved last round."""

import random
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.builders import make_user
from tests.flows.formats.formats import LIVES, RESULTS
from tournaments.models import Event
from tournaments.recompute import refresh_standings

pytestmark = pytest.mark.slow
CUP = "events/cup/"
PLACES = ([1, 2, 3, 4], [1, 3, 4, 2], [4, 3, 2, 1])
# What the tests of services play otherwise: by Tak's results, and rounds that the service pairs.
TABLES = ("taki", 8, {"rounds": 2, "sizes": [4]}, 2)


class Desk:
    """An organiser who has nothing but the API."""

    def __init__(self) -> None:
        self.client = APIClient()
        self.client.force_authenticate(make_user("olga", staff=True))

    def get(self, address: str) -> Any:
        answer = self.client.get(f"/api/v1/{address}")
        assert answer.status_code == 200, answer.content
        return answer.json()

    def post(self, address: str, body: object = None, *, status: int = 200) -> Any:
        answer = self.client.post(f"/api/v1/{address}", body or {}, format="json")
        assert answer.status_code == status, (address, answer.content)
        return answer.json() if answer.content else None


@pytest.mark.parametrize("system", [*LIVES, "tables"])
def test_an_event_from_its_plan_to_its_final_table(system: str) -> None:
    game, entries, options, most = TABLES if system == "tables" else ("tak", *LIVES[system])
    desk, chance = Desk(), random.Random(system)
    desk.post(
        "events/",
        {
            "slug": "cup", "name": "Cup", "game": game, "match": {"games": 1},
            "stages": [{"system": system, "options": options}],
        },
        status=201,
    )  # fmt: skip
    desk.post(f"{CUP}registration/")
    people = [{"name": f"Player {at}", "new": True, "rating": 2000 - at} for at in range(entries)]
    assert desk.post(f"{CUP}entries/bulk/", {"entries": people})["done"] == entries
    desk.post(f"{CUP}start/", {"include_absent": True})
    played = 0
    while played < most and pair(desk):
        played += 1
        desk.post(f"{CUP}rounds/{played}/publish/")
        decide(desk, played, chance, by_places=game == "taki")
        desk.post(f"{CUP}rounds/{played}/close/")
    assert played
    assert desk.post(f"{CUP}finish/")["state"] == "finished"
    refresh_standings(Event.objects.get().pk)  # what a worker does
    rows = desk.get(f"{CUP}standings/")["rows"]
    assert len(rows) == entries
    assert rows[0]["rank"] == 1
    assert desk.get(f"{CUP}standings/{rows[0]['entry']}/")["lines"]
    assert all(desk.get(f"{CUP}rounds/{at}/proof/")["holds"] for at in range(1, played + 1))


def pair(desk: Desk) -> bool:
    """Pair the next round, if the format has one."""
    answer = desk.client.post(f"/api/v1/{CUP}rounds/", {}, format="json")
    if answer.status_code == 201:
        return True
    assert answer.status_code == 409, answer.content
    return False


def decide(desk: Desk, number: int, chance: random.Random, *, by_places: bool) -> None:
    """Send results until no game waits; a level series gets further games."""
    while waiting := [
        row for row in desk.get(f"{CUP}rounds/{number}/results/")["results"]
        if row["state"] in ("open", "announced", "submitted")
    ]:  # fmt: skip
        sent = [
            {"pairing": row["pairing"], "number": row["number"]}
            | (
                {"places": chance.choice(PLACES)}
                if by_places
                else {"result": chance.choice(RESULTS)}
            )
            for row in waiting
        ]
        assert desk.post(f"{CUP}rounds/{number}/results/", {"results": sent})["done"] == len(sent)
