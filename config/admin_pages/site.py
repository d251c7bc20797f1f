"""The admin's site: titled Roadhouse, grouped by what people do, with what waits in front."""

from functools import partial
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.translation import gettext_lazy as _

from config.access.login import ThrottledAdminLoginForm
from config.admin_pages import waiting
from config.admin_pages.groups import grouped
from config.admin_pages.same_player import same_player


class RoadhouseAdmin(admin.AdminSite):
    site_title = site_header = "Roadhouse"
    index_title = _("Site and clubs")
    login_form = ThrottledAdminLoginForm

    def get_urls(self) -> list[Any]:
        same = self.admin_view(partial(same_player, self))
        own = path("tournaments/player/<int:player_id>/same/", same, name="same-player")
        return [own, *super().get_urls()]

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> Any:
        """Groups of tables; of one app its own tables, as Django lists them."""
        apps = super().get_app_list(request, app_label)
        return apps if app_label else grouped(apps, reverse("admin:index", current_app=self.name))

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        context = {**(extra_context or {}), "waiting": waiting.cards(self, request)}
        return super().index(request, context)

    def app_index(
        self,
        request: HttpRequest,
        app_label: str,
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """The front page: how the code divides its tables concerns nobody here."""
        return redirect("admin:index")
