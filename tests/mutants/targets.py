"""The tests that have to find a mutant, by the path of its module."""

# The longest path that holds the module decides. The tests of a package are its own: those of
# other packages see it through many others, which takes long and finds little.
TESTS = {
    "engine": ("tests/engine",),
    "tournaments/outlook": ("tests/tournaments/outlook",),
    "tournaments/pairing": ("tests/tournaments/pairing", "tests/tournaments/swiss"),
    "tournaments/pairing/drafts/check.py": (
        "tests/tournaments/pairing",
        "tests/tournaments/test_integrity.py",
    ),
    "tournaments/standings": ("tests/tournaments/standings",),
    "tournaments/standings/tiebreaks/keizer.py": (
        "tests/tournaments/standings",
        "tests/tournaments/pairing/test_keizer.py",
    ),
    "tournaments/trf": ("tests/tournaments/trf", "tests/tournaments/swiss"),
    "tournaments/state": ("tests/tournaments/test_state.py", "tests/tournaments/standings"),
    "tournaments/name_folding.py": ("tests/tournaments/test_name_folding.py",),
    "ratings/systems": ("tests/ratings/systems", "tests/ratings/test_parameters.py"),
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
