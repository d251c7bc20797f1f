"""The API reaches every service; the admin reaches those that need a row and a few words."""

from django.apps import apps
from django.contrib import admin

from tests.service_calls import ADMIN, API, called_by, services

# Services that no API view calls, and what calls them instead.
NOT_IN_API = {
    # steps of other services
    "record_result": "counting, ruling and the desk",
    "withdraw_result": "taking a game back",
    "set_club_approval": "approve_club and undo_club_approval",
    "set_event_approval": "approve_event and undo_event_approval",
    "dispute_differing": "a slip of the desk that a device kept",
    "dispute_match": "a line of the desk about a match that a device kept",
    "set_slot_state": "submitting, ruling and postponing",
    "count_game": "confirming",
    "count_if_agreed": "confirming",
    "confirm": "confirm_game, of a casual game",
    "refuse": "dispute_game, of a casual game",
    "void": "void_result, of a casual game",
    "merge": "merge_players",
    "forget_player": "anonymise_player",
    "unmerge": "undo_merge",
    "start": "start_event",
    "withdraw_entry": "withdraw_player",
    "set_first_seat": "bids that decide who moves first",
    "propose_time": "settle_time",
    "accept_time": "settle_time",
    "decline_time": "settle_time",
    "set_time": "settle_time",
    "claim_player": "accepting an invitation",
    "count": "confirm_game, of a casual game",
    "grant_event_role": "accepting an invitation",
    "grant_club_role": "accepting an invitation",
    "pair_round": "request_pairing, for a program that waits",
    "pair_at_once": "an accepted challenge, and a pass of an arena by beat",
    "undo_edits": "undo_action",
    "undo_judgement": "undo_action",
    "restore_pairs": "undo_action",
    "undo_withdrawal": "undo_action",
    "revert_decisions": "undo_action",
    "revert_decisions_of": "undo_action",
    "revert_withdrawal": "undo_action",
    "enter_result": "enter_listed, a row of the results of a round",
    "enter_players": "a new event with its players, as a page has it",
    "create_series": "start_season",
    "edit_series": "change_season",
    "enter_slip": "a paper slip as a page has it; the API takes results one by one or a round",
    # called from elsewhere
    "import_record": "the command import_games, into an event",
    "import_records": "the command import_games",
    **dict.fromkeys(
        ("take_event", "release_hall", "open_hall", "export_return", "return_hall"),
        "the command hall, at the server and in the hall",
    ),
    "publish_list": "the lists of each month, by beat",
    "publish_monthly_lists": "beat",
    "release_player": "the admin: who takes an account away must be seen",
}
# Services that are no action of the admin, and why.
NOT_IN_ADMIN = {
    **dict.fromkeys(NOT_IN_API, "a step, or called from elsewhere"),
    "set_round_times": "moments in the zone of the event, on the page of the round",
    "place_bids": "the players do, at their table",
    "withdraw_bids": "the players do, at their table",
    "agree_to_bids": "the players do, at their table",
    "delete_event": "its organiser does, through the API",
    "change_handle": "the player does, through the API",
    "remove_handle": "the player does, through the API",
    "set_birth_year": "who vouches for the player, through the API",
    "create_player_for": "an event or a club makes players, at its desk or through the API",
    "consent_to_club": "the player's own",
    "ask_to_join": "the player's own",
    "cancel_request": "the player's own",
    "leave_club": "the player's own",
    "distinguish_players": "the desk, where the two are compared",
    "remove_member": "the owner of the club, on the page of its members",
    "rename_player": "who vouches for the player, on the card of an entry",
    "undo_action": "the desk, which tells beforehand what is undone",
    "edit_event": "settings are many fields that belong together: their page and the API",
    "edit_stage": "as the settings of an event",
    "preview_qualifiers": "a reading",
    "enter_qualifiers": "the desk, which shows beforehand who would enter",
    "start_season": "create_series; its settings are on the page of seasons",
    "change_season": "as the settings of an event",
    "edit_club": "as the settings of an event",
    "show_in_club": "the owner or organiser whose name it is",
    "set_event_series": "the settings page of an event",
    "copy_event": "the settings page of an event",
    "edit_draft": "tables are moved on the page of the draft, where they are seen",
    "rule_on_tie": "an order is given where the tie is seen",
    "decide_match": "the desk, where the boards of the match are seen",
    "undo_match_decision": "the desk, where the boards of the match are seen",
    "request_import": "files are sent on their page or through the API",
    "make_challenge": "the players do, on the page of the ladder",
    "accept_challenge": "the players do, on the page of the ladder",
    "decline_challenge": "the players do, on the page of the ladder",
    "leave_arena": "the players do, on the page of the arena",
    "return_to_arena": "the players do, on the page of the arena",
    "go_berserk": "the players do, on my table and the page of the arena",
    "announce": "written at the desk, which shows how many it reaches",
    "add_import_files": "files are sent through the API",
    "start_import": "the page of the import",
    "cancel_import": "the page of the import",
    "current_cutoff": "a reading",
    "preview_archive": "a reading, on the page that takes archives in",
    "take_archive": "a file is sent, on its page or through the API",
    "export_event": "a reading, on the page of the journal",
    "late_games": "a reading",
    "get_pairing_job": "a reading",
    "preview_merge": "a reading",
    "preview_ruling": "a reading",
    "preview_unmerge": "a reading",
    "preview_void": "a reading",
    "submit_game": "a record is sent by who played it, or at the desk",
    "submit_casual": "a record is sent by who played it",
    "enter_result": "the desk; the admin rules",
    "enter_match": "the desk, where the line says what it means, and the API",
    "entry_list": "a reading",
    "write_entries": "a list comes as a file, on its page or through the API",
    "enter_listed": "a list comes as a file, on its page or through the API",
    "write_results": "a list comes as a file, on its page or through the API",
    "settle_time": "the players agree",
    "set_time_zone": "the player's own",
    "invite": "the answer is a secret, shown once by the staff page",
    "accept": "by who was invited",
    "issue_links": "the answer holds secrets; the page of personal links prints them",
    "show_links": "as issuing them",
    **dict.fromkeys(
        (
            "make_category",
            "edit_category",
            "remove_category",
            "set_member",
            "set_prizes",
            "set_fee",
            "set_entry_fee",
            "make_team",
            "edit_team",
            "remove_team",
            "give_line_up",
        ),
        "categories, prizes, fees and teams are set at the desk, where they are seen together",
    ),
    "attach_sheet": "a file is sent by who played, or at the desk",
    "remove_sheet": "by who sent it, or at the desk, where it is seen",
    "set_playtak": "switched at the desk, which shows what stands against it",
    "enter": "enter_event, which reads the rating",
}
# Tables that have no page of their own, and where they are seen.
NO_PAGE = {
    "Seat": "with their pairing",
    "Addressee": "with their announcement",
    "UsedCode": "a digest, forgotten after a day",
    "ImportPart": "the texts that an import has not stored yet",
    "ImportRefusal": "on the page of their import",
    "SeatResult": "with their result",
    "Posting": "with their rated game",
    "GamePlayer": "with their game",
    "Confirmation": "with their game",
    "Stage": "with their event",
    "TeamMember": "with their team",
    "LineUpPlace": "with their team",
    "JournalHead": "the last line of its journal",
    "Change": "the feed of the API shows them",
    "FeedState": "the ends of the feed",
    "FeedReader": "how far webhooks are made of it",
    "Checkpoint": "derived, for the replay",
}
OURS = ("tournaments", "ratings", "games", "config")


def test_the_api_calls_every_service():
    missing = services() - called_by(API)
    assert missing - set(NOT_IN_API) == set()
    assert set(NOT_IN_API) - missing == set(), "these are in the API by now"


def test_the_admin_calls_the_services_that_suit_it():
    missing = services() - called_by(ADMIN)
    assert missing - set(NOT_IN_ADMIN) == set()


def test_no_exception_is_kept_for_a_service_that_is_gone():
    assert (set(NOT_IN_API) | set(NOT_IN_ADMIN)) - services() == set()


def test_every_table_has_a_page_in_the_admin():
    pages = {model.__name__ for model in admin.site._registry}
    tables = {model.__name__ for app in OURS for model in apps.get_app_config(app).get_models()}
    assert tables - pages - set(NO_PAGE) == set()
    assert pages & set(NO_PAGE) == set()
