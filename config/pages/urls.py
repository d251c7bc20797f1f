"""Addresses of the pages for people."""

from django.urls import path

from config.pages.account import (
    first_run,
    invite,
    proving,
    sign_up,
    signing_in,
    tokens,
)
from config.pages.desk import apart, checkin, desk, imports, links, staff
from config.pages.desk import journal as manage_journal
from config.pages.desk import late as manage_late
from config.pages.desk import players as manage_players
from config.pages.desk import undo as manage_undo
from config.pages.desk.results import results as manage_results
from config.pages.desk.results import ruling as manage_ruling
from config.pages.desk.rounds import draft as manage_draft
from config.pages.desk.rounds import published as manage_published
from config.pages.desk.rounds import rounds as manage_rounds
from config.pages.desk.setup import new_event as manage_events
from config.pages.desk.setup import seasons as manage_seasons
from config.pages.desk.setup import settings as manage_settings
from config.pages.desk.setup import stages as manage_stages
from config.pages.event import (
    approving,
    bracket,
    crosstable,
    derivations,
    entering,
    event_list,
    event_ratings,
    events,
    exports,
    proofs,
    stakes,
    standings,
    wall,
    why,
)
from config.pages.game import boards, games
from config.pages.me import at_table, me, personal
from config.pages.paper import printing
from config.pages.player import (
    clubs,
    fair_play,
    head_to_head,
    players,
    ratings,
    statistics,
)
from config.pages.secret_pages import keep_to_oneself
from config.pages.site import (
    combined_board,
    glossary,
    home,
    language,
    rules,
    tak_lesson,
)
from config.pages.site import verify as verify_page

app_name = "pages"

