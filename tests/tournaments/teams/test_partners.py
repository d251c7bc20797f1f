"""A night of Taki for pairs of partners: two pairs at a table of four, by service, page and API."""

import pytest
from rest_framework.test import APIClient

from config.pages.paper.slips import make_slips
from games.archive import format as archive
from games.archive.verify import find_differences
from games.services.archives import export_event
from tests.builders import acting, make_event, make_user, published_round
from tests.clients import text_of, tidy
from tests.slots import enter_result
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput
from tournaments.integrity import check_event
from tournaments.models import Entry, GameSlot, Pairing, TeamMatch
from tournaments.recompute import refresh_standings
from tournaments.selectors.events.reports import ReportImpossible
from tournaments.services.entries import absences
from tournaments.services.events import events
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db
# Points of the seats 1, 2/3, 1/3, 0 and 1, 1/3, 0, 2/3: partners sit at seats 1, 3 and 2, 4.
WON, DRAWN = [1, 2, 3, 4], [1, 3, 4, 2]


def night(system="team_round_robin", *, entries=8, games=1, game="taki", **options):
    stages = [{"system": system, "options": {"partners": True, **options}}]
    return make_event(
        game=game,
        entries=entries,
        games=games,
        match={"points": {"per_game": True}, "tiebreaks": []},
        stages=stages,
        organiser=make_user("olga"),
        slug="night",
    )


def play_round(event):
    """Half of the tables are won by the pair that begins, the others drawn."""
    round_ = published_round(event)
    organiser = acting(event.roles.get().user)
    for slot in GameSlot.objects.filter(pairing__round=round_).order_by("pk"):
        places = WON if (slot.pairing.table or 0) % 2 else DRAWN
        enter_result(slot, {"places": places}, actor=organiser, reason="")
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=round_.number)
    return round_


def seats_of(pairing):
    return list(pairing.seats.order_by("order").values_list("entry__number", flat=True))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "entries", "most"),
    [("team_round_robin", 8, 3), ("team_swiss", 10, 3), ("team_knockout", 8, 2)],
)
@pytest.mark.parametrize("games", [1, 2])
def test_a_whole_night(system, entries, most, games):
    event = night(system, entries=entries, games=games)
    for _round in range(most):
        play_round(event)
    events.finish(actor=SYSTEM, event_id=event.pk)
    refresh_standings(event.pk)
    assert check_event(event.pk) == []
    table = selectors.team_standings(event)
    assert len(table["rows"]) == entries // 2
    data = export_event(actor=SYSTEM, slug=event.slug)
    assert find_differences(archive.read_archive(data)) == []


def test_two_pairs_sit_at_a_table_of_four_in_turn():
    """Teams of two that the service made: 1 8, 2 7, 3 6, 4 5; round 1 is 1 - 4, 2 - 3."""
    round_ = published_round(night())
    tables = Pairing.objects.filter(round=round_).order_by("table")
    assert [(pairing.table, seats_of(pairing)) for pairing in tables] == [
        (1, [1, 4, 8, 5]),
        (2, [2, 3, 7, 6]),
    ]
    assert TeamMatch.objects.filter(round=round_).count() == 2


def test_the_worked_example_of_the_document():
    event = night()
    play_round(event)
    refresh_standings(event.pk)
    one, two = selectors.match_documents(event)
    assert [team["game_points"] for team in one["teams"]] == ["1⅓", "⅔"]
    assert [team["match_points"] for team in one["teams"]] == ["2", "0"]
    assert [team["game_points"] for team in two["teams"]] == ["1", "1"]
    assert [team["match_points"] for team in two["teams"]] == ["1", "1"]
    rows = selectors.team_standings(event)["rows"]
    assert (rows[0]["rank"], rows[0]["team"], rows[0]["points"]) == (1, 1, "2")
    document = selectors.standings_document(event)
    scores = {row["entry"]: row["primary_x2"] for row in document["rows"]}
    assert (scores[1], scores[4], scores[8], scores[5]) == (2, "4/3", "2/3", 0)


def test_a_pair_that_is_not_complete_loses_by_forfeit():
    event = night()
    gone = Entry.objects.get(event=event, number=5)
    absences.withdraw_entry(actor=SYSTEM, entry_id=gone.pk, from_round=1)
    round_ = published_round(event)
    assert sorted(seats_of(p) for p in Pairing.objects.filter(round=round_)) == [
        [1],
        [2, 3, 7, 6],
        [8],
    ]
    (match, _other) = selectors.match_documents(event)
    assert [team["match_points"] for team in match["teams"]] == ["2", "0"]
    assert [team["game_points"] for team in match["teams"]] == ["2", "0"]
    assert check_event(event.pk) == []


def test_its_pages_and_addresses(client):
    event = night()
    play_round(event)
    published_round(event)
    refresh_standings(event.pk)
    organiser = event.roles.get().user
    teams = selectors.teams_by_number(event)
    for address in ("", "rounds/1/", "rounds/2/", "teams/", f"teams/{teams[1].pk}/", "standings/"):
        assert "Ada" in text_of(client.get(f"/events/night/{address}"))
    client.force_login(organiser)
    assert "Ada" in text_of(client.get("/manage/night/results/"))
    rows = APIClient().get("/api/v1/events/night/team-matches/?round=1").json()["results"]
    assert [player["entry"] for player in rows[0]["boards"][0]["seats"]] == [1, 4, 8, 5]
    with pytest.raises(ReportImpossible, match="games of two"):
        selectors.report_text(event, for_staff=True)


def test_a_match_of_one_table_names_no_board(client):
    event = night()
    published_round(event)
    for page in ("rounds/1/", "wall/?show=pairings"):
        text = tidy(text_of(client.get(f"/events/night/{page}")))
        assert "Match 1:" in text
        assert "board" not in text
    places = selectors.boards_by_table(event, 1)
    assert [(table, place.match, place.board) for table, place in places.items()] == [
        (1, 1, None), (2, 2, None),
    ]  # fmt: skip
    slips = make_slips(
        selectors.round_view(event, 1, SYSTEM), game="taki", address=str, boards=places
    )
    assert [slip.part.split(":")[0] for slip in slips] == ["match 1", "match 2"]


@pytest.mark.parametrize(
    ("game", "options", "problem"),
    [
        ("tak", {}, "card games"),
        ("taki", {"boards": 6}, "2 to 10 at a table, not 12"),
        ("gamnon", {"boards": 1}, "3 to 14 at a table, not 2"),
        ("taki", {"team_rank_by": "game_points"}, "match points"),
    ],
)
def test_what_partners_may_not_be(game, options, problem):
    with pytest.raises(InvalidInput, match=problem):
        night(game=game, **options)


def test_partners_of_gamnon_and_three_at_a_side():
    event = night(game="gamnon", entries=6, boards=3)
    (table,) = Pairing.objects.filter(round=published_round(event))
    assert len(seats_of(table)) == 6
