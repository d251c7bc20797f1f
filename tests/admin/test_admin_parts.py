"""What a director sees of a row: its parts, its pages on the website, its actions."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.urls import reverse

from tests.builders import (
    decide,
    entry_of,
    make_club,
    make_entry,
    make_event,
    make_player,
    published_round,
    slot_at,
)
from tests.clients import signed_in, text_of, tidy
from tournaments import models as t
from tournaments.admin.columns import result_text
from tournaments.admin.parts import OWNERS

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Any:
    return signed_in(t.User.objects.create_superuser("director", password="x"))


def address(row: Model, page: str = "change", **query: object) -> str:
    args = [row.pk] if page == "change" else []
    name = f"admin:{row._meta.app_label}_{row._meta.model_name}_{page}"
    return reverse(name, args=args, query=query or None)


def listed(desk: Any, model: type[Model], **query: object) -> Any:
    """The rows of a list with these filters."""
    answer = desk.get(address(model(), "changelist", **query))
    assert answer.status_code == 200
    return list(answer.context["cl"].result_list)


def parts(desk: Any, row: Model) -> dict[str, int]:
    return {part.name: part.count for part in desk.get(address(row)).context["parts"]}


def test_every_path_leads_to_its_owner():
    for model, page in admin.site._registry.items():
        for kind, path in getattr(page, "paths", {}).items():
            if path == "scope":
                continue  # the journal is found by its address
            column: Any = None
            at: Any = model
            for name in path.split("__"):
                column = at._meta.get_field(name)
                at = column.related_model
            assert at is not None, (model, kind)
            assert at._meta.label == OWNERS[kind][0], (model, kind)


def test_an_event_leads_to_its_parts_and_each_list_holds_only_them(desk):
    cup, _other = make_event(slug="cup", games=1), make_event(slug="other", games=1)
    round_ = published_round(cup)
    page = desk.get(address(cup))
    found = {part.name: part for part in page.context["parts"]}
    assert found["entries"].count == 4
    assert found["scheduled games"].count == 2
    for part in found.values():
        assert desk.get(part.url).context["cl"].result_count == part.count, part.name
    assert listed(desk, t.Round, event=cup.pk) == [round_]
    assert listed(desk, t.Entry, event="none") == []


def test_a_player_leads_to_entries_games_and_account(desk):
    ada = make_player("Ada")
    make_entry(make_event(slug="cup", state="registration"), ada)
    assert parts(desk, ada)["entries"] == 1
    page = text_of(desk.get(address(ada)), 200)
    assert ada.user is not None
    assert address(ada.user) in page
    assert address(ada) in text_of(desk.get(address(ada.user)), 200)


def test_what_only_searches_read_is_folded_away(desk):
    sets = dict(desk.get(address(make_player("Ada"))).context["adminform"].fieldsets)
    assert "name" in sets[None]["fields"]
    assert {"folded_name", "folded_sort_name"}.isdisjoint(sets[None]["fields"])


def test_rows_lead_to_their_pages_on_the_website(desk):
    cup = make_event(slug="cup", games=1)
    round_ = published_round(cup)
    player = entry_of(cup, 1).player
    for row, url in (
        (cup, "/events/cup/"),
        (cup, "/manage/cup/"),
        (round_, "/events/cup/rounds/1/"),
        (player, f"/players/{player.public_id}/"),
        (make_club("den"), "/clubs/den/"),
        (slot_at(round_), f"/manage/cup/games/{slot_at(round_).pairing_id}/1/"),
    ):
        assert f'href="{url}"' in text_of(desk.get(address(row)), 200), url
        assert desk.get(url).status_code == 200, url


def test_a_list_of_games_says_who_where_and_what(desk):
    round_ = published_round(make_event(slug="cup", games=1))
    slot = slot_at(round_)
    decide(slot, "R-0")
    first, second = (seat.entry.player.name for seat in slot.pairing.seats_from(slot.first_seat))
    page = tidy(text_of(desk.get(address(slot, "changelist")), 200))
    assert f"<bdi>{first}</bdi>–<bdi>{second}</bdi>" in page
    assert ">1 – 0 · R-0<" in page
    by_name = listed(desk, t.GameSlot, q=first)
    assert by_name == [slot]


@pytest.mark.parametrize(
    ("first_seat", "outcome", "said"),
    [
        (1, "2.5-1-2.5", "2–3 (¼) · 1 (1) · 2–3 (¼)"),
        (2, "2.5-1-2.5", "1 (1) · 2–3 (¼) · 2–3 (¼)"),
    ],
)
def test_places_stand_in_the_order_of_the_players(first_seat, outcome, said):
    seats = [
        SimpleNamespace(order=n, points_x2=x2, place_x2=place_x2)
        for n, x2, place_x2 in ((1, 1, 5), (2, 4, 2), (3, 1, 5))
    ]
    result: Any = SimpleNamespace(
        slot=SimpleNamespace(first_seat=first_seat),
        seats=SimpleNamespace(all=lambda: seats),
        kind="played",
        outcome=outcome,
    )
    assert result_text(result) == said


def test_a_list_of_games_asks_a_fixed_number_of_queries(desk, django_assert_max_num_queries):
    round_ = published_round(make_event(slug="cup", games=1, entries=16))
    for table in range(1, 9):
        decide(slot_at(round_, table))
    for model in (t.GameSlot, t.Result, t.Pairing):
        with django_assert_max_num_queries(16):
            assert desk.get(address(model(), "changelist")).status_code == 200
    with django_assert_max_num_queries(50):
        assert desk.get(address(round_)).status_code == 200


def test_an_action_asks_for_what_it_needs_and_says_what_it_did(desk):
    cup = make_event(slug="cup")
    entry = entry_of(cup, 1)
    sent: dict[str, Any] = {"action": "absent", "_selected_action": [entry.pk], "back": "1"}
    asked = desk.post(address(entry, "changelist"), sent)
    assert list(asked.context["form"].fields) == ["reason", "round", "to_round"]
    sent |= {"confirmed": "yes", "round": 1, "to_round": 1, "reason": "a wedding"}
    done = desk.post(address(entry, "changelist"), sent, follow=True)
    assert done.redirect_chain[-1][0] == address(entry)
    said = " ".join(str(message) for message in done.context["messages"])
    assert said.startswith("Done: ")
    assert entry.player.name in said


def test_a_refused_action_leads_back_too_and_says_why(desk):
    cup = make_event(slug="cup")
    entry = entry_of(cup, 1)
    sent = {"action": "ask_bye", "_selected_action": [entry.pk], "back": "1", "confirmed": "yes"}
    done = desk.post(address(entry, "changelist"), sent, follow=True)
    assert done.redirect_chain[-1][0] == address(entry)
    assert "give a number" in text_of(done, 200)


def test_many_rows_are_counted_in_the_message(desk):
    cup = make_event(slug="cup", entries=8, state="registration")
    rows = list(t.Entry.objects.filter(event=cup).order_by("pk"))
    sent = {"action": "check_in", "_selected_action": [row.pk for row in rows], "confirmed": "yes"}
    done = desk.post(address(rows[0], "changelist"), sent, follow=True)
    assert "and 3 more" in text_of(done, 200)


def test_states_are_words(desk):
    cup = make_event(slug="cup", games=1)
    round_ = published_round(cup)
    for row in (cup, round_):
        page = tidy(text_of(desk.get(address(row)), 200))
        assert '<div class="readonly">being played</div>' in page
        assert ">running<" not in page
        assert ">published<" not in page
