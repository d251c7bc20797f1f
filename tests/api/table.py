"""Who gets which answer at which address: the whole of it, one row a request.

A row: a path (filled from World.ids), a body, and one status for each of world.WHO.
"""

from dataclasses import dataclass
from typing import Any

from tests.api.world import ILLEGAL, ROAD


@dataclass(frozen=True)
class Row:
    path: str
    statuses: str  # one for each of WHO
    body: Any = None


def everyone(status: int) -> str:
    return " ".join([str(status)] * 8)


ALL = everyone(200)
#            anon stra play oppo arbi orga othe site
SIGNED_IN = "401 201 201 201 201 201 201 201"
STAFF_200 = "401 403 403 403 200 200 403 200"
STAFF_201 = "401 403 403 403 201 201 403 201"
OWNER_200 = "401 403 403 403 403 200 403 200"
READ_STAFF = "403 403 403 403 200 200 403 200"
HIDDEN = "404 404 200 200 200 200 404 200"
DRAFT_ROUND = "404 404 404 404 200 200 404 200"

# (name of the address, method): rows.
TABLE: dict[tuple[str, str], list[Row]] = {
    ("root", "get"): [Row("", ALL)],
    ("schema", "get"): [Row("schema/", ALL)],
    ("me", "get"): [Row("me/", "401 200 200 200 200 200 200 200")],
    ("verify", "post"): [
        Row("verify/", ALL, {"record": ROAD}),
        Row("verify/", everyone(422), {"record": ILLEGAL}),
    ],
    ("players", "get"): [Row("players/", ALL)],
    ("players", "post"): [Row("players/", SIGNED_IN, {"name": "Noa"})],
    ("player", "get"): [Row("players/{third}/", ALL), Row("players/none/", everyone(404))],
    ("player-ratings", "get"): [Row("players/{third}/ratings/", ALL)],
    ("clubs", "get"): [Row("clubs/", ALL)],
    ("clubs", "post"): [Row("clubs/", SIGNED_IN, {"slug": "reeds", "name": "Reeds"})],
    ("club", "get"): [Row("clubs/{club}/", ALL), Row("clubs/none/", everyone(404))],
    ("club-series", "get"): [Row("clubs/{club}/series/", ALL)],
    ("club-series", "post"): [
        Row(
            "clubs/{club}/series/",
            "401 403 403 403 403 201 403 201",
            {"slug": "winter", "name": "Winter"},
        )
    ],
    ("series", "get"): [Row("series/season/", ALL), Row("series/none/", everyone(404))],
    ("event-series", "post"): [Row("events/open/series/", OWNER_200, {"series": None})],
    ("events", "get"): [Row("events/", ALL)],
    ("events", "post"): [Row("events/", SIGNED_IN, {"slug": "summer", "name": "Summer"})],
    ("event", "get"): [
        Row("events/spring/", ALL),
        Row("events/secret/", HIDDEN),
        Row("events/none/", everyone(404)),
    ],
    ("event", "patch"): [
        Row("events/open/", OWNER_200, {"name": "Open again"}),
        Row("events/secret/", "401 404 403 403 403 200 404 200", {"name": "Still secret"}),
    ],
    ("event-registration", "post"): [
        Row("events/draft/registration/", "401 404 404 404 403 200 404 200", {})
    ],
    ("entries", "get"): [Row("events/spring/entries/", ALL), Row("events/secret/entries/", HIDDEN)],
    ("entries", "post"): [
        Row("events/open/entries/", SIGNED_IN, {}),
        Row("events/open/entries/", STAFF_201, {"player": "{newcomer}"}),
    ],
    ("entries-bulk", "post"): [
        Row("events/open/entries/bulk/", STAFF_200, {"entries": [{"player": "{newcomer}"}]}),
    ],
    ("event-start", "post"): [Row("events/open/start/", OWNER_200, {})],
    ("rounds", "get"): [Row("events/spring/rounds/", ALL), Row("events/secret/rounds/", HIDDEN)],
    ("rounds", "post"): [Row("events/started/rounds/", STAFF_201, {})],
    ("round", "get"): [
        Row("events/spring/rounds/{round}/", ALL),
        Row("events/paired/rounds/1/", DRAFT_ROUND),
        Row("events/spring/rounds/99/", everyone(404)),
    ],
    ("round-publish", "post"): [Row("events/paired/rounds/1/publish/", STAFF_200, {})],
    ("round-results", "post"): [
        Row(
            "events/spring/rounds/{round}/results/",
            STAFF_200,
            {"results": [{"pairing": "{pairing}", "result": "R-0"}]},
        ),
    ],
    ("round-close", "post"): [Row("events/decided/rounds/1/close/", STAFF_200, {})],
    ("round-discard", "post"): [
        Row("events/paired/rounds/1/discard/", "401 403 403 403 204 204 403 204", {})
    ],
    ("round-proof", "get"): [
        Row("events/spring/rounds/{round}/proof/", ALL),
        Row("events/paired/rounds/1/proof/", DRAFT_ROUND),
        Row("events/secret/rounds/1/proof/", HIDDEN),
    ],
    ("event-pairing", "get"): [Row("events/paired/pairing/", READ_STAFF)],
    ("event-pairing-cancel", "post"): [Row("events/paired/pairing/cancel/", STAFF_200, {})],
    ("stage", "patch"): [
        Row("events/open/stages/1/", OWNER_200, {"options": {"cycles": 2}}),
    ],
    ("stage-end", "post"): [Row("events/decided/stages/end/", OWNER_200, {})],
    ("stage-next", "post"): [Row("events/grouped/stages/next/", OWNER_200, {"ties": "lot"})],
    ("standings", "get"): [
        Row("events/spring/standings/", ALL),
        Row("events/secret/standings/", HIDDEN),
    ],
    ("scores", "get"): [
        Row("events/spring/scores/", ALL),
        Row("events/secret/scores/", HIDDEN),
    ],
    ("standings-derivation", "get"): [
        Row("events/spring/standings/1/", ALL),
        Row("events/secret/standings/1/", HIDDEN),
        Row("events/spring/standings/99/", everyone(404)),
    ],
    ("publications", "get"): [
        Row("events/spring/publications/", ALL),
        Row("events/secret/publications/", HIDDEN),
    ],
    ("published-table", "get"): [
        Row("events/finishable/rounds/1/standings/", ALL),
        Row("events/spring/rounds/99/standings/", everyone(404)),
    ],
    ("report", "get"): [
        Row("events/finishable/report/", ALL),
        Row("events/secret/report/", "404 404 409 409 409 409 404 409"),
    ],
    ("crosstable", "get"): [
        Row("events/spring/crosstable/", ALL),
        Row("events/secret/crosstable/", HIDDEN),
    ],
    ("event-finish", "post"): [Row("events/finishable/finish/", OWNER_200, {})],
    ("event-journal", "get"): [Row("events/spring/journal/", READ_STAFF)],
    ("pairings", "get"): [Row("pairings/?event=spring", ALL)],
    ("pairing", "get"): [
        Row("pairings/{pairing}/", ALL),
        Row("pairings/{secret_pairing}/", HIDDEN),
        Row("pairings/{draft_pairing}/", DRAFT_ROUND),
    ],
    ("pairing-why", "get"): [
        Row("pairings/{pairing}/why/", ALL),
        Row("pairings/{secret_pairing}/why/", HIDDEN),
        Row("pairings/{draft_pairing}/why/", DRAFT_ROUND),
    ],
    ("pairing-rule", "post"): [
        Row(
            "pairings/{pairing}/rule/",
            STAFF_200,
            {"number": 1, "outcome": {"kind": "forfeit", "winner": 1}, "reason": "no-show"},
        ),
    ],
    ("games", "get"): [Row("games/?event=spring", ALL)],
    ("games", "post"): [
        Row(
            "games/",
            "401 403 201 201 201 201 403 201",
            {"pairing": "{open_pairing}", "number": 1, "record": ROAD},
        ),
        Row(
            "games/",
            "401 403 201 201 403 403 403 201",
            {"first": "{player}", "second": "{opponent}", "record": ROAD},
        ),
    ],
    ("game", "get"): [Row("games/{game}/", ALL), Row("games/none/", everyone(404))],
    # The player submitted it.
    ("game-confirm", "post"): [
        Row("games/{game}/confirm/", "401 403 403 200 200 200 403 200", {}),
    ],
    ("game-dispute", "post"): [
        Row("games/{game}/dispute/", "401 403 200 200 200 200 403 200", {"text": "It was a draw."}),
    ],
    ("game-void", "post"): [
        Row("games/{counted}/void/", STAFF_200, {"reason": "wrong table"}),
    ],
    ("pools", "get"): [Row("pools/", ALL)],
    ("pools", "post"): [
        Row(
            "pools/",
            "401 403 403 403 403 403 403 201",
            {"slug": "tak-small", "counts": {"game": "tak", "size": 4}},
        ),
    ],
    ("pool", "get"): [Row("pools/tak/", ALL), Row("pools/none/", everyone(404))],
    ("pool-ratings", "get"): [Row("pools/tak/ratings/", ALL)],
}
# Addresses at which nothing can be asked for, and why.
NOT_WALKED = {"missing": "answers 404 to everything"}
