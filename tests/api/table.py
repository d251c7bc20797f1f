"""Who gets which answer at which address: the whole of it, one row a request.

A row: a path (filled from World.ids), a body, and one status for each of world.WHO.
"""

from tests.api.rows import (
    ALL,
    APPLICANT,
    DRAFT_ROUND,
    DRAFT_RULED,
    HIDDEN,
    NOT_THERE,
    OWNER_200,
    READ_STAFF,
    SELF_200,
    SIGNED_IN,
    SITE_200,
    STAFF_200,
    STAFF_201,
    Row,
    everyone,
)
from tests.api.table_people import PEOPLE
from tests.api.table_ratings import RATINGS
from tests.api.world import ILLEGAL, ROAD

# (name of the address, method): rows.
TABLE: dict[tuple[str, str], list[Row]] = {
    ("root", "get"): [Row("", ALL)],
    ("schema", "get"): [Row("schema/", ALL)],
    ("me", "get"): [Row("me/", "401 200 200 200 200 200 200 200")],
    ("own-tokens", "get"): [Row("me/tokens/", "401 200 200 200 200 200 200 200")],
    ("own-tokens", "post"): [Row("me/tokens/", SIGNED_IN, {"name": "wall"})],
    ("own-token-revoke", "post"): [
        Row("me/tokens/{token}/revoke/", "401 404 200 404 404 404 404 404", {})
    ],
    ("verify", "post"): [
        Row("verify/", ALL, {"record": ROAD}),
        Row("verify/", everyone(422), {"record": ILLEGAL}),
    ],
    ("club-approve", "post"): [Row("clubs/{club}/approve/", SITE_200, {})],
    ("club-approve-undo", "post"): [Row("clubs/{club}/approve/undo/", SITE_200, {})],
    ("event-approve", "post"): [
        Row("events/spring/approve/", SITE_200, {}),
        Row("events/secret/approve/", "401 404 403 403 403 403 404 200", {}),
    ],
    ("event-approve-undo", "post"): [Row("events/spring/approve/undo/", SITE_200, {})],
    ("club-series", "get"): [Row("clubs/{club}/series/", ALL)],
    ("club-series", "post"): [
        Row(
            "clubs/{club}/series/",
            "401 403 403 403 403 201 403 201",
            {"slug": "winter", "name": "Winter"},
        )
    ],
    ("series", "get"): [Row("series/season/", ALL), Row("series/none/", everyone(404))],
    ("series", "patch"): [
        Row("series/season/", "401 403 403 403 403 200 403 200", {"scoring": {"best": 2}})
    ],
    ("event-copy", "post"): [
        Row("events/spring/copy/", "401 403 403 403 403 201 403 201", {"slug": "x", "name": "X"}),
        Row("events/secret/copy/", "401 404 403 403 403 201 404 201", {"slug": "x", "name": "X"}),
    ],
    ("event-records", "get"): [
        Row("events/spring/games.ptn", ALL),
        Row("events/secret/games.ptn", HIDDEN),
    ],
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
    ("entry", "get"): [
        Row("events/open/entries/{entry}/", ALL),
        Row("events/asked/entries/{applied}/", "404 200 404 404 200 200 404 200"),
        Row("events/open/entries/{applied}/", everyone(404)),
    ],
    ("entry", "patch"): [
        Row("events/open/entries/{entry}/", STAFF_200, {"fixed_table": 3, "family": "Reed"}),
    ],
    ("entry-approve", "post"): [Row("events/asked/entries/{applied}/approve/", APPLICANT, {})],
    ("entry-refuse", "post"): [
        Row("events/asked/entries/{applied}/refuse/", APPLICANT, {"reason": "no room"}),
    ],
    ("entry-cancel", "post"): [
        Row("events/asked/entries/{applied}/cancel/", "401 200 404 404 200 200 404 200", {}),
        Row("events/open/entries/{entry}/cancel/", "401 403 200 403 200 200 403 200", {}),
    ],
    ("entry-check-in", "post"): [Row("events/open/entries/{entry}/check-in/", STAFF_200, {})],
    ("entry-absences", "get"): [
        Row("events/open/entries/{entry}/absences/", "403 403 200 403 200 200 403 200"),
    ],
    ("entry-bye", "post"): [Row("events/open/entries/{entry}/bye/", SELF_200, {"round": 1})],
    ("entry-bye-cancel", "post"): [
        Row("events/started/entries/{away}/bye/cancel/", SELF_200, {"round": 2}),
    ],
    ("entry-absent", "post"): [
        Row("events/open/entries/{entry}/absent/", STAFF_200, {"from_round": 1, "to_round": 2}),
    ],
    ("entry-withdraw", "post"): [
        Row("events/spring/entries/{playing}/withdraw/", SELF_200, {"from_round": "{round}"}),
    ],
    ("entry-return", "post"): [
        Row("events/started/entries/{away}/return/", SELF_200, {"from_round": 3}),
    ],
    ("apart", "get"): [Row("events/spring/apart/", READ_STAFF)],
    ("apart", "post"): [Row("events/spring/apart/", STAFF_200, {"club": "", "last_round": 2})],
    ("apart-remove", "post"): [Row("events/spring/apart/remove/", STAFF_200, {"family": ""})],
    ("adjustments", "get"): [Row("events/spring/adjustments/", READ_STAFF)],
    ("adjustments", "post"): [
        Row(
            "events/spring/adjustments/",
            STAFF_201,
            {"entry": "{playing}", "after_round": 1, "points_x2": -1, "reason": "phone"},
        ),
    ],
    ("adjustment-cancel", "post"): [
        Row(
            "events/spring/adjustments/{adjustment}/cancel/",
            STAFF_200,
            {"reason": "not his phone"},
        ),
        Row("events/else/adjustments/{adjustment}/cancel/", NOT_THERE, {"reason": "no"}),
    ],
    ("event-draft", "post"): [
        Row("events/draft/draft/", "401 404 404 404 403 200 404 200", {}),
        Row("events/open/draft/", "401 403 403 403 403 409 403 409", {}),
    ],
    ("event-unstart", "post"): [
        Row("events/started/unstart/", OWNER_200, {}),
        Row("events/paired/unstart/", "401 403 403 403 403 409 403 409", {}),
    ],
    ("event-reopen", "post"): [
        Row("events/finishable/reopen/", OWNER_200, {"reason": "a wrong result"}),
        Row("events/open/reopen/", "401 403 403 403 403 409 403 409", {"reason": "no"}),
    ],
    ("entries-bulk", "post"): [
        Row("events/open/entries/bulk/", STAFF_200, {"entries": [{"player": "{newcomer}"}]}),
    ],
    ("event-start", "post"): [
        Row("events/open/start/", OWNER_200, {}),
        Row("events/open/start/", OWNER_200, {"pool": "tak"}),
    ],
    ("rounds", "get"): [Row("events/spring/rounds/", ALL), Row("events/secret/rounds/", HIDDEN)],
    ("rounds", "post"): [Row("events/started/rounds/", STAFF_201, {})],
    ("round", "get"): [
        Row("events/spring/rounds/{round}/", ALL),
        Row("events/paired/rounds/1/", DRAFT_ROUND),
        Row("events/spring/rounds/99/", everyone(404)),
    ],
    ("round-publish", "post"): [Row("events/paired/rounds/1/publish/", STAFF_200, {})],
    ("round-results", "get"): [
        Row("events/spring/rounds/{round}/results/", ALL),
        Row("events/paired/rounds/1/results/", DRAFT_ROUND),
        Row("events/secret/rounds/1/results/", HIDDEN),
    ],
    ("round-results", "post"): [
        Row(
            "events/spring/rounds/{round}/results/",
            STAFF_200,
            {"results": [{"pairing": "{pairing}", "result": "R-0"}]},
        ),
    ],
    ("round-postpone", "post"): [
        Row("events/spring/rounds/{round}/postpone/", STAFF_200, {"reason": "snow"}),
        Row("events/paired/rounds/1/postpone/", DRAFT_RULED, {"reason": "snow"}),
    ],
    ("round-close", "post"): [Row("events/decided/rounds/1/close/", STAFF_200, {})],
    ("round-discard", "post"): [
        Row("events/paired/rounds/1/discard/", "401 403 403 403 204 204 403 204", {})
    ],
    ("round-edit", "post"): [
        Row(
            "events/paired/rounds/1/edit/",
            STAFF_200,
            {"edits": [{"kind": "turn", "table": 1}], "reason": "they asked"},
        ),
    ],
    ("round-unpublish", "post"): [
        Row("events/untouched/rounds/1/unpublish/", STAFF_200, {"reason": "wrong list"})
    ],
    ("round-withdraw", "post"): [
        Row(
            "events/untouched/rounds/1/withdraw/",
            "401 403 403 403 204 204 403 204",
            {"reason": "wrong list"},
        )
    ],
    ("round-re-pair", "post"): [
        Row("events/paired/rounds/1/re-pair/", STAFF_201, {"reason": "wrong list", "seed": 2})
    ],
    ("round-reopen", "post"): [
        Row(
            "events/finishable/rounds/2/reopen/",
            "401 403 403 403 409 409 403 409",  # round 3 was published since
            {"reason": "wrong slip"},
        )
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
    ("stage-undo", "post"): [
        Row(
            "events/grouped/stages/undo/",
            "401 403 403 403 403 409 403 409",  # the first stage began with the event
            {"reason": "too early"},
        )
    ],
    ("stage-ties", "get"): [Row("events/grouped/stages/ties/", READ_STAFF)],
    ("stage-ties", "post"): [
        Row("events/grouped/stages/ties/", STAFF_200, {"order": [3, 1, 2], "reason": "the toss"})
    ],
    ("stage-ties-undo", "post"): [
        Row("events/grouped/stages/ties/undo/", STAFF_200, {"reason": "a mistake"})
    ],
    ("stage-playoff", "post"): [
        Row(
            "events/grouped/stages/playoff/",
            STAFF_201,
            {"games": 2, "time_control": {"class": "blitz", "minutes": 3}},
        )
    ],
    ("event-late", "get"): [Row("events/spring/late/", READ_STAFF)],
    ("round-times", "post"): [
        Row(
            "events/spring/rounds/{round}/times/",
            STAFF_200,
            {"closes_at": "2036-12-01T19:00:00+01:00"},
        )
    ],
    ("pairing-time", "post"): [
        Row(
            "pairings/{open_pairing}/time/",
            "401 403 200 200 200 200 403 200",
            {"number": 1, "play_at": "2036-12-01T19:00:00+01:00"},
        ),
        Row("pairings/{open_pairing}/time/", everyone(400).replace("400", "401", 1), {"number": 1}),
        Row(
            "pairings/{secret_pairing}/time/",
            "401 404 200 200 200 200 404 200",
            {"number": 1, "play_at": "2036-12-01T19:00:00+01:00"},
        ),
    ],
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
    ("event-invitations", "get"): [Row("events/spring/invitations/", READ_STAFF)],
    ("event-invitations", "post"): [
        Row(
            "events/spring/invitations/",
            "401 403 403 403 403 201 403 201",
            {"role": "arbiter"},
        )
    ],
    ("club-invitations", "get"): [
        Row("clubs/{club}/invitations/", "403 403 403 403 403 200 403 200")
    ],
    ("club-invitations", "post"): [
        Row(
            "clubs/{club}/invitations/",
            "401 403 403 403 403 201 403 201",
            {"role": "organiser", "days": 3},
        )
    ],
    ("invitation-revoke", "post"): [Row("invitations/{invitation}/revoke/", OWNER_200, {})],
    ("invitation-accept", "post"): [
        Row("invitations/accept/", "401 200 200 200 200 200 200 200", {"code": "{code}"}),
        Row("invitations/accept/", "401 404 404 404 404 404 404 404", {"code": "guess"}),
    ],
    ("event-staff", "get"): [Row("events/spring/staff/", READ_STAFF)],
    ("event-staff-remove", "post"): [
        Row("events/spring/staff/remove/", OWNER_200, {"user": "{arbiter_user}", "role": "arbiter"})
    ],
    ("club-staff", "get"): [Row("clubs/{club}/staff/", "403 403 403 403 403 200 403 200")],
    ("club-staff-remove", "post"): [
        Row(
            "clubs/{club}/staff/remove/",
            "401 403 403 403 403 200 403 200",
            {"user": "{arbiter_user}", "role": "organiser"},
        )
    ],
    ("event-links", "post"): [Row("events/spring/links/", STAFF_201, {})],
    ("event-links-revoke", "post"): [Row("events/spring/links/revoke/", STAFF_200, {})],
    ("event-finish", "post"): [Row("events/finishable/finish/", OWNER_200, {})],
    ("event-undo", "get"): [Row("events/spring/undo/", READ_STAFF)],
    ("event-undo", "post"): [
        Row("events/spring/undo/", "401 403 403 403 409 409 403 409", {"line": 1}),
    ],
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
    ("pairing-rulings", "get"): [
        Row("pairings/{pairing}/rulings/", READ_STAFF),
        Row("pairings/{draft_pairing}/rulings/", DRAFT_ROUND),
    ],
    ("pairing-no-show", "post"): [
        Row("pairings/{open_pairing}/no-show/", STAFF_200, {"seats": [1]}),
        Row("pairings/{draft_pairing}/no-show/", DRAFT_RULED, {"seats": [1]}),
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
    ("pairing-rule-preview", "post"): [
        Row(
            "pairings/{pairing}/rule/preview/",
            STAFF_200,
            {"number": 1, "outcome": {"kind": "adjudicated", "result": "F-0"}},
        ),
    ],
    ("game-void-preview", "post"): [Row("games/{counted}/void/preview/", STAFF_200, {})],
    ("event-stakes", "get"): [
        Row("events/spring/stakes/", ALL),
        Row("events/secret/stakes/", HIDDEN),
    ],
    ("stakes-transfers", "get"): [
        Row("events/spring/stakes/transfers/", ALL),
        Row("events/secret/stakes/transfers/", HIDDEN),
    ],
    ("stakes-account", "get"): [
        Row("events/spring/stakes/1/", ALL),
        Row("events/secret/stakes/1/", HIDDEN),
        Row("events/spring/stakes/99/", everyone(404)),
    ],
    ("pairing-stakes", "get"): [
        Row("pairings/{pairing}/stakes/", ALL),
        Row("pairings/{secret_pairing}/stakes/", HIDDEN),
    ],
    ("game-stakes", "get"): [Row("games/{game}/stakes/", ALL)],
    # No event of this world plays for stakes: who may bid is told so.
    ("pairing-bids", "post"): [
        Row(
            "pairings/{open_pairing}/bids/",
            "401 403 409 409 409 409 403 409",
            {"number": 1, "bids": [[3, 5]]},
        ),
        Row(
            "pairings/{secret_pairing}/bids/",
            "401 404 409 409 409 409 404 409",
            {"number": 1, "bids": [[3, 5]]},
        ),
    ],
    ("pairing-bids-agree", "post"): [
        Row(
            "pairings/{open_pairing}/bids/agree/",
            "401 403 409 409 409 409 403 409",
            {"number": 1},
        ),
    ],
    ("pairing-bids-undo", "post"): [
        Row("pairings/{open_pairing}/bids/undo/", "401 403 200 200 200 200 403 200", {"number": 1}),
    ],
    **PEOPLE,
    **RATINGS,
}
# Addresses at which nothing can be asked for, and why.
NOT_WALKED = {"missing": "answers 404 to everything"}
