"""Who may enter, and as what: without a database, at a time that is handed in."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.errors import InvalidInput
from tournaments.services.entries.registration import (
    APPLIED,
    BYES,
    IN,
    MOST_CLUBS,
    MOST_ENTRIES,
    MOST_NOTE,
    MOST_ROUNDS,
    RATING,
    WAITING,
    Applicant,
    EventFull,
    MembersOnly,
    NeedsRating,
    RatingOutside,
    RegistrationClosed,
    initial_state,
    registration_settings,
    validate_registration,
)

NOW = datetime(2026, 5, 1, 18, tzinfo=UTC)
PLAIN = Applicant()


def judge(given=None, applicant=PLAIN, *, now=NOW, count_in=0):
    return initial_state(validate_registration(given), applicant, now=now, count_in=count_in)


def test_without_settings_everybody_is_in():
    assert judge() == IN
    assert judge(count_in=5000) == IN
    assert registration_settings({}) == validate_registration(None)
    assert registration_settings({})["byes"] == {"limit": 1, "points_x2": 1, "last_round": None}


@pytest.mark.parametrize(
    ("count_in", "waiting_list", "expected"),
    [(7, True, IN), (8, True, WAITING), (9, True, WAITING), (7, False, IN), (8, False, EventFull)],
)
def test_the_last_place_and_the_one_after_it(count_in, waiting_list, expected):
    settings = {"limit": 8, "waiting_list": waiting_list}
    if expected is EventFull:
        with pytest.raises(EventFull, match="8 players"):
            judge(settings, count_in=count_in)
    else:
        assert judge(settings, count_in=count_in) == expected


def test_where_staff_approve_everybody_asks_first():
    assert judge({"approval": True}) == APPLIED
    assert judge({"approval": True, "limit": 2}, count_in=2) == APPLIED
    with pytest.raises(EventFull):
        judge({"approval": True, "limit": 2, "waiting_list": False}, count_in=2)


def test_the_registration_opens_and_closes_to_the_second_in_any_zone():
    """18:00 UTC is 20:00 in Vienna's summer; the time of closing is already closed."""
    opens = {"opens_at": "2026-05-01T20:00:00+02:00"}
    closes = {"closes_at": "2026-05-01T18:00:00Z"}
    just_before = NOW - timedelta(seconds=1)
    assert judge(opens) == IN
    assert judge(opens, now=NOW.astimezone(timezone(timedelta(hours=9)))) == IN
    assert judge(closes, now=just_before) == IN
    for settings, now in ((opens, just_before), (closes, NOW)):
        with pytest.raises(RegistrationClosed):
            judge(settings, now=now)


@pytest.mark.parametrize(
    ("rating", "unrated", "refusal"),
    [
        (1199, True, RatingOutside),
        (1200, True, None),
        (1600, False, None),
        (1601, False, RatingOutside),
        (None, True, None),
        (None, False, NeedsRating),
    ],
)
def test_ratings_from_and_to_both_included(rating, unrated, refusal):
    settings = {"rating_min": 1200, "rating_max": 1600, "unrated": unrated}
    if refusal:
        with pytest.raises(refusal):
            judge(settings, Applicant(rating))
    else:
        assert judge(settings, Applicant(rating)) == IN


def test_members_of_any_of_the_clubs():
    settings = {"clubs": ["reeds", "den", "reeds"]}
    assert validate_registration(settings)["clubs"] == ["den", "reeds"]
    assert judge(settings, Applicant(clubs=frozenset({"den", "other"}))) == IN
    with pytest.raises(MembersOnly, match="den, reeds"):
        judge(settings, Applicant(clubs=frozenset({"other"})))


@pytest.mark.parametrize(
    ("refusal", "code"),
    [
        (RegistrationClosed, "registration_closed"),
        (EventFull, "event_full"),
        (RatingOutside, "rating_outside"),
        (NeedsRating, "needs_rating"),
        (MembersOnly, "members_only"),
    ],
)
def test_programs_read_why_nobody_was_entered_by_its_code(refusal, code):
    assert refusal.code == code


def test_a_condition_is_named_before_the_event_is_called_full():
    with pytest.raises(NeedsRating):
        judge({"unrated": False, "limit": 1, "waiting_list": False}, count_in=1)


