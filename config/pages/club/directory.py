"""The directory of clubs, searched by name and place."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.live import stored_page
from config.pages.site_facts import site_facts
from tournaments import selectors
from tournaments.limits import QUERY

LIST_PAGE = 50


@stored_page(site_facts)
def club_list(request: HttpRequest) -> HttpResponse:
    asked = request.GET.get("q", "").strip()[:QUERY]
    clubs = selectors.search_clubs(asked) if asked else selectors.clubs()
    page = Paginator(clubs, LIST_PAGE).get_page(request.GET.get("page"))
    return render(request, "pages/club/clubs.html", {"section": "clubs", "q": asked, "page": page})
