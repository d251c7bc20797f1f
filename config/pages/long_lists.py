"""Long lists in pages, and the page that a name is on."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Context
from tournaments import selectors

# A list of up to `WHOLE` rows comes in one piece, a longer one in pages.
WHOLE, PAGE = 100, 50
# Of a longer table the first page of an event shows `FIRST` rows; scores are explained one by one.
SHORT, FIRST = 60, 50
LONGEST_NAME = 100  # characters
MOST_FOUND = 20
T = TypeVar("T")


class ListedName(NamedTuple):
    """A player in a list. player: a public id. words: where the row is, such as its place."""

    player: str | None
    name: str
    words: str
    url: str


def list_page(rows: "Sequence[T] | QuerySet[Any]", asked: str | None) -> "Page[Any]":
    """The page of a list with this number, the nearest one if there is none."""
    count = rows.count() if isinstance(rows, QuerySet) else len(rows)
    return Paginator(rows, _size(count)).get_page(asked)


def page_number(asked: str | None) -> int:
    """The number of a page as asked for, perhaps of none that is there."""
    text = asked or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 1


def row_url(row: int, rows: int, anchor: str) -> str:
    """The page of a list that has this row. rows: of the whole list."""
    return f"?page={row // _size(rows) + 1}#{anchor}"


def find_names(asked: str, listed: Iterable[ListedName]) -> list[ListedName]:
    """Those who have this name, in any spelling. One query."""
    found = set(selectors.search_players(asked).values_list("public_id", flat=True))
    return [each for each in listed if each.player in found]


def find_row(
    request: HttpRequest, context: Context, find: Callable[[str], Sequence[ListedName]]
) -> HttpResponse | None:
    """Redirect to the row of the player with the name asked for, if only one has it.

    Else None; a long page, and one that was asked for a name, gets the form that finds a name.
    """
    asked = request.GET.get("name", "").strip()[:LONGEST_NAME]
    found = find(asked) if asked else ()
    if len(found) == 1:
        return HttpResponseRedirect(request.path + found[0].url)
    if asked or context["head"]["players"] > WHOLE:
        me = selectors.player_of(actor_of(request).user_id or 0)
        own = me.name if me else ""
        context["finder"] = {"asked": asked, "own": own, "found": found[:MOST_FOUND]}
    return None


def _size(rows: int) -> int:
    return PAGE if rows > WHOLE else WHOLE
