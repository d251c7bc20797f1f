"""An organiser draws a round, changes it, takes it back; the public sees none of it."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.builders import entry_of, make_event, make_user, played_round, proof_of, published_round
from tests.clients import text_of
from tournaments.models import ForbiddenPair, JournalLine, Round

SWISS = [{"system": "swiss", "options": {"rounds": 4, "top_moves": "first"}}]


@pytest.fixture
def olga():
    return Desk(make_user("olga"))


@pytest.fixture
def event(olga):
    """A Swiss of six after round 1: 1, 2 and 3 won against 4, 5 and 6."""
    made = make_event(slug="cup", entries=6, games=1, stages=SWISS, organiser=olga.user)
    played_round(made, favourites=True)
    return made


class Desk:
    """Somebody who asks the API about the rounds of the cup."""

    def __init__(self, user=None):
        self.user, self.client = user, APIClient()
        if user:
            self.client.force_login(user)

    def get(self, address):
        return self.client.get(f"/api/v1/events/cup/rounds/{address}")

    def post(self, address, **body):
        return self.client.post(f"/api/v1/events/cup/rounds/{address}", body, format="json")

    def draft(self):
        assert self.post("").status_code == 201
        return self.tables()

    def tables(self, number=2):
        """Who sits at each table of a round, by entry."""
        shown = self.get(f"{number}/").json()["pairings"]
        return {p["table"]: [seat["entry"] for seat in p["seats"]] for p in shown}


def swap(a, b):
    return {"kind": "swap", "a": a, "b": b}


def test_a_draft_is_looked_at_edited_published_and_explained(olga, event):
    anybody = Desk()
    assert olga.draft() == {1: [2, 1], 2: [4, 3], 3: [6, 5]}
    low, high = (entry_of(event, number) for number in (1, 3))
    ForbiddenPair.objects.create(event=event, low=low, high=high)

    seen = olga.post("2/edit/", edits=[swap(1, 4)], preview=True).json()
    assert [p["seats"] for p in seen["pairings"]][:2] == [[2, 4], [1, 3]]
    assert [w["code"] for w in seen["warnings"]] == ["kept_apart", "engine_has_better"]
    assert seen["warnings"][0]["text"] == "Entry 1 and entry 3 are not to meet."
    assert olga.tables() == {1: [2, 1], 2: [4, 3], 3: [6, 5]}

    done = olga.post("2/edit/", edits=[swap(1, 4)], reason="a guest must leave early")
    assert done.status_code == 200
    assert done.json()["round"]["state"] == "draft"
    assert olga.get("2/").json()["warnings"] == seen["warnings"]
    for address in ("2/", "2/proof/", "2/standings/"):
        assert anybody.get(address).status_code == 404
    assert "a guest" not in str(anybody.client.get("/api/v1/events/cup/journal/").json())

    assert olga.post("2/publish/").status_code == 200
    assert anybody.tables() == {1: [2, 4], 2: [1, 3], 3: [6, 5]}
    proof = anybody.get("2/proof/").json()
    assert (proof["holds"], proof["differences"]) == (True, [])
    assert proof["edits"][0]["text"] == "Leg 1: entry 1 and entry 4 changed places."
    assert [w["code"] for w in proof["edits"][0]["warnings"]] == ["system_has_better"]
    assert proof["staff"] is None
    full = olga.get("2/proof/").json()
    assert [w["code"] for w in full["edits"][0]["warnings"]] == ["kept_apart", "engine_has_better"]
    assert (full["hash"], full["document"]) == (proof["hash"], proof["document"])
    page = text_of(anybody.client.get("/events/cup/rounds/2/proof/"))
    assert "Changed by hand since" in page
    assert "paired again: the same" in page


def test_what_cannot_be_is_refused_with_the_reason(olga, event):
    olga.draft()
    alone = olga.post("2/edit/", edits=[{"kind": "unseat", "entry_number": 4}])
    assert (alone.status_code, alone.json()["code"]) == (409, "round_breaks_rules")
    seen = olga.post("2/edit/", edits=[{"kind": "unseat", "entry_number": 4}], preview=True).json()
    assert {p["code"] for p in seen["problems"]} == {"wrong_seats", "not_placed"}
    nowhere = olga.post("2/edit/", edits=[swap(1, 2), {"kind": "turn", "table": 8}])
    assert (nowhere.status_code, nowhere.json()["code"]) == (409, "edit_impossible")
    assert nowhere.json()["detail"] == "Edit 2: there is no table 8 in leg 1."
    wrongs: list[dict[str, Any]] = [
        {"edits": []},
        {"edits": [{"kind": "dance"}]},
        {"edits": [{"kind": "swap", "a": 1}]},
        {"edits": [{"kind": "swap", "a": 1, "b": 2, "c": 3}]},
        {"edits": [{"kind": "table", "from": 1, "to": 0}]},
        {"edits": [swap(1, 2)], "hurry": True},
    ]
    for wrong in wrongs:
        answer = olga.post("2/edit/", **wrong)
        assert answer.status_code == 400, wrong
    published = olga.post("1/edit/", edits=[swap(1, 2)])
    assert (published.status_code, published.json()["code"]) == (409, "not_draft")
    assert not JournalLine.objects.filter(action="round.edited").exists()


def test_tables_change_over_and_the_first_move_turns(olga, event):
    olga.draft()
    olga.post("2/edit/", edits=[{"kind": "table", "from": 1, "to": 3}])
    assert olga.tables() == {1: [6, 5], 2: [4, 3], 3: [2, 1]}
    olga.post("2/edit/", edits=[{"kind": "turn", "table": 3}])
    (match,) = (p for p in olga.get("2/").json()["pairings"] if p["table"] == 3)
    assert match["slots"][0]["first_seat"] == 2


def test_a_published_round_goes_back_is_paired_again_and_withdrawn(olga, event):
    anybody = Desk()
    olga.draft()
    olga.post("2/publish/")
    assert anybody.get("2/").status_code == 200
    assert olga.post("2/unpublish/").status_code == 400
    assert olga.post("2/unpublish/", reason="too early").json()["state"] == "draft"
    assert anybody.get("2/").status_code == 404
    olga.post("2/publish/")
    again = olga.post("2/re-pair/", reason="one more came", seed=3)
    assert (again.status_code, again.json()["state"]) == (201, "draft")
    assert proof_of(Round.objects.get(number=2))["seed"] == 3
    assert olga.post("2/withdraw/", reason="rain").status_code == 204
    assert olga.get("2/").status_code == 404
    reopened = olga.post("1/reopen/", reason="a wrong slip")
    assert reopened.json()["state"] == "published"
    assert olga.post("1/unpublish/", reason="all wrong").json()["code"] == "round_has_games"
    told = JournalLine.objects.filter(action__startswith="round.").order_by("seq")
    assert [line.text for line in told if line.text] == [
        *("too early", "one more came", "rain", "a wrong slip")
    ]


def test_the_same_edit_sent_twice_is_done_once(olga, event):
    olga.draft()
    body = {"edits": [swap(1, 4)]}
    for _time in range(2):
        answer = olga.client.post(
            "/api/v1/events/cup/rounds/2/edit/",
            body,
            format="json",
            headers={"Idempotency-Key": "press-1"},
        )
        assert answer.status_code == 200
    assert olga.tables()[1] == [2, 4]


def test_the_admin_takes_rounds_back_too(client, event):
    director = make_user("director", staff=True)
    director.is_superuser = True
    director.save()
    client.force_login(director)

    def run(action, reason=""):
        row = Round.objects.latest("number")
        return text_of(
            client.post(
                "/admin/tournaments/round/",
                {
                    "action": action,
                    "_selected_action": [row.pk],
                    "reason": reason,
                    "confirmed": "yes",
                },
                follow=True,
            )
        )

    assert "Say why." in run("reopen")
    assert "Done:" in run("reopen", "slip")
    assert "were reported, ruled or decided" in run("unpublish", "slip")
    run("close")
    published_round(event)
    assert "Done:" in run("unpublish", "early")
    assert Round.objects.get(number=2).state == "draft"
    assert "Done:" in run("pair_again", "one more")
    assert "Done:" in run("withdraw", "rain")
    assert not Round.objects.filter(number=2).exists()
