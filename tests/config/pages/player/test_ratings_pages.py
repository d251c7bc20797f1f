"""Pages and addresses of ratings: leaderboard, statistics, history, head to head, flags."""

import re
import xml.etree.ElementTree as ET
from datetime import timedelta
from itertools import pairwise

import pytest
from django.test import Client
from django.utils import timezone

from config.pages.player.charts import draw_histogram
from config.pages.player.ratings import listing_rule
from games import flags
from games.models import Game
from ratings import recompute, selectors, services
from ratings.analysis import order_key
from ratings.analysis.statistics import Bin
from ratings.services import RatedInput, RatedSeat
from tests.builders import acting, actor_of, make_club, make_event, make_player, make_user
from tests.clients import part_of, signed_in, text_of, tidy, url_of
from tournaments.actor import SYSTEM
from tournaments.services.events import roles
from tournaments.services.people import people

TODAY = timezone.now().date()


def rate(source, first, second, score_x2, *, ago, size=5, event=None):
    """A game so many days ago, posted to the ledger."""
    day = TODAY - timedelta(days=ago)
    services.post_result(
        f"game:{source}",
        RatedInput(
            played_on=day,
            order_key=order_key.build(played_on=day, public_id=source),
            game="tak",
            size=size,
            half_komi=0,
            event_id=event and event.pk,
            seats=(RatedSeat(first.pk, score_x2), RatedSeat(second.pk, 2 - score_x2)),
        ),
    )


@pytest.fixture
def club():
    """Ada and Bo took turns to move first, Ada won two of three; Cleo played once, long ago."""
    ada, bo, cleo = make_player("Ada"), make_player("Bo"), make_player("<b>Cleo</b>")
    rate("old", cleo, bo, 2, ago=900, size=6)
    for number in range(40):
        first, second = (ada, bo) if number % 2 else (bo, ada)
        score = 2 if (number % 3 > 0) == (first is ada) else 0
        rate(f"g{number:02}", first, second, score, ago=200 - 4 * number)
    recompute.replay_stale_pools()
    return ada, bo, cleo


def drawing(name, text):
    """The first drawing of a class on a page."""
    found = re.search(rf'<svg class="{name}".*?</svg>', text, re.DOTALL)
    assert found is not None
    return ET.fromstring(found[0])


def drawing_text(name, text):
    """The first drawing of a class on a page, as text."""
    return ET.tostring(drawing(name, text), encoding="unicode").replace("ns0:", "")


def results(client, address):
    response = client.get(f"/api/v1/{address}")
    assert response.status_code == 200, response.content
    return response.json()["results"]


def test_who_plays_is_ranked_and_the_others_come_after_them(client, club):
    text = text_of(client.get("/ratings/tak/"), 200)
    others = 'scope="rowgroup"'
    assert text.index("<bdi>Ada</bdi>") < text.index(others) < text.index("Cleo")
    assert "<b>Cleo" not in text
    tak = selectors.pools().get(slug="tak")
    assert listing_rule(selectors.ranking(tak, TODAY).threshold) in text
    rows = results(client, "pools/tak/leaderboard/")
    assert [(row["name"], row["rank"], row["listed"]) for row in rows] == [
        ("Ada", 1, True), ("Bo", 2, True), ("<b>Cleo</b>", None, False),
    ]  # fmt: skip
    bounds = client.get("/api/v1/pools/tak/threshold/").json()
    assert (bounds["games"], bounds["days"], bounds["pace"]) == (4, 182, 40.0)


def test_a_list_of_provisional_players_says_who_leads(client):
    ada, bo = make_player("Ada"), make_player("Bo")
    rate("only", ada, bo, 2, ago=1)
    recompute.replay_stale_pools()
    services.publish_list(actor=SYSTEM, slug="tak", on=TODAY)
    for query in ("", f"?on={TODAY.isoformat()}"):
        lead = part_of(text_of(client.get(f"/ratings/tak/{query}"), 200), 'id="leader"')
        assert "<bdi>Ada</bdi>" in lead
        assert "<bdi>Bo</bdi>" not in lead


def test_the_list_of_lists_says_who_has_the_best_rating(client, club):
    row = tidy(text_of(client.get("/ratings/"), 200))
    assert "<bdi>Ada</bdi>" in row
    assert "<bdi>Bo</bdi>" not in row
    for game in range(3):
        rate(f"new{game}", make_player("Dan"), club[0], 2, ago=1)
    recompute.replay_stale_pools()
    best = selectors.leaders(selectors.pools().filter(slug="tak"))
    assert [row.player.name for row in best.values()] == ["Ada"]  # the others are provisional


def test_a_list_with_ranked_players_names_no_leader(client, club):
    assert 'id="leader"' not in text_of(client.get("/ratings/tak/"), 200)


