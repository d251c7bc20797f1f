"""The journal, in words that the project gives."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.admin.base import ReadOnlyAdmin


class JournalText(NamedTuple):
    """scope: whose journal it is."""

    who: str
    what: str
    scope: str


class JournalList(ChangeList):
    """Reads the names of all lines of a page at once."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        rows: list[Any] = list(self.result_list)
        page: Any = self.model_admin
        texts = page.texts(rows)
        for row in rows:
            row.in_words = texts[row.pk]
        self.result_list = rows


class TopicFilter(admin.SimpleListFilter):
    """By the first word of the action."""

    title = _("action")
    parameter_name = "about"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(model_admin.topics.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(action__startswith=f"{self.value()}.") if self.value() else queryset


@admin.register(models.JournalLine)
class JournalLineAdmin(ReadOnlyAdmin):
    # Set by the project: the texts of lines by their keys, and the topics by their codes.
    texts: Callable[[Sequence[models.JournalLine]], Mapping[int, JournalText]]
    topics: Mapping[str, str | Promise] = {}
    list_display = ("at", "who", "what", "text", "whose")
    list_filter = (TopicFilter,)
    search_fields = ("scope", "subject", "text")
    date_hierarchy = "at"
    ordering = ("-pk",)
    paths: ClassVar = {"event": "scope", "club": "scope"}

    def get_changelist(self, request: HttpRequest, **options: Any) -> type[ChangeList]:
        return JournalList

    def rows_of(self, rows: QuerySet[Any], kind: str, pk: int) -> QuerySet[Any]:
        """The journal of an event or a club is named by its address."""
        owners: Any = {"event": models.Event, "club": models.Club}[kind]
        slugs = owners.objects.filter(pk=pk).values_list("slug", flat=True)
        return rows.filter(scope__in=[f"{kind}:{slug}" for slug in slugs])

    @admin.display(description=_("who"))
    def who(self, line: Any) -> str:
        return str(line.in_words.who)

    @admin.display(description=_("action"))
    def what(self, line: Any) -> str:
        return str(line.in_words.what)

    @admin.display(description=_("journal of"))
    def whose(self, line: Any) -> str:
        return str(line.in_words.scope)
