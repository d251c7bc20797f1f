"""Who gets which answer at the addresses of ratings."""

from tests.api.rows import ALL, HIDDEN, SITE_200, Line, everyone

# fmt: off
RATINGS: list[Line] = [
    ("player-pool-games", "get", "players/{third}/ratings/tak/games/", ALL),
    ("player-pool-games", "get", "players/none/ratings/tak/games/", everyone(404)),
    ("player-versus", "get", "players/{player}/versus/{third}/", ALL),
    ("player-versus", "get", "players/{player}/versus/none/", everyone(404)),
    ("player-versus-games", "get", "players/{player}/versus/{third}/games/", ALL),
    ("player-versus-games", "get", "players/none/versus/{third}/games/", everyone(404)),
    ("pool-leaderboard", "get", "pools/tak/leaderboard/", ALL),
    ("pool-leaderboard", "get", "pools/tak/leaderboard/?listed=perhaps", everyone(400)),
    ("pool-leaderboard", "get", "pools/none/leaderboard/", everyone(404)),
    ("pool-threshold", "get", "pools/tak/threshold/", ALL),
    ("pool-lists", "get", "pools/tak/lists/", ALL),
    ("pool-distribution", "get", "pools/tak/distribution/", ALL),
    ("pool-first-move", "get", "pools/tak/first-move/", ALL),
    ("pool-flags", "get", "pools/tak/flags/", "403 403 403 403 403 403 403 200"),
    # Their events have no club, so none that is approved.
    ("pool-flags", "get", "pools/tak/flags/?event=spring", "403 403 403 403 403 403 403 200"),
    ("pool-flags", "get", "pools/tak/flags/?event=secret", "404 404 403 403 403 403 404 200"),
    ("pool-flags", "get", "pools/none/flags/", "403 403 403 403 403 403 403 404"),
    ("pools", "get", "pools/", ALL),
    ("pools", "post", "pools/", "401 403 403 403 403 403 403 201",
     {"slug": "tak-small", "counts": {"game": "tak", "size": 4}}),
    ("pool", "get", "pools/tak/", ALL),
    ("pool", "get", "pools/none/", everyone(404)),
    ("pool", "patch", "pools/tak/", SITE_200, {"name": "All"}),
    ("pool", "patch", "pools/tak/", SITE_200, {"system": "elo", "reason": "as voted"}),
    ("pool", "patch", "pools/tak/", "401 403 403 403 403 403 403 400", {"system": "elo"}),
    ("pool-ratings", "get", "pools/tak/ratings/", ALL),
    ("pool-ratings", "get", "pools/tak/ratings/?on=2020-01-01", everyone(404)),
    ("pool-expected", "get", "pools/tak/expected/?first={player}&second={third}", ALL),
    ("pool-expected", "get", "pools/tak/expected/?first={player}&second={third}&size=5&half_komi=4",
     ALL),
    ("pool-expected", "get", "pools/tak/expected/?first={player}&second={third}&half_komi=4",
     everyone(400)),
    ("pool-expected", "get", "pools/tak/expected/?first={player}&second=none", everyone(404)),
    ("event-ratings", "get", "events/spring/ratings/?pool=tak", ALL),
    ("event-ratings", "get", "events/secret/ratings/?pool=tak", HIDDEN),
    ("event-ratings-players", "get", "events/spring/ratings/players/?pool=tak", ALL),
    ("event-ratings-players", "get", "events/secret/ratings/players/?pool=tak", HIDDEN),
    ("player-ratings", "get", "players/{third}/ratings/", ALL),
    ("player-pool", "get", "players/{third}/ratings/tak/", ALL),
    ("player-pool", "get", "players/{third}/ratings/none/", everyone(404)),
]
# fmt: on
