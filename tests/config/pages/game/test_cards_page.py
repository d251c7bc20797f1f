"""Pages of card games: the table step by step, the check of a record, the rules of an event."""

import re

import pytest
from django.utils import translation

from config.demo.card_records import gamnon_record, taki_record
from config.pages.game.card_faces import face
from config.pages.site.rule_texts.names import ruleset_name
from config.pages.site.rule_texts.parts import TEXTS
from engine.games import PRESETS, RULESET_LOADERS, STEP_MESSAGES
from games import services
from games.models import Game
from tests.builders import (
    acting,
    actor_of,
    make_event,
    make_user,
    players_at,
    published_round,
    slot_at,
)
from tests.clients import part_of, text_of, tidy, url_of
from tests.engine.taki.test_examples import EXAMPLE_1
from tests.slots import submit
from tournaments import advice
from tournaments.models import Event, Player
from tournaments.services.events.settings import validate_ruleset


@pytest.fixture
def evening():
    return make_evening("taki")


def make_evening(game, entries=3, **claim):
    """One table, and what its first player sent."""
    organiser = make_user("olga")
    event = make_event(
        game=game, entries=entries, games=1, match={"points": {"per_game": True}, "tiebreaks": []},
        organiser=organiser, slug="cards",
        stages=[{"system": "tables", "options": {"sizes": [entries]}}],
    )  # fmt: skip
    round_ = published_round(event)
    maker = {"taki": taki_record, "gamnon": gamnon_record}[game]
    names = [player.name for player in players_at(round_)]
    return submit(
        actor_of(players_at(round_)[0]),
        slot_at(round_),
        record="" if claim else maker(names, seed="page"),
        claim=claim or None,
    )


def option_of(game, field):
    """How the rules tell an option of a game."""
    (option,) = [each for part in TEXTS[game] for each in part.options if each.field == field]
    return option


def done_on(page):
    """What was done in the step that is shown, before piles and hands."""
    return page.partition("data-closed=")[2].partition("</p>")[0]


def page_of(client, game, query=""):
    return text_of(client.get(url_of("game", game.public_id) + query))


def test_the_last_step_is_shown_and_leads_to_all_others(client, evening):
    page = page_of(client, evening)
    last = evening.verdict["plies"]
    assert f"step {last} of {last}" in page
    assert 'data-verdict="proved"' in page
    assert 'rel="next"' not in page
    assert f'href="?step={last - 1}#table"' in page
    assert len(re.findall(r'<a href="\?step=\d+#table">', page)) == last


def test_a_step_shows_hands_piles_and_what_was_done(client, evening):
    dealt = page_of(client, evening, "?step=0")
    assert "<bdi>" not in done_on(dealt), "nobody did anything"
    assert dealt.count("8 cards") == 3
    assert 'data-closed="91"' in dealt, "116 less three hands and the open card"
    assert 'rel="prev"' not in dealt
    first = page_of(client, evening, "?step=1")
    assert re.search(r"<bdi>\w+</bdi>", part_of(first, 'aria-current="step"'))
    assert "<bdi>" in done_on(first)


@pytest.mark.parametrize("asked", ["-1", "x", "99999", "9" * 400, "²"])
def test_a_step_that_is_none_is_the_last(client, evening, asked):
    last = evening.verdict["plies"]
    assert f"step {last} of {last}" in page_of(client, evening, f"?step={asked}")


def test_gamnon_by_its_tokens(client):
    game = make_evening("gamnon")
    page = page_of(client, game, "?step=1")
    _player, closing, _cards = re.split(r"{\w+}", STEP_MESSAGES["gamnon"]["closes"])[:3]
    now = part_of(page, 'id="table"')
    assert closing in now
    assert re.search(r'role="img" aria-label="\w+ of (hearts|diamonds|spades|clubs)"', now)


def test_places_on_the_players_word(client):
    game = make_evening("taki", places=[2, 1, 3])
    page = page_of(client, game)
    winner = players_at(game.slot.pairing.round)[1].name
    assert 'data-verdict="claimed"' in page
    assert f"<bdi>{winner}</bdi>" in page
    assert 'id="table"' not in page


def test_lists_name_everybody_with_their_places(client, evening):
    services.confirm_game(actor=acting(make_user("arno", staff=True)), game_id=evening.pk)
    page = text_of(client.get(url_of("event-games", "cards")))
    for player in Player.objects.all():
        assert f"<bdi>{player.name}</bdi>" in page
    assert text_of(client.get(url_of("home")))
    assert text_of(client.get(url_of("event", "cards")))


def test_who_waits_for_it_sees_the_places(client, evening):
    client.force_login(players_at(evening.slot.pairing.round)[1].user)
    page = text_of(client.get(url_of("me")))
    assert "Cards left" in page
    assert url_of("answer", evening.public_id) in page
    assert 'name="answer"' in page_of(client, evening)


