from collections import Counter
from datetime import UTC, datetime
from threading import Thread, get_ident

import pytest
from django.db import connection, transaction
from django.db.models import F, Value
from django.db.transaction import TransactionManagementError

from tests.builders import make_club, make_event, make_user
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.models import Club, Event

pytestmark = pytest.mark.django_db


def test_each_gap_is_filled_where_it_is(django_assert_num_queries):
    for slug in ("one", "two", "three"):
        make_club(slug)
    built = []

    def build(slug, most):
        built.append(slug)
        names = Club.objects.filter(slug=slug, pk__lte=most).annotate(kept=Value("kept"))
        return names.values_list("slug", "kept")

    query = CompiledQuery(build, slug=str, most=int)
    with django_assert_num_queries(3):
        assert query.rows(slug="two", most=10**6) == (("two", "kept"),)
        assert query.rows(most=10**6, slug="%s'") == ()
        assert query.rows(slug="two", most=0) == ()
    assert len(built) == 2  # to find the gaps; none for the rows


def test_what_the_query_itself_holds_is_no_gap():
    """Also where a gap is given, or has while the SQL is written, the same value."""
    clubs = [make_club(slug) for slug in ("one", "two", "three")]

    def build(most):
        numbers = [Value(number) for number in (-1, 1, 30_000, 31_000)]
        found = Club.objects.filter(pk__lte=most).annotate(turned=-F("pk"))
        return found.order_by("turned").values_list("pk", *numbers)

    query = CompiledQuery(build, most=int)
    for most in (clubs[1].pk, 30_000, 31_000):
        keys = sorted((club.pk for club in clubs if club.pk <= most), reverse=True)
        assert query.rows(most=most) == tuple((key, -1, 1, 30_000, 31_000) for key in keys)


def test_a_query_without_gaps_sees_new_rows():
    query = CompiledQuery(lambda: Club.objects.order_by("slug").values_list("slug"))
    assert query.rows() == ()
    make_club("one")
    assert query.rows() == (("one",),)


def test_rows_are_those_of_the_queryset(django_assert_num_queries):
    """Models with what they join, times and documents as Django reads them."""
    made = make_event()
    made.club = make_club("one")
    made.approved_at = datetime(2026, 5, 4, 12, tzinfo=UTC)
    made.save(update_fields=["club", "approved_at"])

    def build(event_id):
        return Event.objects.select_related("club").annotate(more=Value(3)).filter(pk=event_id)

    query = CompiledQuery(build, event_id=int)
    for _ in range(2):
        with django_assert_num_queries(1):
            (event,) = query.rows(event_id=made.pk)
            assert event.club.slug == "one"
        assert (event, event.ruleset, event.more) == (made, made.ruleset, 3)
        assert event.approved_at == made.approved_at
    assert query.first(event_id=made.pk) is not query.first(event_id=made.pk)


def test_rows_of_a_union_and_of_single_values():
    for slug in ("one", "two"):
        make_club(slug)
    user = make_user("olga")

    def build(slug, name):
        clubs = Club.objects.filter(slug=slug).values_list("slug", flat=True)
        return clubs.union(type(user).objects.filter(username=name).values_list("username"))

    query = CompiledQuery(build, slug=str, name=str)
    assert set(query.rows(slug="two", name="olga")) == {"two", "olga"}
    assert query.rows(slug="one", name="nobody") == ("one",)
    assert query.first(slug="none", name="nobody") is None


@pytest.mark.parametrize("number", [2**63, -(2**63), 10**30])
def test_no_row_has_a_number_without_room_in_the_database(number):
    make_club("one")
    query = CompiledQuery(lambda most: Club.objects.exclude(pk=most), most=int)
    assert query.rows(most=2**63 - 1)
    assert query.rows(most=number) == ()


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_in_a_transaction_only():
    club = make_club("one")
    query = CompiledQuery(lambda slug: Club.objects.select_for_update().filter(slug=slug), slug=str)
    with transaction.atomic():
        assert query.rows(slug="one") == (club,)
    with pytest.raises(TransactionManagementError):
        query.rows(slug="one")


@pytest.mark.django_db(transaction=True)
def test_a_query_serves_each_thread_by_its_own_connection():
    club = make_club("one")
    found: list[Club] = []
    built: list[int] = []

    def build(slug):
        built.append(get_ident())
        return Club.objects.filter(slug=slug)

    def read():
        found.extend(query.rows(slug="one"))
        connection.close()

    query = CompiledQuery(build, slug=str)
    read()
    other = Thread(target=read)
    other.start()
    other.join()
    read()
    assert found == [club] * 3
    assert Counter(built).keys() == {get_ident(), other.ident}
    assert set(Counter(built).values()) == {2}  # it is written twice to find the gaps
