"""A club evening on paper: nobody has an account, everybody has a slip."""

import re

from django.test import Client

from games.models import Game
from tests.builders import acting, make_event, make_user, published_round
from tests.clients import text_of
from tests.flows.records import FIRST_BY_ROAD
from tournaments.models import Player
from tournaments.services import journal_checks
from tournaments.services.rounds import rounds


def forms_of(page):
    return re.findall(r'<form[^>]*action="(/e/[^"]+)"', text_of(page))


def test_a_round_is_played_with_slips_alone(client):
    boss = make_user("boss")
    event = make_event(organiser=boss, slug="evening", games=1)
    Player.objects.update(user=None)
    client.force_login(boss)
    sheet = text_of(client.post("/events/evening/links/", {"who": "all"}))
    codes = re.findall(r'class="letters" dir="ltr">([^<]+)<', sheet)
    assert len(codes) == 4
    round_ = published_round(event, organiser=boss)

    phones = {code: Client() for code in codes}
    for code, phone in phones.items():  # who moves first types the record in
        page = phone.get(f"/e/{code}/")
        if "you move first" in text_of(page):
            (address,) = [each for each in forms_of(page) if "/slots/" in each]
            phone.post(address, {"record": FIRST_BY_ROAD})
    for code, phone in phones.items():  # who has something to answer answers
        for address in forms_of(phone.get(f"/e/{code}/")):
            if "/games/" in address:
                phone.post(address, {"answer": "confirm"})

    assert list(Game.objects.values_list("state", flat=True)) == ["confirmed"] * 2
    rounds.close_round(actor=acting(boss), event_id=event.pk, number=round_.number)
    assert journal_checks.check_scope("event:evening") == []
    quiet = text_of(phones[codes[0]].get(f"/e/{codes[0]}/"))
    assert "Nothing waits for you" in quiet