urlpatterns = [
    path("", home.home, name="home"),
    path("about/", signing_in.about, name="about"),
    path("login/", signing_in.Login.as_view(), name="login"),
    path("logout/", signing_in.Logout.as_view(), name="logout"),
    path("signup/", sign_up.signup, name="signup"),
    path("first/", first_run.first_run, name="first-run"),
    path("email/<str:uidb64>/<str:token>/", proving.prove, name="prove-email"),
    path("reset/", sign_up.ForgottenPassword.as_view(), name="forgotten"),
    path(
        "reset/<str:uidb64>/<str:token>/",
        keep_to_oneself(sign_up.NewPassword.as_view()),
        name="new-password",
    ),
    path("accounts/<int:user_id>/reset/", sign_up.make_reset_link, name="make-reset-link"),
    path("invite/<str:code>/", invite.invite, name="invite"),
    path("e/", personal.type_code, name="personal-code"),
    path("e/<str:code>/", personal.personal, name="personal"),
    path("e/<str:code>/slots/<int:slot_id>/", personal.submit, name="personal-submit"),
    path("e/<str:code>/slots/<int:slot_id>/time/", personal.agree_time, name="personal-time"),
    path("e/<str:code>/slots/<int:slot_id>/bids/", personal.bids, name="personal-bids"),
    path("e/<str:code>/away/", personal.away, name="personal-away"),
    path("e/<str:code>/games/<str:public_id>/", personal.answer, name="personal-answer"),
    path("language/<str:code>/", language.language, name="language"),
    path("zone/", language.zone, name="zone"),
    path("verify/", verify_page.verify, name="verify"),
    path("events/", event_list.event_list, name="events"),
    path("events/<slug:slug>/", events.event, name="event"),
    path("events/<slug:slug>/approve/", approving.approve_event, name="approve-event"),
    path("events/<slug:slug>/entering/", entering.change, name="event-entering"),
    path("events/<slug:slug>/players/", events.event_players, name="event-players"),
    path("events/<slug:slug>/rounds/<int:number>/", events.event_round, name="event-round"),
    path(
        "events/<slug:slug>/rounds/<int:number>/standings/",
        standings.published_standings,
        name="published",
    ),
    path("events/<slug:slug>/rounds/<int:number>/proof/", proofs.event_proof, name="event-proof"),
    path("events/<slug:slug>/tables/<int:pairing_id>/", at_table.at_table, name="at-table"),
    path("events/<slug:slug>/rounds/<int:number>/why/<int:pairing_id>/", why.event_why, name="why"),
    path("events/<slug:slug>/bracket/", bracket.event_bracket, name="event-bracket"),
    path("events/<slug:slug>/wall/", wall.event_wall, name="event-wall"),
    path("events/<slug:slug>/standings/", standings.event_standings, name="event-standings"),
    path("events/<slug:slug>/standings/<int:entry>/", derivations.derivation, name="derivation"),
    path("events/<slug:slug>/crosstable/", crosstable.event_crosstable, name="event-crosstable"),
    path("events/<slug:slug>/crosstable.csv", exports.crosstable_csv, name="crosstable-csv"),
    path("events/<slug:slug>/ratings/", event_ratings.event_ratings, name="event-ratings"),
    path("events/<slug:slug>/players.csv", exports.players_csv, name="players-csv"),
    path("events/<slug:slug>/rounds/<int:number>.csv", exports.round_csv, name="round-csv"),
    path("events/<slug:slug>/standings.csv", exports.standings_csv, name="standings-csv"),
    path("events/<slug:slug>/stakes/", stakes.event_stakes, name="event-stakes"),
    path("events/<slug:slug>/stakes.csv", stakes.winnings_csv, name="stakes-csv"),
    path(
        "events/<slug:slug>/stakes/transfers.csv",
        stakes.transfers_csv,
        name="stakes-transfers-csv",
    ),
    path("events/<slug:slug>/stakes/<int:entry>/", stakes.account, name="stakes-account"),
    path("events/<slug:slug>/stakes/match/<int:pairing_id>/", stakes.match, name="stakes-match"),
    path("events/<slug:slug>/games.csv", exports.games_csv, name="games-csv"),
    path("events/<slug:slug>/games.ptn", exports.games_ptn, name="games-ptn"),
    path("events/<slug:slug>/import/", imports.event_import, name="event-import"),
    path("rules/", rules.rules_index, name="rules-index"),
    path("rules/combined-board/", combined_board.combined_board, name="combined-board"),
    path("rules/tak/", tak_lesson.tak_lesson, name="tak-lesson"),
    path("rules/<slug:game>/", rules.game_rules, name="rules"),
    path("glossary/", glossary.glossary, name="glossary"),
    path("events/<slug:slug>/rules/", rules.event_rules, name="event-rules"),
    path("events/<slug:slug>/games/", events.event_games, name="event-games"),
    path("events/<slug:slug>/staff/", staff.event_staff, name="event-staff"),
    path("events/<slug:slug>/links/", links.event_links, name="event-links"),
    path(
        "events/<slug:slug>/links/<int:entry_id>/claim/", links.invite_player, name="invite-player"
    ),
    path("games/<str:public_id>/", games.game, name="game"),
    path("games/<str:public_id>/answer/", games.answer, name="answer"),
    path("games/<str:public_id>/board.svg", boards.game_svg, name="game-svg"),
    path("games/<str:public_id>/embed/", boards.embedded, name="game-embed"),
    path("board.svg", boards.position_svg, name="board-svg"),
    path("players/", players.player_list, name="players"),
    path("players/<str:public_id>/", players.player, name="player"),
    path("players/<str:public_id>/vs/<str:other>/", head_to_head.head_to_head, name="head-to-head"),
    path("clubs/", clubs.club_list, name="clubs"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/approve/", approving.approve_club, name="approve-club"),
    path("clubs/<slug:slug>/staff/", staff.club_staff, name="club-staff"),
    path("clubs/<slug:slug>/seasons/", manage_seasons.club_seasons, name="club-seasons"),
    path("series/<slug:slug>/", clubs.season, name="series"),
    path("series/<slug:slug>.csv", exports.season_csv, name="series-csv"),
    path("ratings/", ratings.pool_list, name="ratings"),
    path("ratings/<slug:slug>/", ratings.pool, name="pool"),
    path("ratings/<slug:slug>/statistics/", statistics.pool_statistics, name="pool-statistics"),
    path("ratings/<slug:slug>/flags/", fair_play.pool_flags, name="pool-flags"),
    path("manage/", manage_events.my_events, name="manage-events"),
    path("manage/new/", manage_events.new_event, name="manage-new"),
    path("manage/<slug:slug>/", desk.desk, name="manage"),
    path("manage/<slug:slug>/players/", manage_players.players, name="manage-players"),
    path("manage/<slug:slug>/players/<int:entry_id>/", manage_players.entry, name="manage-entry"),
    path(
        "manage/<slug:slug>/players/<int:entry_id>/press/",
        manage_players.press,
        name="manage-press",
    ),
    path("manage/<slug:slug>/checkin/", checkin.checkin, name="manage-checkin"),
    path("manage/<slug:slug>/apart/", apart.apart, name="manage-apart"),
    path("manage/<slug:slug>/points/", apart.points, name="manage-points"),
    path("manage/<slug:slug>/settings/", manage_settings.event_settings, name="manage-settings"),
    path(
        "manage/<slug:slug>/settings/stages/<int:number>/",
        manage_settings.stage_settings,
        name="manage-stage-settings",
    ),
    path("manage/<slug:slug>/settings/copy/", manage_settings.copy, name="manage-copy"),
    path("manage/<slug:slug>/settings/season/", manage_settings.season, name="manage-season"),
    path("manage/<slug:slug>/journal/", manage_journal.journal, name="manage-journal"),
    path("manage/<slug:slug>/print/", printing.menu, name="manage-print"),
    path(
        "manage/<slug:slug>/print/rounds/<int:number>/tables/",
        printing.tables,
        name="print-tables",
    ),
    path("manage/<slug:slug>/print/rounds/<int:number>/names/", printing.names, name="print-names"),
    path("manage/<slug:slug>/print/rounds/<int:number>/slips/", printing.slips, name="print-slips"),
    path(
        "manage/<slug:slug>/print/rounds/<int:number>/sheets/",
        printing.score_sheets,
        name="print-sheets",
    ),
    path("manage/<slug:slug>/print/sheet/", printing.blank_score_sheet, name="print-blank"),
    path("manage/<slug:slug>/print/standings/", printing.standings, name="print-standings"),
    path("manage/<slug:slug>/print/crosstable/", printing.crosstable, name="print-crosstable"),
    path("manage/<slug:slug>/print/players/", printing.players, name="print-players"),
    path("me/", me.me, name="me"),
    path("me/password/", signing_in.Password.as_view(), name="password"),
    path("me/tokens/", tokens.own_tokens, name="own-tokens"),
    path("me/player/", me.become_player, name="become-player"),
    path("me/clubs/<slug:slug>/", me.answer_club, name="me-club"),
    path("me/name/", me.read_name, name="read-name"),
    path("me/slots/<int:slot_id>/", me.submit, name="submit"),
    path("me/slots/<int:slot_id>/time/", me.agree_time, name="time"),
    path("me/slots/<int:slot_id>/bids/", me.bids, name="bids"),
    path("manage/<slug:slug>/rounds/", manage_rounds.round_list, name="manage-rounds"),
    path("manage/<slug:slug>/pairing/", manage_rounds.pairing, name="manage-pairing"),
    path("manage/<slug:slug>/late/", manage_late.late, name="manage-late"),
    path("manage/<slug:slug>/stages/", manage_stages.stage_list, name="manage-stages"),
    path("manage/<slug:slug>/results/", manage_results.results, name="manage-results"),
    path("manage/<slug:slug>/results/say/", manage_results.say, name="manage-say"),
    path("manage/<slug:slug>/undo/", manage_undo.undo, name="manage-undo"),
    path("manage/<slug:slug>/disputes/", manage_results.disputes, name="manage-disputes"),
    path(
        "manage/<slug:slug>/rounds/<int:number>/", manage_published.published, name="manage-round"
    ),
    path("manage/<slug:slug>/rounds/<int:number>/draft/", manage_draft.draft, name="manage-draft"),
    path(
        "manage/<slug:slug>/games/<int:pairing_id>/<int:number>/",
        manage_ruling.ruling,
        name="manage-slot",
    ),
]