def test_the_rating_above_the_chart_is_its_last_point_while_a_void_game_waits(client, club):
    ada, _bo, _cleo = club
    services.void_posting(source="game:g39")
    text = text_of(client.get(f"/players/{ada.public_id}/"), 200)
    (value,) = re.findall(r'<text class="value"[^>]*>(\d+)</text>', drawing_text("graph", text))
    on_top = re.search(r"<td[^>]*><strong><span[^>]*>(\d+)", text)
    assert on_top is not None
    assert on_top[1] == value


def test_the_leaderboard_is_filtered_and_taken_home(client, club):
    assert "Cleo" not in text_of(client.get("/ratings/tak/?show=listed"), 200)
    assert "<bdi>Ada</bdi>" not in text_of(client.get("/ratings/tak/?show=others"), 200)
    assert "<bdi>Bo</bdi>" not in text_of(client.get("/ratings/tak/?q=AD"), 200)
    nobody = text_of(client.get("/ratings/tak/?q=zz"), 200)
    assert "data-empty" in nobody
    assert "<bdi>Ada</bdi>" not in nobody
    listed = results(client, "pools/tak/leaderboard/?listed=yes&q=a")
    assert [row["name"] for row in listed] == ["Ada"]
    lines = text_of(client.get("/api/v1/pools/tak/leaderboard/?format=csv"), 200).splitlines()
    assert lines[0].lstrip("\ufeff").startswith("rank,was,climbed,listed,player,name,rating")
    assert len(lines) == 4
    assert (
        len(text_of(client.get("/api/v1/pools/tak/leaderboard/?format=ndjson"), 200).split()) == 3
    )


def test_places_won_since_the_published_list_and_the_list_as_it_was(client, club):
    ada, bo, _cleo = club
    services.publish_list(actor=SYSTEM, slug="tak", on=TODAY)
    for number in range(12):
        rate(f"new{number:02}", ada, bo, 0, ago=0)
    rate("found", bo, ada, 2, ago=100)  # turned up later: a correction of the published list
    recompute.replay_stale_pools()
    rows = results(client, "pools/tak/leaderboard/")
    assert [(row["name"], row["rank"], row["was"], row["climbed"]) for row in rows[:2]] == [
        ("Bo", 1, 2, 1), ("Ada", 2, 1, -1),
    ]  # fmt: skip
    assert results(client, "pools/tak/lists/") == [{"on": TODAY.isoformat()}]
    days = part_of(text_of(client.get("/ratings/tak/"), 200), 'id="on"')
    assert f'<option value="{TODAY.isoformat()}">' in days
    text = text_of(client.get(f"/ratings/tak/?on={TODAY.isoformat()}"), 200)
    assert text.index("<bdi>Ada</bdi>") < text.index("<bdi>Bo</bdi>")  # as it was
    assert 'data-corrected="2"' in text
    assert client.get("/ratings/tak/?on=2001-01-01").status_code == 404
    assert client.get("/ratings/tak/?on=2001-99-01").status_code == 200
    moved = part_of(text_of(client.get(f"/players/{ada.public_id}/"), 200), "data-published")
    changes = re.findall(r"[+−][\d.]+", re.sub(r"<[^>]+>", "", moved))
    assert [change[0] for change in changes] == ["−", "−"], "by a correction, by games since"


@pytest.mark.parametrize("query", ["", f"?on={TODAY.isoformat()}"])
def test_a_list_shows_how_a_name_is_read(client, club, query):
    services.publish_list(actor=SYSTEM, slug="tak", on=TODAY)
    people.set_sort_name(actor=SYSTEM, player_id=club[0].pk, sort_name="エイダ")
    reading = r'<bdi>Ada</bdi> <span[^>]*><bdi lang="ja">エイダ</bdi></span>'
    assert not re.search(reading, text_of(client.get(f"/ratings/tak/{query}"), 200))
    client.cookies["django_language"] = "ja"
    assert re.search(reading, text_of(client.get(f"/ratings/tak/{query}"), 200))


def test_the_statistics_of_a_list_stand_beside_their_drawing(client, club):
    text = text_of(client.get("/ratings/tak/statistics/"), 200)
    svg = drawing("graph bars", text)
    bins = results(client, "pools/tak/distribution/")
    assert sum(row["players"] for row in bins) == 3
    assert len(list(svg.iter("title"))) == len([row for row in bins if row["players"]])
    lines = results(client, "pools/tak/first-move/")
    assert [(row["size"], row["games"], row["won"], row["lost"]) for row in lines] == [
        (5, 40, 20, 20), (6, 1, 1, 0), (None, 41, 21, 20),
    ]  # fmt: skip
    # learned from 43 on: on 5 moving first won no more than the half, on 6 its only game
    assert lines[0]["term"] < 43 < lines[1]["term"]
    assert lines[2]["term"] is None
    assert lines[0]["low"] < 0.4 < 0.6 < lines[0]["high"]
    assert "50.0 %" in text


