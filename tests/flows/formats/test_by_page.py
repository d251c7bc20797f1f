"""Every format lives a whole event by the pages of the desk: buttons and typed lines alone."""

import random
from collections.abc import Iterator

import pytest
from django.test import Client

from tests.builders import make_event, make_user
from tests.clients import signed_in, text_of, url_of
from tests.flows.formats.formats import LIVES
from tournaments.choices import FINISHED_SLOTS
from tournaments.models import Event, GameSlot, Round, Seat
from tournaments.recompute import refresh_standings

pytestmark = pytest.mark.slow
KEYS = ("r", "t", "f", "g", "d")
PLACES = ("1234", "1342", "4321")


@pytest.mark.parametrize("system", [*LIVES, "tables"])
def test_an_event_from_the_first_button_to_the_last(system: str) -> None:
    cards = system == "tables"
    entries, options, most = (8, {"rounds": 2, "sizes": [4]}, 2) if cards else LIVES[system]
    boss = make_user("boss")
    event = make_event(
        game="taki" if cards else "tak", games=1, entries=entries, organiser=boss, slug="cup",
        state="registration", stages=[{"system": system, "options": options}],
    )  # fmt: skip
    desk, chance = signed_in(boss), random.Random(system)
    press(desk, "start")
    played = 0
    while played < most and press(desk, "pair", may_be_over=True):
        played += 1
        press(desk, "publish", number=played)
        for line in lines(event.rounds.get(number=played), chance, cards=cards):
            enter(desk, played, line)
        press(desk, "close", number=played)
    assert played
    press(desk, "finish")
    event.refresh_from_db()
    assert event.state == "finished"
    refresh_standings(event.pk)  # what a worker does
    for name in ("event", "event-standings"):
        assert "Ada" in text_of(Client().get(url_of(name, "cup")))
    seat = Seat.objects.filter(pairing__round__number=played).first()
    assert seat is not None
    assert seat.entry.player.name in text_of(Client().get(url_of("event-round", "cup", played)))


def press(desk: Client, button: str, *, number: int | str = "", may_be_over: bool = False) -> bool:
    """Press a button of the desk; whether it did something."""
    answer = desk.post(url_of("manage", "cup"), {"do": button, "number": number})
    refused = may_be_over and answer.status_code == 422
    assert refused or answer.status_code == 302, text_of(answer, answer.status_code)[-3000:]
    return not refused


def enter(desk: Client, number: int, line: str) -> None:
    answer = desk.post(f"{url_of('manage-results', 'cup')}?round={number}", {"line": line})
    assert answer.status_code == 302, (line, text_of(answer, answer.status_code)[-3000:])


def lines(round_: Round, chance: random.Random, *, cards: bool) -> Iterator[str]:
    """What is typed until no game waits; a level series gets further games."""
    while waiting := (
        GameSlot.objects.filter(pairing__round=round_)
        .exclude(state__in=FINISHED_SLOTS)
        .order_by("pairing__leg", "pairing__table", "number")
        .values_list("pairing__table", flat=True)
        .first()
    ):
        yield f"{waiting} {chance.choice(PLACES if cards else KEYS)}"


def test_a_match_of_teams_is_one_line() -> None:
    boss = make_user("boss")
    _entries, options, _most = LIVES["team_round_robin"]
    event: Event = make_event(
        games=1, entries=12, organiser=boss, slug="cup", state="registration",
        stages=[{"system": "team_round_robin", "options": options}],
    )  # fmt: skip
    desk = signed_in(boss)
    for button, number in (("start", ""), ("pair", ""), ("publish", 1)):
        press(desk, button, number=number)
    round_ = event.rounds.get()
    for match in round_.team_matches.exclude(second=None):
        enter(desk, 1, f"{match.number}: r t d")
    waiting = GameSlot.objects.filter(pairing__round=round_).exclude(state__in=FINISHED_SLOTS)
    assert not waiting.exists()
    press(desk, "close", number=1)
