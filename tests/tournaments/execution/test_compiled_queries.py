import pytest
from django.db.models import Value

from tests.builders import make_club
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.models import Club

pytestmark = pytest.mark.django_db


def test_each_gap_is_filled_where_its_stand_in_is(django_assert_num_queries):
    for slug in ("one", "two", "three"):
        make_club(slug)
    built = []

    def build(slug, most):
        built.append(slug)
        names = Club.objects.filter(slug=slug, pk__lte=most).annotate(kept=Value("kept"))
        return names.values_list("slug", "kept")

    query = CompiledQuery(build, slug="a slug", most=-1)
    with django_assert_num_queries(3):
        assert query.rows(slug="two", most=10**6) == (("two", "kept"),)
        assert query.rows(most=10**6, slug="%s'") == ()
        assert query.rows(slug="two", most=0) == ()
    assert len(built) == 1


def test_a_query_without_gaps_sees_new_rows():
    query = CompiledQuery(lambda: Club.objects.order_by("slug").values_list("slug"))
    assert query.rows() == ()
    make_club("one")
    assert query.rows() == (("one",),)