def test_bars_tell_settled_from_provisional_without_colour():
    root = ET.fromstring(str(draw_histogram([Bin(1400, 1500, 4, 0), Bin(1500, 1600, 2, 1)])))
    heights: dict[str | None, list[float]] = {}
    for node in root.iter("rect"):
        heights.setdefault(node.get("class"), []).append(float(node.get("height", "")))
    assert heights["settled"] == [2 * heights["settled"][1], heights["settled"][1]]
    assert heights["unsure"] == [heights["settled"][1] / 2]
    assert [node.text for node in root.iter("title")] == [
        "1400–1499: 4 players",
        "1500–1599: 3 players",
    ]
    assert draw_histogram([]) == ""


def test_two_players_against_each_other(client, club):
    ada, bo, cleo = club
    found = client.get(f"/api/v1/players/{ada.public_id}/versus/{bo.public_id}/").json()
    total = found["total"]
    assert (total["games"], total["won"] + total["lost"]) == (40, 40)
    assert sum(row["games"] for row in found["by_first"]) == 40
    assert [(row["game"], row["size"], row["games"]) for row in found["by_size"]] == [
        ("tak", 5, 40)
    ]
    assert [row["pool"] for row in found["expected"]] == ["tak", "tak-5"]
    assert found["expected"][0]["moving_first"] > found["expected"][0]["moving_second"]
    other = client.get(f"/api/v1/players/{bo.public_id}/versus/{ada.public_id}/").json()
    assert (other["total"]["won"], other["total"]["lost"]) == (total["lost"], total["won"])
    back = other["expected"][0]["moving_second"]
    assert found["expected"][0]["moving_first"] + back == pytest.approx(1)
    games = results(client, f"players/{ada.public_id}/versus/{bo.public_id}/games/")
    assert [row["played"]["game"] for row in games[:2]] == ["g39", "g38"]
    assert games[0]["moved_first"] is True
    text = text_of(client.get(f"/players/{ada.public_id}/vs/{bo.public_id}/"), 200)
    assert len(re.findall(r"<th[^>]*><bdi>\W*Ada\W* [a-z ]+</bdi></th>", text)) == 1
    strangers = text_of(client.get(f"/players/{ada.public_id}/vs/{cleo.public_id}/"), 200)
    assert "data-empty" in strangers
    assert "data-empty" not in text
    assert "<b>Cleo" not in strangers
    assert client.get(f"/players/{ada.public_id}/vs/{ada.public_id}/").status_code == 404


def test_games_of_a_private_event_are_told_to_its_people_only(client, club):
    ada, bo, _cleo = club
    secret = make_event(slug="secret", visibility="private", entries=0, state="registration")
    rate("hidden", ada, bo, 2, ago=1, event=secret)
    recompute.replay_stale_pools()
    address = f"players/{ada.public_id}/versus/{bo.public_id}/games/"
    assert "hidden" not in {row["played"]["game"] for row in results(client, address)}
    last = results(client, f"players/{ada.public_id}/ratings/tak/games/")[-1]
    played = {"pairing": None, "number": None, "game": "hidden"}
    assert (last["played"], last["event"], last["opponents"]) == (played, "", [])
    page = text_of(client.get(f"/players/{ada.public_id}/"), 200)
    assert "/events/secret/" not in page
    arbiter = make_user()
    roles.grant_event_role(actor=SYSTEM, event_id=secret.pk, user_id=arbiter.pk, role="arbiter")
    insider = signed_in(arbiter)
    assert "/events/secret/" in text_of(insider.get(f"/players/{ada.public_id}/"), 200)


def test_a_history_names_opponents_and_joins_up(client, club):
    ada, bo, _cleo = club
    lines = results(client, f"players/{ada.public_id}/ratings/tak/games/")
    assert len(lines) == 40
    assert {line["opponents"][0]["player"] for line in lines} == {bo.public_id}
    assert all(a["after"] == b["before"] for a, b in pairwise(lines))
    text = text_of(client.get(f"/players/{ada.public_id}/"), 200)
    assert f"/players/{ada.public_id}/vs/{bo.public_id}/" in text
    svg = drawing("graph", text)
    assert len(list(svg.iter("circle"))) == 40
    radius, scale_ends = 4, 28  # of a large dot, and of the numbers beside the grid
    assert min(float(dot.attrib["cx"]) for dot in svg.iter("circle")) - radius > scale_ends + 2
    assert "Bo" in str(next(svg.iter("title")).text)


