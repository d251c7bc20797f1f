"""The replay board of a record that is pasted: whole, up to its fault, or not at all."""

import pytest

from tests.api.world import ILLEGAL, ROAD
from tests.clients import text_of, tidy, url_of
from tests.games.drawing.replayed import data_of

pytestmark = pytest.mark.django_db


def test_a_pasted_record_is_stepped_through_by_sending_it_again(client):
    address = url_of("verify")
    last = tidy(text_of(client.post(address, {"record": ROAD})))
    assert 'form="check" name="move" value="8" formaction="#board" data-go="back"' in last
    step = client.post(address, {"record": ROAD, "move": "3"})
    assert data_of(step)["at"] == 3
    assert 'data-ply="3" aria-current="step"' in text_of(step)
    assert "b-road" in text_of(step).split("replay-data")[1]
    assert "b-road" not in text_of(step).split("replay-data")[0]


def test_a_refused_record_is_shown_up_to_its_fault(client):
    page = client.post(url_of("verify"), {"record": ILLEGAL})
    frames = data_of(page, 422)["frames"]
    assert len(frames) == 4
    assert "b-fault" in frames[3]["over"]
    assert "b-hatch" in frames[3]["under"]
    assert not any("b-fault" in frame["over"] for frame in frames[:3])
    assert frames[3]["tps"] == frames[2]["tps"]
    said = 'Move 2, first player: <span class="ptn">e5</span> cannot be played.'
    assert frames[3]["text"] == said
    assert "<mark>e5</mark></button>" in tidy(text_of(page, 422))


@pytest.mark.parametrize("record", ["", "hello", '[Size "5"]\n{', "[Size", '[Size "99"]\n1. a1 a2'])
def test_a_record_of_which_nothing_can_be_played_has_no_board(client, record):
    page = client.post(url_of("verify"), {"record": record})
    assert "replay-data" not in text_of(page, 422)


def test_a_false_result_is_shown_on_the_whole_game(client):
    page = client.post(url_of("verify"), {"record": ROAD.replace("R-0", "F-0")})
    assert len(data_of(page, 422)["frames"]) == 10
