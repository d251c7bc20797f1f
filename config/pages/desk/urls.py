"""URLs of the organiser's desk."""

from django.urls import include, path

from config.idempotency import idempotent
from config.pages.desk import (
    announcements,
    apart,
    archives,
    checkin,
    desk,
    imports,
    journal,
    late,
    links,
    players,
    record_imports,
    staff,
    undo,
)
from config.pages.desk.people import adding, fees, members, qualifiers, same_player
from config.pages.desk.results import results, ruling, slip_queue
from config.pages.desk.rounds import draft, match, published, rounds
from config.pages.desk.setup import (
    new_event,
    playtak,
    prizes,
    seasons,
    settings,
    stages,
    team,
    teams,
)

OF_EVENT = [
    path("", desk.desk, name="manage"),
    path("players/", players.players, name="manage-players"),
    path("players/suggest/", adding.suggest, name="manage-suggest"),
    path("players/<int:entry_id>/", players.entry, name="manage-entry"),
    path("players/<int:entry_id>/press/", players.press, name="manage-press"),
    path("players/<int:entry_id>/same/", same_player.same_player, name="manage-same"),
    path("checkin/", checkin.checkin, name="manage-checkin"),
    path("apart/", apart.apart, name="manage-apart"),
    path("announcements/", announcements.announcements, name="manage-announcements"),
    path("playtak/", playtak.playtak, name="manage-playtak"),
    path("prizes/", prizes.prizes, name="manage-prizes"),
    path("teams/", teams.team_list, name="manage-teams"),
    path("teams/<int:team_id>/", team.team, name="manage-team"),
    path("qualifiers/", qualifiers.qualifiers, name="manage-qualifiers"),
    path("fees/", fees.fee_list, name="manage-fees"),
    path("points/", apart.points, name="manage-points"),
    path("settings/", settings.event_settings, name="manage-settings"),
    path("settings/stages/<int:number>/", settings.stage_settings, name="manage-stage-settings"),
    path("settings/copy/", settings.copy, name="manage-copy"),
    path("settings/season/", settings.season, name="manage-season"),
    path("journal/", journal.journal, name="manage-journal"),
    path("archive/", archives.archive, name="manage-archive"),
    path("rounds/", rounds.round_list, name="manage-rounds"),
    path("rounds/<int:number>/", published.published, name="manage-round"),
    path("rounds/<int:number>/draft/", draft.draft, name="manage-draft"),
    path("rounds/<int:number>/matches/<int:match>/", match.team_match, name="manage-match"),
    path("pairing/", rounds.pairing, name="manage-pairing"),
    path("late/", late.late, name="manage-late"),
    path("stages/", stages.stage_list, name="manage-stages"),
    path("results/", results.results, name="manage-results"),
    path("results/slips/", idempotent(slip_queue.slip), name="manage-slip"),
    path("results/say/", results.say, name="manage-say"),
    path("disputes/", results.disputes, name="manage-disputes"),
    path("games/<int:pairing_id>/<int:number>/", ruling.ruling, name="manage-slot"),
    path("records/", record_imports.event_imports, name="manage-records"),
    path("undo/", undo.undo, name="manage-undo"),
]
BESIDE_EVENT = [
    path("import/", imports.event_import, name="event-import"),
    path("staff/", staff.event_staff, name="event-staff"),
    path("links/", links.event_links, name="event-links"),
    path("links/<int:entry_id>/claim/", links.invite_player, name="invite-player"),
]
urlpatterns = [
    path("events/<slug:slug>/", include(BESIDE_EVENT)),
    path("clubs/<slug:slug>/staff/", staff.club_staff, name="club-staff"),
    path("clubs/<slug:slug>/members/", members.club_members, name="club-members"),
    path("clubs/<slug:slug>/seasons/", seasons.club_seasons, name="club-seasons"),
    path("archives/", archives.take, name="take-archive"),
    path("imports/", record_imports.site_imports, name="imports"),
    path("imports/<int:import_id>/", record_imports.import_detail, name="import"),
    path("manage/", new_event.my_events, name="manage-events"),
    path("manage/new/", new_event.new_event, name="manage-new"),
    path("manage/<slug:slug>/", include(OF_EVENT)),
]
