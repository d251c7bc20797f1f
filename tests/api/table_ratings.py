"""Who gets which answer at the addresses of ratings."""

from tests.api.rows import ALL, HIDDEN, SITE_200, Row, everyone

RATINGS: dict[tuple[str, str], list[Row]] = {
    ("player-pool-games", "get"): [
        Row("players/{third}/ratings/tak/games/", ALL),
        Row("players/none/ratings/tak/games/", everyone(404)),
    ],
    ("player-versus", "get"): [
        Row("players/{player}/versus/{third}/", ALL),
        Row("players/{player}/versus/none/", everyone(404)),
    ],
    ("player-versus-games", "get"): [
        Row("players/{player}/versus/{third}/games/", ALL),
        Row("players/none/versus/{third}/games/", everyone(404)),
    ],
    ("pool-leaderboard", "get"): [
        Row("pools/tak/leaderboard/", ALL),
        Row("pools/tak/leaderboard/?listed=perhaps", everyone(400)),
        Row("pools/none/leaderboard/", everyone(404)),
    ],
    ("pool-threshold", "get"): [Row("pools/tak/threshold/", ALL)],
    ("pool-lists", "get"): [Row("pools/tak/lists/", ALL)],
    ("pool-distribution", "get"): [Row("pools/tak/distribution/", ALL)],
    ("pool-first-move", "get"): [Row("pools/tak/first-move/", ALL)],
    ("pool-flags", "get"): [
        Row("pools/tak/flags/", "403 403 403 403 403 403 403 200"),
        # Their events have no club, so none that is approved.
        Row("pools/tak/flags/?event=spring", "403 403 403 403 403 403 403 200"),
        Row("pools/tak/flags/?event=secret", "404 404 403 403 403 403 404 200"),
        Row("pools/none/flags/", "403 403 403 403 403 403 403 404"),
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
    ("pool", "patch"): [
        Row("pools/tak/", SITE_200, {"name": "All"}),
        Row("pools/tak/", SITE_200, {"system": "elo", "reason": "as voted"}),
        Row("pools/tak/", "401 403 403 403 403 403 403 400", {"system": "elo"}),
    ],
    ("pool-ratings", "get"): [
        Row("pools/tak/ratings/", ALL),
        Row("pools/tak/ratings/?on=2020-01-01", everyone(404)),
    ],
    ("pool-expected", "get"): [
        Row("pools/tak/expected/?first={player}&second={third}", ALL),
        Row("pools/tak/expected/?first={player}&second={third}&size=5&half_komi=4", ALL),
        Row("pools/tak/expected/?first={player}&second={third}&half_komi=4", everyone(400)),
        Row("pools/tak/expected/?first={player}&second=none", everyone(404)),
    ],
    ("event-ratings", "get"): [
        Row("events/spring/ratings/?pool=tak", ALL),
        Row("events/secret/ratings/?pool=tak", HIDDEN),
    ],
    ("event-ratings-players", "get"): [
        Row("events/spring/ratings/players/?pool=tak", ALL),
        Row("events/secret/ratings/players/?pool=tak", HIDDEN),
    ],
    ("player-ratings", "get"): [Row("players/{third}/ratings/", ALL)],
    ("player-pool", "get"): [
        Row("players/{third}/ratings/tak/", ALL),
        Row("players/{third}/ratings/none/", everyone(404)),
    ],
}
