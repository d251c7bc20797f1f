"""Which requests are the examples of the document: rows of the table of requests, or these.

A row of `ROWS` stands for an operation whose first good row of the table shows too little, or
which the table never lets happen.
"""

from config.api.document.words import operations
from tests.api.rows import Row
from tests.api.table import TABLE
from tests.api.world import WHO

STAFF, SITE = "organiser", "site_staff"
ROWS: dict[str, tuple[str, Row]] = {
    "changes_list": (STAFF, Row("changes/?event=spring&limit=2", "")),
    "clubs_invitations_list": (STAFF, Row("clubs/{club}/invitations/", "")),
    "apart_list": (STAFF, Row("events/board/apart/", "")),
    "apart_remove": (STAFF, Row("events/board/apart/remove/", "", {"entry_numbers": [1, 2]})),
    "entries_absences": (STAFF, Row("events/started/entries/{away}/absences/", "")),
    "links_revoke": (STAFF, Row("events/board/links/revoke/", "", {"entry_numbers": [1]})),
    "links_show": (STAFF, Row("events/board/links/show/", "", {"entry_numbers": [1]})),
    "standings_get": (STAFF, Row("events/finishable/standings/", "")),
    "standings_scores": (STAFF, Row("events/finishable/scores/", "")),
    "standings_crosstable": (STAFF, Row("events/finishable/crosstable/", "")),
    "standings_explain": (STAFF, Row("events/finishable/standings/1/", "")),
    "standings_publications": (STAFF, Row("events/finishable/publications/", "")),
    "pairings_list": (STAFF, Row("pairings/?event=finishable&round=1", "")),
    "pairings_get": (STAFF, Row("pairings/{counting_pairing}/", "")),
    "rounds_get": (STAFF, Row("events/counting/rounds/{counting_round}/", "")),
    "games_get": (STAFF, Row("games/{counted}/", "")),
    "pairings_rulings": (STAFF, Row("pairings/{ruled_pairing}/rulings/", "")),
    "ratings_of_event": (STAFF, Row("events/counting/ratings/?pool=tak", "")),
    "ratings_of_event_players": (STAFF, Row("events/counting/ratings/players/?pool=tak", "")),
    "ratings_of_player": (STAFF, Row("players/{player}/ratings/", "")),
    "ratings_in_pool": (STAFF, Row("players/{player}/ratings/tak/", "")),
    "ratings_games": (STAFF, Row("players/{player}/ratings/tak/games/", "")),
    "players_versus": (STAFF, Row("players/{player}/versus/{opponent}/", "")),
    "players_versus_games": (STAFF, Row("players/{player}/versus/{opponent}/games/", "")),
    "pools_ratings": (STAFF, Row("pools/tak/ratings/", "")),
    "pools_leaderboard": (STAFF, Row("pools/tak/leaderboard/", "")),
    "pools_distribution": (STAFF, Row("pools/tak/distribution/", "")),
    "pools_first_move": (STAFF, Row("pools/tak/first-move/", "")),
    "players_merge_preview": (
        SITE,
        Row("players/{player}/merge/preview/", "", {"into": "{newcomer}"}),
    ),
    "rounds_reopen": (
        STAFF,
        Row("events/closed/rounds/1/reopen/", "", {"reason": "a wrong result"}),
    ),
    "stages_undo": (STAFF, Row("events/staged/stages/undo/", "", {"reason": "too early"})),
    "events_undo": (STAFF, Row("events/spring/undo/", "", {"line": "{undo_line}"})),
    "me_change_password": (
        "stranger",
        Row(
            "me/password/",
            "",
            {"password": "hedgehog-piano", "new_password": "violet-harbour-ladder"},
        ),
    ),
    "me_close": ("stranger", Row("me/close/", "", {"password": "hedgehog-piano"})),
    "stakes_list": (STAFF, Row("events/staked/stakes/", "")),
    "stakes_get": (STAFF, Row("events/staked/stakes/1/", "")),
    "stakes_transfers": (STAFF, Row("events/staked/stakes/transfers/", "")),
    "stakes_of_pairing": (STAFF, Row("pairings/{staked}/stakes/", "")),
    "bids_place": (
        STAFF,
        Row("pairings/{staked}/bids/", "", {"number": 1, "bids": [[3, 5]]}),
    ),
    "bids_agree": ("opponent", Row("pairings/{staked}/bids/agree/", "", {"number": 1})),
    "players_invitations_list": (STAFF, Row("players/{of_event}/invitations/", "")),
    "bids_undo": (STAFF, Row("pairings/{staked}/bids/undo/", "", {"number": 1})),
}
# No mail server is set up where the tests run.
NOT_SENT = {"links_mail"}


def example_rows() -> dict[str, tuple[str, Row]]:
    """Who asks what, by operation."""
    found: dict[str, tuple[str, Row]] = {}
    for (name, method), rows in TABLE.items():
        words = operations().get((name, method))
        if words is None or words.operation_id in NOT_SENT:
            continue
        good = [
            (who, row)
            for row in rows
            for who, status in reversed(list(zip(WHO, row.statuses.split(), strict=True)))
            if status.startswith("2")
        ]
        asked = ROWS.get(words.operation_id) or (good[0] if good else None)
        if asked:
            found[words.operation_id] = asked
    return found
