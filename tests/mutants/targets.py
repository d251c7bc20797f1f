"""The tests that have to find a mutant, by the path of its module."""

# The longest path that holds the module decides. The tests of a package are its own: those of
# other packages see it through many others, which takes long and finds little.
# Services and selectors are found by what plays the events that reach them.
_PLAYED = (
    "tests/tournaments/services", "tests/tournaments/teams", "tests/flows/pairs",
    "tests/flows/events", "tests/flows/test_absences.py", "tests/games/undo",
    "tests/games/test_replaced_decisions.py", "tests/games/test_rulings.py",
    "tests/api/requests/test_times.py", "tests/config/access/test_links.py",
)  # fmt: skip
_PEOPLE = (
    "tests/tournaments/services", "tests/flows/pairs/test_people.py",
    "tests/flows/security/test_vouching.py", "tests/flows/security/test_forgetting.py",
)  # fmt: skip
_TEAMS = ("tests/tournaments/teams", "tests/tournaments/pairing")
_TEAM_TABLES = ("tests/tournaments/standings", "tests/tournaments/teams")
_ROLLING = ("tests/tournaments/standings", "tests/tournaments/pairing/rolling")
_GAMES = ("tests/games", "tests/flows/pairs", "tests/flows/events", "tests/flows/test_absences.py")
TESTS = {
    "engine": ("tests/engine",),
    "tournaments/outlook": ("tests/tournaments/outlook",),
    "tournaments/pairing": ("tests/tournaments/pairing", "tests/tournaments/swiss"),
    "tournaments/pairing/drafts/check.py": (
        "tests/tournaments/pairing",
        "tests/tournaments/test_integrity.py",
    ),
    "tournaments/pairing/drafts/team_checks.py": _TEAMS,
    "tournaments/pairing/lots.py": (
        "tests/tournaments/pairing",
        "tests/tournaments/services/test_lots.py",
    ),
    "tournaments/pairing/systems/scheveningen.py": _TEAMS,
    "tournaments/pairing/systems/teams.py": _TEAMS,
    "tournaments/standings": ("tests/tournaments/standings",),
    "tournaments/standings/arena": _ROLLING,
    "tournaments/standings/board_prizes.py": _TEAM_TABLES,
    "tournaments/standings/bracket.py": (
        "tests/tournaments/standings",
        "tests/tournaments/pairing/brackets",
    ),
    "tournaments/standings/ladder": _ROLLING,
    "tournaments/standings/team_crosstable.py": _TEAM_TABLES,
    "tournaments/standings/team_knockout.py": _TEAM_TABLES,
    "tournaments/standings/teams.py": _TEAM_TABLES,
    "tournaments/standings/tiebreaks/of_teams.py": _TEAM_TABLES,
    "tournaments/standings/tiebreaks/keizer.py": (
        "tests/tournaments/standings",
        "tests/tournaments/pairing/test_keizer.py",
    ),
    "tournaments/services": _PLAYED,
    "tournaments/services/arena": ("tests/flows/rolling",),
    "tournaments/services/archives": (
        "tests/games/archives",
        "tests/games/test_archives.py",
        "tests/tournaments/teams/test_match_decisions.py",
    ),
    "tournaments/services/feed": (
        "tests/api/requests/test_changes.py",
        "tests/config/webhooks",
        "tests/tournaments/test_feed_actions.py",
    ),
    "tournaments/services/journal.py": ("tests/tournaments/journal", *_PLAYED),
    "tournaments/services/journal_checks.py": ("tests/tournaments/journal",),
    "tournaments/services/ladder": ("tests/flows/rolling",),
    "tournaments/services/people": _PEOPLE,
    "tournaments/services/prizes": ("tests/tournaments/prizes", "tests/games/undo"),
    "tournaments/services/rounds/at_once.py": ("tests/flows/rolling",),
    "tournaments/services/rounds/first_moves.py": ("tests/games/stakes", "tests/flows/pairs"),
    "tournaments/selectors": (*_PLAYED, "tests/api/requests"),
    "tournaments/selectors/events/export.py": ("tests/tournaments/test_export.py",),
    "tournaments/selectors/ladder": ("tests/flows/rolling",),
    "tournaments/selectors/people": (*_PEOPLE, *_PLAYED),
    "tournaments/selectors/prizes": ("tests/tournaments/prizes", "tests/tournaments/teams"),
    "tournaments/selectors/prizes/archive.py": ("tests/games/archives",),
    "tournaments/selectors/seasons": ("tests/tournaments/test_seasons.py", "tests/ratings"),
    "tournaments/trf": ("tests/tournaments/trf", "tests/tournaments/swiss"),
    "tournaments/state": ("tests/tournaments/test_state.py", "tests/tournaments/standings"),
    "tournaments/name_folding.py": ("tests/tournaments/test_name_folding.py",),
    "games/selectors.py": (
        *_GAMES,
        "tests/flows/test_casual_games.py",
        "tests/api/requests/test_filters.py",
        "tests/config/pages/me",
    ),
    "games/services": (
        *_GAMES,
        "tests/flows/test_casual_games.py",
        "tests/flows/test_event_games_sent_again.py",
        "tests/flows/security/test_approval_for_rating.py",
        "tests/flows/security/test_sock_puppets.py",
        "tests/api/document/test_refusal_codes.py",
    ),
    "games/services/archives": ("tests/games/archives", "tests/games/test_archives.py"),
    "games/services/halls": (
        "tests/games/halls",
        "tests/tournaments/teams/test_match_decisions.py",
    ),
    "games/services/playtak": ("tests/games/playtak",),
    "ratings/selectors": (
        "tests/ratings",
        "tests/flows/test_ratings_replay.py",
        "tests/flows/pairs/test_people.py",
        "tests/config/pages/player",
        "tests/api/requests/test_outlook.py",
        "tests/tournaments/prizes",
    ),
    "ratings/services": (
        "tests/ratings",
        "tests/flows/test_ratings_replay.py",
        "tests/flows/security/test_approval_for_rating.py",
        "tests/flows/pairs",
    ),
    "ratings/systems": ("tests/ratings/systems", "tests/ratings/test_parameters.py"),
    "ratings/systems/bounds.py": ("tests/ratings/systems", "tests/docs/test_docs_tables.py"),
    "ratings/replay": ("tests/ratings/replay", "tests/ratings/systems"),
    "ratings/analysis": ("tests/ratings/analysis",),
    "config/idempotency.py": ("tests/api/test_idempotency.py",),
    "config/pages/live.py": (
        "tests/config/pages/test_live.py",
        "tests/config/pages/test_stored_pages.py",
    ),
}


def responsible_tests(path: str) -> tuple[str, ...]:
    """The folders and files of tests for the module at `path`; none if the table has none."""
    holding = [target for target in TESTS if path == target or path.startswith(f"{target}/")]
    return TESTS[max(holding, key=len)] if holding else ()