def test_a_history_says_what_was_expected_of_each_game(client, club):
    ada, bo, _cleo = club
    mine, theirs = (
        results(client, f"players/{one.public_id}/ratings/tak/games/") for one in (ada, bo)
    )
    both = [
        line["expected"] + other["expected"] for line, other in zip(mine, theirs[1:], strict=True)
    ]
    assert both == pytest.approx([1.0] * 40)  # Bo's first game was not with Ada
    moved = client.get(f"/api/v1/players/{ada.public_id}/ratings/tak/").json()
    told = [game["expected"] for game in moved["games"]]
    assert told == [line["expected"] for line in mine]
    # who scores more than was expected rises
    for game in moved["games"]:
        assert (game["score_x2"] / 2 > game["expected"]) == (game["change"] > 0)
    text = tidy(text_of(client.get(f"/players/{ada.public_id}/"), 200))
    shares = re.findall(r"expected</span>\(<span[^>]*>(\d+) %</span>\)", text)
    assert len(shares) == 80  # in two lists
    assert str(round(100 * told[-1])) in shares
    assert text.count("data-brackets") == 2


def test_where_nothing_is_predicted_a_history_has_no_expected_scores(client, club):
    ada, _bo, _cleo = club
    for slug in ("tak", "tak-5"):
        services.change_pool(actor=SYSTEM, slug=slug, system="whr", reason="try it")
    recompute.replay_stale_pools()
    lines = results(client, f"players/{ada.public_id}/ratings/tak/games/")
    assert {line["expected"] for line in lines} == {None}
    text = text_of(client.get(f"/players/{ada.public_id}/"), 200)
    assert "<bdi>Bo</bdi" in text
    assert "expected" not in text


def throw(loser, winner, number):
    for game in range(number):
        rate(f"thrown{game:02}", loser, winner, 0, ago=20)


def test_flags_are_for_arbiters_alone(club):
    ada, bo, cleo = club
    services.create_pool(
        actor=SYSTEM, slug="slow", counts={"game": "tak"}, system="elo", parameters={"k": 1.0}
    )  # it does not believe sixty lost games on one day
    throw(ada, bo, 60)
    recompute.replay_stale_pools()
    house = make_club()
    event = make_event(slug="spring", entries=0, state="registration", club_id=house.pk)
    services.enter_event(actor=SYSTEM, event_id=event.pk, player_id=cleo.pk)
    arbiter, site = make_user(), make_user(staff=True)
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=arbiter.pk, role="arbiter")
    anybody, of_event, of_site = Client(), Client(), Client()
    of_event.force_login(arbiter)
    of_site.force_login(site)
    assert anybody.get("/ratings/slow/flags/").status_code == 403
    assert of_event.get("/ratings/slow/flags/").status_code == 403
    assert anybody.get("/ratings/slow/flags/?event=spring").status_code == 403
    assert "data-empty" in text_of(of_event.get("/ratings/slow/flags/?event=spring"), 200)
    text = text_of(of_site.get("/ratings/slow/flags/"), 200)
    assert 'data-flag="swing_down"' in text
    assert "data-empty" not in text
    assert "/ratings/slow/flags/" in text_of(of_site.get("/ratings/slow/"), 200)
    assert "/ratings/slow/flags/" not in text_of(of_event.get("/ratings/slow/"), 200)
    services.enter_event(actor=acting(arbiter), event_id=event.pk, player_id=ada.pk)
    text = text_of(of_event.get("/ratings/slow/flags/?event=spring"), 200)
    assert "data-empty" in text  # being entered by somebody shows nothing to them
    assert "data-flag" in text_of(of_site.get("/ratings/slow/flags/?event=spring"), 200)
    services.enter_event(actor=actor_of(bo), event_id=event.pk, player_id=bo.pk)
    assert "data-flag" in text_of(of_event.get("/ratings/slow/flags/?event=spring"), 200)
    assert of_site.get(url_of("pool-flags", "none")).status_code == 404
    services.undo_club_approval(actor=SYSTEM, club_id=house.pk)
    services.approve_event(actor=SYSTEM, event_id=event.pk)  # its games count, its staff see none
    for address in ("/ratings/slow/flags/", "/api/v1/pools/slow/flags/"):
        assert of_event.get(f"{address}?event=spring").status_code == 403
        assert of_site.get(f"{address}?event=spring").status_code == 200


def test_flags_read_the_length_of_records(club):
    ada, bo, _cleo = club
    for number in range(6):
        rate(f"short{number}", ada, bo, 0, ago=10)
        Game.objects.create(
            public_id=f"short{number}", game="tak", state="confirmed", verdict={"plies": 9},
            played_on=TODAY - timedelta(days=10), actor={}, at=timezone.now(), ruleset={},
        )  # fmt: skip
    assert flags.plies_by_source(TODAY - timedelta(days=30)) == {
        f"game:short{number}": 9 for number in range(6)
    }
    assert flags.plies_by_source(TODAY) == {}