@pytest.mark.parametrize(
    "settings",
    [
        {"limit": 0},
        {"limit": True},
        {"limit": "8"},
        {"waiting_list": 1},
        {"approval": None},
        {"check_in": "yes"},
        {"unrated": 0},
        {"opens_at": "2026-05-01T18:00:00"},
        {"opens_at": "2026-05-01"},
        {"opens_at": "tomorrow"},
        {"closes_at": 5},
        {"opens_at": "2026-05-02T00:00:00Z", "closes_at": "2026-05-02T01:00:00+02:00"},
        {"rating_min": 1.5},
        {"rating_min": 2000, "rating_max": 1999},
        {"clubs": "den"},
        {"clubs": [1]},
        {"byes": None},
        {"byes": {"limit": -1}},
        {"byes": {"points_x2": 3}},
        {"byes": {"last_round": 0}},
        {"byes": {"kind": "half"}},
        {"note": 5},
        {"note": "x" * 5001},
        {"entrance": "free"},
        "open",
    ],
)
def test_settings_that_make_no_sense_are_refused(settings):
    """By the name of the setting, which a form shows beside its field."""
    with pytest.raises(InvalidInput) as refused:
        validate_registration(settings)
    given = {*settings} if isinstance(settings, dict) else {"registration"}
    field = str(refused.value.details["field"]).removeprefix("registration.")
    assert field.partition(".")[0] in given | {"registration"}


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("limit", 1, MOST_ENTRIES),
        ("rating_min", -RATING, RATING),
        ("rating_max", -RATING, RATING),
        ("byes.limit", 0, MOST_ROUNDS),
        ("byes.points_x2", 0, 2),
        ("byes.last_round", 1, MOST_ROUNDS),
    ],
)
def test_numbers_have_a_least_and_a_most(name, least, most):
    group, _dot, key = name.rpartition(".")

    def validate(value):
        full = validate_registration({group: {key: value}} if group else {key: value})
        return full[group][key] if group else full[key]

    assert [validate(value) for value in (least, most)] == [least, most]
    for value in (least - 1, most + 1):
        with pytest.raises(InvalidInput, match=str(least)) as refused:
            validate(value)
        assert refused.value.details["field"] == f"registration.{name}"


def test_texts_and_lists_have_a_most():
    full = {"note": "x" * MOST_NOTE, "clubs": [f"club-{number}" for number in range(MOST_CLUBS)]}
    assert validate_registration(full)["note"] == full["note"]
    with pytest.raises(InvalidInput):
        validate_registration({"clubs": [*full["clubs"], "one-more"]})


def test_the_end_is_after_the_begin_and_one_rating_is_enough():
    noon = "2026-05-01T12:00:00Z"
    with pytest.raises(InvalidInput) as refused:
        validate_registration({"opens_at": noon, "closes_at": noon})
    assert refused.value.details["field"] == "registration.closes_at"
    one = {"rating_min": 1500, "rating_max": 1500}
    assert judge(one, Applicant(1500)) == IN
    with pytest.raises(RatingOutside):
        judge(one, Applicant(1501))


@pytest.mark.parametrize(
    ("settings", "rating", "is_in"),
    [
        ({"rating_min": 1500}, 3000, True),
        ({"rating_min": 1500}, 1499, False),
        ({"rating_max": 1500}, 0, True),
        ({"rating_max": 1500}, 1501, False),
    ],
)
def test_ratings_may_be_bounded_on_one_side(settings, rating, is_in):
    if is_in:
        assert judge(settings, Applicant(rating)) == IN
    else:
        with pytest.raises(RatingOutside):
            judge(settings, Applicant(rating))


def test_what_is_not_given_is_kept():
    first = validate_registration({"limit": 8, "byes": {"limit": 2}, "note": "Bring a board."})
    then = validate_registration({"limit": None, "byes": {"points_x2": 0}}, kept=first)
    assert then == {**first, "limit": None, "byes": {**BYES, "limit": 2, "points_x2": 0}}


@given(limit=st.none() | st.integers(1, 40), waiting_list=st.booleans(), players=st.integers(0, 60))
def test_never_more_are_in_than_the_limit(limit, waiting_list, players):
    """One after the other enters; counted beside the verdict."""
    settings = validate_registration({"limit": limit, "waiting_list": waiting_list})
    became: list[str] = []
    for _ in range(players):
        try:
            state = initial_state(settings, PLAIN, now=NOW, count_in=became.count(IN))
        except EventFull:
            state = "full"
        became.append(state)
    places = players if limit is None else min(limit, players)
    rest = WAITING if waiting_list else "full"
    assert became == [IN] * places + [rest] * (players - places)