def test_names_are_escaped_and_isolated(client, evening):
    Player.objects.update(name="<b>x</b>")
    page = page_of(client, evening, "?step=1")
    assert "<b>x</b>" not in page
    assert "<bdi>&lt;b&gt;x&lt;/b&gt;</bdi>" in page


def test_notation_is_not_mirrored_in_hebrew(client, evening):
    with translation.override("he"):
        client.cookies["django_language"] = "he"
        page = page_of(client, evening)
    assert 'dir="rtl"' in page
    assert re.search(r'<span class="[^"]*\bltr\b[^"]*">', part_of(page, 'id="table"'))
    assert '<span class="ptn">' in page


def test_the_verify_page_takes_all_three_games(client):
    page = client.post(url_of("verify"), {"record": EXAMPLE_1, "game": "taki"})
    assert (page.status_code, Game.objects.count()) == (200, 0)
    table = part_of(text_of(page), 'id="table"')
    assert 'value="' in table
    assert "lays" in table
    gamnon = gamnon_record(["A", "B", "C"], seed="v")
    page = text_of(client.post(url_of("verify"), {"record": gamnon, "rules": "publisher"}))
    assert 'data-verdict="proved"' in page
    assert '<option value="gamnon" selected>' in page, "the record says which game it is of"


def test_the_verify_page_shows_the_line_of_a_fault(client):
    wrong = EXAMPLE_1.replace("B G1", "B B3").replace("A wins", "</textarea><script>x</script>")
    page = client.post(url_of("verify"), {"record": wrong, "game": "taki"})
    assert page.status_code == 422
    shown = text_of(page, 422)
    assert "<script>x" not in shown
    page = client.post(
        url_of("verify"), {"record": EXAMPLE_1.replace("B G1", "B B3"), "game": "taki"}
    )
    shown = tidy(text_of(page, 422))
    heading = re.search(r"<h2>(.*?)</h2>", part_of(shown, 'data-verdict="refused"'))
    assert heading is not None
    assert re.findall(r"\d+", heading[1]) == ["11"]
    assert "<mark>B B3</mark>" in shown


@pytest.mark.parametrize("game", ["taki", "gamnon"])
def test_every_option_of_a_game_is_in_its_rules(client, game):
    told = {option.field for section in TEXTS[game] for option in section.options}
    assert told == set(RULESET_LOADERS[game]({}).as_dict()) - {"name"}
    page = text_of(client.get(url_of("rules", game)))
    for section in TEXTS[game]:
        assert str(section.title) in page
    for name in PRESETS[game]:
        assert f"<bdi>{ruleset_name(game, name)}</bdi>" in page


def test_every_option_of_tak_is_in_its_rules():
    told = {option.field for section in TEXTS["tak"] for option in section.options}
    assert told == set(RULESET_LOADERS["tak"]({"size": 5}).as_dict()) - {"name"}


def test_there_are_no_rules_of_other_games(client):
    assert client.get("/rules/chess/").status_code == 404
    assert url_of("combined-board") in text_of(client.get("/rules/tak/"))


def test_the_rules_of_an_event_mark_what_it_chose(client, evening):
    address = url_of("event-rules", "cards")
    assert "data-changed" not in text_of(client.get(address))
    rules = validate_ruleset("taki", {"name": "publisher", "deck": 112, "crazy_cards": 4})
    Event.objects.update(ruleset=rules)
    page = text_of(client.get(address))
    assert page.count("data-changed") == 2
    assert str(option_of("taki", "deck").choices[112]) in page
    assert str(option_of("taki", "crazy_cards").number).format(value=4) in page
    assert "four" in page


def test_the_rules_of_an_event_of_tak(client):
    make_event(slug="tak", size=5)
    page = text_of(client.get(url_of("event-rules", "tak")))
    assert "5 by 5" in page
    stones = option_of("tak", "stones").label
    assert re.search(rf"{stones}</th>\s*<td>\s*<div>\s*21\s*</div>", page)


def test_the_rules_of_an_event_of_gamnon_warn_of_large_tables(client):
    make_evening("gamnon", entries=5, places=[1, 2, 2, 2, 2])
    page = text_of(client.get(url_of("event-rules", "cards")))
    event = Event.objects.get()
    (sentence,) = advice.game_length_advice("gamnon", event.stages.all(), event.ruleset)
    assert "5" in sentence
    assert sentence in page


def test_every_card_has_a_name():
    assert face("GS", "taki").name == "green stop"
    assert face("*K", "taki") == ("*K", "none", "king")
    assert face("TH", "gamnon") == ("10♥", "red", "10 of hearts")
