"""URLs of the organiser's desk."""

from django.urls import path

from config.pages.desk import (
    apart,
    checkin,
    desk,
    imports,
    journal,
    late,
    links,
    players,
    staff,
    undo,
)
from config.pages.desk.results import results, ruling
from config.pages.desk.rounds import draft, published, rounds
from config.pages.desk.setup import new_event, seasons, settings, stages

urlpatterns = [
    path("events/<slug:slug>/import/", imports.event_import, name="event-import"),
    path("events/<slug:slug>/staff/", staff.event_staff, name="event-staff"),
    path("events/<slug:slug>/links/", links.event_links, name="event-links"),
    path(
        "events/<slug:slug>/links/<int:entry_id>/claim/", links.invite_player, name="invite-player"
    ),
    path("clubs/<slug:slug>/staff/", staff.club_staff, name="club-staff"),
    path("clubs/<slug:slug>/seasons/", seasons.club_seasons, name="club-seasons"),
    path("manage/", new_event.my_events, name="manage-events"),
    path("manage/new/", new_event.new_event, name="manage-new"),
    path("manage/<slug:slug>/", desk.desk, name="manage"),
    path("manage/<slug:slug>/players/", players.players, name="manage-players"),
    path("manage/<slug:slug>/players/<int:entry_id>/", players.entry, name="manage-entry"),
    path(
        "manage/<slug:slug>/players/<int:entry_id>/press/",
        players.press,
        name="manage-press",
    ),
    path("manage/<slug:slug>/checkin/", checkin.checkin, name="manage-checkin"),
    path("manage/<slug:slug>/apart/", apart.apart, name="manage-apart"),
    path("manage/<slug:slug>/points/", apart.points, name="manage-points"),
    path("manage/<slug:slug>/settings/", settings.event_settings, name="manage-settings"),
    path(
        "manage/<slug:slug>/settings/stages/<int:number>/",
        settings.stage_settings,
        name="manage-stage-settings",
    ),
    path("manage/<slug:slug>/settings/copy/", settings.copy, name="manage-copy"),
    path("manage/<slug:slug>/settings/season/", settings.season, name="manage-season"),
    path("manage/<slug:slug>/journal/", journal.journal, name="manage-journal"),
    path("manage/<slug:slug>/rounds/", rounds.round_list, name="manage-rounds"),
    path("manage/<slug:slug>/pairing/", rounds.pairing, name="manage-pairing"),
    path("manage/<slug:slug>/late/", late.late, name="manage-late"),
    path("manage/<slug:slug>/stages/", stages.stage_list, name="manage-stages"),
    path("manage/<slug:slug>/results/", results.results, name="manage-results"),
    path("manage/<slug:slug>/results/say/", results.say, name="manage-say"),
    path("manage/<slug:slug>/undo/", undo.undo, name="manage-undo"),
    path("manage/<slug:slug>/disputes/", results.disputes, name="manage-disputes"),
    path("manage/<slug:slug>/rounds/<int:number>/", published.published, name="manage-round"),
    path("manage/<slug:slug>/rounds/<int:number>/draft/", draft.draft, name="manage-draft"),
    path(
        "manage/<slug:slug>/games/<int:pairing_id>/<int:number>/",
        ruling.ruling,
        name="manage-slot",
    ),
]
