"""Who gets which answer at the addresses of players, of who vouches for them, and of clubs."""

from tests.api.rows import ALL, SIGNED_IN, SITE_200, SITE_409, Row, everyone

PEOPLE: dict[tuple[str, str], list[Row]] = {
    ("players", "get"): [Row("players/", ALL)],
    ("players", "post"): [
        Row("players/", SIGNED_IN, {"name": "Noa"}),
        Row("players/", "401 403 403 403 201 201 403 201", {"name": "Noa", "event": "spring"}),
        Row("players/", "401 403 403 403 403 201 403 201", {"name": "Noa", "club": "{club}"}),
        Row(
            "players/", "401 400 400 400 400 400 400 400", {"name": "N", "mine": True, "club": "-"}
        ),
    ],
    ("player", "get"): [Row("players/{third}/", ALL), Row("players/none/", everyone(404))],
    ("player", "patch"): [
        Row("players/{player}/", "401 403 200 403 403 403 403 200", {"time_zone": "Asia/Tokyo"}),
    ],
    ("player-sort-name", "post"): [
        Row("players/{player}/sort-name/", "401 403 200 403 403 403 403 200", {"sort_name": "Ada"}),
        Row("players/{third}/sort-name/", SITE_200, {"sort_name": "Ada"}),
        Row("players/{of_club}/sort-name/", "401 403 403 403 403 200 403 200", {"sort_name": "A"}),
    ],
    ("player-merge", "post"): [
        Row("players/{newcomer}/merge/", SITE_200, {"into": "{third}"}),
        Row("players/{player}/merge/", SITE_409, {"into": "{opponent}"}),
    ],
    ("player-merge-preview", "post"): [
        Row("players/{newcomer}/merge/preview/", SITE_200, {"into": "{third}"}),
    ],
    ("player-forget", "post"): [
        Row("players/{newcomer}/forget/", "401 403 403 403 403 403 403 204", {})
    ],
    ("player-unmerge", "post"): [Row("players/{newcomer}/unmerge/", SITE_200, {})],
    ("player-unmerge-preview", "post"): [Row("players/{newcomer}/unmerge/preview/", SITE_200, {})],
    ("clubs", "get"): [Row("clubs/", ALL)],
    ("clubs", "post"): [Row("clubs/", SIGNED_IN, {"slug": "reeds", "name": "Reeds"})],
    ("club", "get"): [Row("clubs/{club}/", ALL), Row("clubs/none/", everyone(404))],
    ("player-handles", "post"): [
        Row(
            "players/{player}/handles/",
            "401 403 201 403 403 403 403 201",
            {"site": "playtak", "name": "Reed"},
        ),
        Row(
            "players/{of_event}/handles/",
            "401 403 403 403 403 403 403 201",
            {"site": "playtak", "name": "Reed"},
        ),
        Row(
            "players/{third}/handles/",
            "401 403 403 403 403 403 403 201",
            {"site": "playtak", "name": "Reed"},
        ),
    ],
    ("club-members", "get"): [Row("clubs/{club}/members/", ALL)],
    ("club-members", "post"): [
        Row(
            "clubs/{club}/members/",
            "401 403 403 403 403 201 403 201",
            {"player": "{newcomer}"},
        )
    ],
    # The club lists player and opponent.
    ("member-consent", "post"): [
        Row("clubs/{club}/members/consent/", "401 404 200 200 404 404 404 404", {}),
    ],
    ("member-leave", "post"): [
        Row("clubs/{club}/members/leave/", "401 404 204 204 404 404 404 404", {}),
    ],
    # Third plays in the events of both organisers and is listed by the club: that gives no right.
    ("player-invitations", "get"): [
        Row("players/{third}/invitations/", "403 403 403 403 403 403 403 200"),
        Row("players/{newcomer}/invitations/", "403 403 403 403 403 403 403 200"),
        Row("players/{of_event}/invitations/", "403 403 403 403 403 200 403 200"),
        Row("players/{of_club}/invitations/", "403 403 403 403 403 200 403 200"),
        Row("players/{guest}/invitations/", "403 403 403 403 403 403 403 200"),
    ],
    ("player-invitations", "post"): [
        Row("players/{third}/invitations/", "401 403 403 403 403 403 403 201", {}),
        Row("players/{of_event}/invitations/", "401 403 403 403 403 201 403 201", {}),
        Row("players/{of_club}/invitations/", "401 403 403 403 403 201 403 201", {}),
        Row("players/{opponent}/invitations/", "401 403 403 403 403 409 403 409", {}),
        Row("players/{newcomer}/invitations/", "401 403 403 403 403 403 403 201", {}),
        Row("players/{stranger}/invitations/", "401 403 403 403 403 403 403 409", {}),
    ],
    ("player-birth-year", "post"): [
        Row("players/{third}/birth-year/", SITE_200, {"birth_year": 1990}),
        Row(
            "players/{of_event}/birth-year/",
            "401 403 403 403 403 200 403 200",
            {"birth_year": 1990},
        ),
        # Who agreed to be of the club; nobody states their own age.
        Row(
            "players/{opponent}/birth-year/",
            "401 403 403 403 403 200 403 200",
            {"birth_year": 1990},
        ),
        Row("players/{newcomer}/birth-year/", SITE_200, {"birth_year": None}),
    ],
}
