"""The rating report of an event, and what a list expects of two who meet."""

import csv
import io

import pytest

from config.pages import long_lists
from games import services as games
from ratings import recompute, selectors, services
from tests.builders import make_event, pairing_at, published_round
from tests.clients import text_of, tidy
from tests.ratings.builders import make_players, play
from tournaments.actor import SYSTEM
from tournaments.recompute import refresh_standings


@pytest.fixture
def cup():
    """Ada beat Dag at table 1; nothing else is decided."""
    event = make_event(games=1, slug="cup")
    pairing = pairing_at(published_round(event), 1)
    games.enter_result(actor=SYSTEM, pairing_id=pairing.pk, number=1, claim={"result": "R-0"})
    recompute.replay_stale_pools()
    return event


def test_the_report_says_what_the_event_changed(client, cup):
    report = selectors.event_report(cup, "tak-5")
    text = text_of(client.get("/events/cup/ratings/"), 200)
    for row in report.rows:
        assert f"{abs(row.change):.1f}" in text
        assert f"/players/{row.player}/" in text
    assert "Rating report" in text_of(client.get("/events/cup/players/"), 200)
    sheet = text_of(client.get("/api/v1/events/cup/ratings/players/?pool=tak&format=csv"), 200)
    rows = csv.DictReader(io.StringIO(sheet.removeprefix("\ufeff")))
    assert {row["player"] for row in rows} == {row.player for row in report.rows}


def test_a_long_report_comes_in_pages(client, cup, monkeypatch):
    monkeypatch.setattr(long_lists, "WHOLE", 1)
    monkeypatch.setattr(long_lists, "PAGE", 1)
    report = selectors.event_report(cup, "tak-5")
    assert len(report.rows) == 2
    for number, row in enumerate(report.rows, start=1):
        text = text_of(client.get(f"/events/cup/ratings/?page={number}"), 200)
        assert f"/players/{row.player}/" in text
        assert f"/players/{report.rows[2 - number].player}/" not in text
        assert f"?page={3 - number}" in text


def test_a_stored_report_changes_with_the_ratings(client, cup):
    address = "/events/cup/ratings/"
    before = text_of(client.get(address), 200)
    assert text_of(client.get(address), 200) == before
    games.enter_result(
        actor=SYSTEM,
        pairing_id=pairing_at(cup.rounds.get(), 1).pk,
        number=1,
        claim={"result": "0-R"},
        reason="the other way round",
    )
    recompute.replay_stale_pools()
    assert text_of(client.get(address), 200) != before


def test_the_standings_show_the_rating_change_of_each_player(client, cup):
    refresh_standings(cup.pk)
    page = text_of(client.get("/events/cup/standings/"), 200)
    (gain, loss) = (round(row.change) for row in selectors.event_report(cup).rows)
    assert f'<td class="n lo"><span class="num">+{gain}</span>' in page
    assert f'<td class="n lo"><span class="num">−{-loss}</span>' in page


def test_the_report_writes_halves_as_all_pages_do(client):
    event = make_event(games=1, slug="drawn")
    pairing = pairing_at(published_round(event), 1)
    claim = {"result": "1/2-1/2"}
    games.enter_result(actor=SYSTEM, pairing_id=pairing.pk, number=1, claim=claim)
    recompute.replay_stale_pools()
    text = text_of(client.get("/events/drawn/ratings/"), 200)
    assert text.count('<span class="num">½</span>') == 2
    sheet = text_of(client.get("/api/v1/events/drawn/ratings/players/?format=csv"), 200)
    rows = csv.DictReader(io.StringIO(sheet.removeprefix("\ufeff")))
    assert [row["scored"] for row in rows] == ["0.5", "0.5"]


def test_the_report_by_another_list(client, cup):
    """Those that fit the event come first; one that counts none of its games is not offered."""
    services.create_pool(actor=SYSTEM, slug="steps", counts={"game": "tak"}, system="elo")
    services.create_pool(actor=SYSTEM, slug="other", counts={"game": "tak", "size": 8})
    recompute.replay_stale_pools()
    assert [pool.slug for pool in selectors.event_pools(cup)] == ["tak-5", "tak", "steps"]
    text = text_of(client.get("/events/cup/ratings/?pool=steps"), 200)
    assert '<strong><span class="num">+20.0</span></strong>' in text  # K 40, both newcomers
    other = text_of(client.get("/events/cup/ratings/?pool=other"), 200)
    assert 'value="tak-5" selected' in other
    assert 'value="other"' not in other


def test_an_event_without_games_says_what_will_come(client):
    make_event(slug="later", entries=0, state="registration")
    assert "starts with the first rated game" in text_of(client.get("/events/later/ratings/"), 200)


def test_a_private_event_keeps_its_report(client):
    make_event(slug="secret", visibility="private", entries=0, state="registration")
    assert client.get("/events/secret/ratings/").status_code == 404


def test_what_is_expected_follows_what_was_learned_of_the_first_move(client):
    """On 5 moving first always won, on 6 never: of equals who moves first is expected to."""
    ann, bob = make_players("Ann", "Bob")
    for day in range(1, 41):
        pair = (ann, bob) if day % 4 < 2 else (bob, ann)
        play(f"g{day:02}", pair, day % 2, day=day, size=5 + (day + 1) % 2)
    recompute.replay_stale_pools()
    address = f"/api/v1/pools/tak/expected/?first={ann.public_id}&second={bob.public_id}"
    five, six, seven, either = (
        client.get(address + of).json()["expected"] for of in ("&size=5", "&size=6", "&size=7", "")
    )
    assert six < either < five
    assert six < seven < five  # nothing was learned of it: as at the start
    page = tidy(text_of(client.get(f"/players/{ann.public_id}/vs/{bob.public_id}/"), 200))
    assert f"{100 * either:.0f} %" in page
