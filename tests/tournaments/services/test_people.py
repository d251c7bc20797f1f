"""Players, the names they bear elsewhere, clubs and roles."""

import pytest
from django.utils import timezone

from tests.builders import acting, actor_of, make_club, make_player, make_user
from tournaments import selectors
from tournaments.actor import ANONYMOUS, SYSTEM
from tournaments.errors import InvalidInput, NotAllowed, NotFound
from tournaments.limits import HANDLES, NAME
from tournaments.models import ClubRole, JournalLine, Player
from tournaments.selectors.people.vouching import MERGED
from tournaments.services.events import roles
from tournaments.services.people import club_texts, handles, members, merging, people
from tournaments.services.people.people import AccountTaken, HandleTaken, PlayerTaken, SlugTaken


def test_a_name_elsewhere_belongs_to_one_player_whatever_its_letters():
    people.create_player(actor=SYSTEM, name="Ada", handles=[("playtak", "AdaL")])
    with pytest.raises(HandleTaken):
        people.create_player(actor=SYSTEM, name="Eve", handles=[("playtak", "ａｄａＬ")])
    assert Player.objects.count() == 1
    assert selectors.find_player_by_name("ADAL", site="playtak") == Player.objects.get(name="Ada")
    assert selectors.find_player_by_name("adal") is None


def test_another_spelling_of_no_site_finds_its_player_wherever_the_name_is_read():
    ada = people.create_player(actor=SYSTEM, name="Ada", handles=[("", "Lovelace")])
    bo = people.create_player(actor=SYSTEM, name="Bo", handles=[("playtak", "Byron")])
    assert selectors.find_player_by_name("lovelace") == ada
    assert selectors.find_player_by_name("lovelace", site="playtak") == ada
    assert selectors.find_players_by_name("lovelace") == {ada.pk}
    assert selectors.find_players_by_name("byron") == set()
    assert selectors.find_players_by_name("byron", sites=("", "playtak")) == {bo.pk}
    other = make_player("Lovelace")
    assert selectors.find_player_by_name("lovelace") == ada, "a spelling comes before names"
    assert selectors.find_players_by_name("lovelace") == {ada.pk, other.pk}


def test_a_name_that_two_bear_finds_nobody():
    one = make_player("Sam")
    assert selectors.find_player_by_name("sam") == one
    two = make_player("Sam")
    assert selectors.find_player_by_name("sam") is None
    assert selectors.find_players_by_name("sam") == {one.pk, two.pk}


def test_a_merged_player_is_found_as_who_they_are():
    one, same = make_player("Sam"), make_player("Sammy")
    same.merged_into = one
    same.save()
    assert selectors.find_player_by_name("sammy") == one
    assert same.user_id is not None
    assert selectors.player_of(same.user_id) == one


def test_an_account_is_one_player_and_a_name_is_needed():
    user = make_user()
    people.create_player(actor=acting(user), name="Me", user_id=user.pk)
    with pytest.raises(AccountTaken):
        people.create_player(actor=acting(user), name="Me too", user_id=user.pk)
    with pytest.raises(NotAllowed):
        people.create_player(actor=acting(user), name="You", user_id=make_user().pk)
    with pytest.raises(InvalidInput):
        people.create_player(actor=SYSTEM, name="  ")
    with pytest.raises(NotAllowed):
        people.create_player(actor=ANONYMOUS, name="Nobody")


def test_players_add_their_own_handles_only():
    me, other = make_player(), make_player()
    for _ in range(2):
        handles.add_handle(actor=actor_of(me), player_id=me.pk, site="playtak", name="x")
    assert me.handles.count() == 1
    with pytest.raises(NotAllowed):
        handles.add_handle(actor=actor_of(other), player_id=me.pk, site="playtak", name="y")


def test_who_founds_a_club_owns_it_and_gives_roles():
    owner, user = make_user(), make_user()
    club = make_club("takkers", owner=owner)
    for _ in range(2):
        roles.grant_club_role(
            actor=acting(owner), club_id=club.pk, user_id=user.pk, role="organiser"
        )
    held = ClubRole.objects.order_by("pk").values_list("user_id", "role")
    assert list(held) == [(owner.pk, "owner"), (user.pk, "organiser")]
    with pytest.raises(NotAllowed):
        roles.grant_club_role(actor=acting(user), club_id=club.pk, user_id=user.pk, role="owner")
    with pytest.raises(InvalidInput):
        roles.grant_club_role(actor=SYSTEM, club_id=club.pk, user_id=user.pk, role="king")
    with pytest.raises(NotFound):
        roles.grant_club_role(actor=SYSTEM, club_id=club.pk, user_id=0, role="owner")
    with pytest.raises(SlugTaken):
        make_club("takkers")


def test_the_journal_of_a_club_says_which_texts_changed_and_who_is_shown():
    player = make_player("Ada")
    club, owner = make_club("takkers", owner=player.user), actor_of(player)
    texts = {"meets": " Mondays ", "joining": ""}
    for _again in range(2):
        club_texts.edit_club(actor=owner, club_id=club.pk, changes=texts)
    for shown in (True, True, False):
        assert club_texts.show_in_club(actor=owner, club_id=club.pk, shown=shown) is shown
        assert ClubRole.objects.get().is_shown is shown
    lines = JournalLine.objects.filter(scope="club:takkers").order_by("seq")
    assert [line.action for line in lines[:2]] == ["club.created", "club.approved"]
    me = f"user:{player.user_id}"
    assert [(line.action, line.subject, line.after) for line in lines][2:] == [
        ("club.edited", "takkers", {"changed": ["meets"]}),
        ("role.shown", me, None),
        ("role.hidden", me, None),
    ]


def test_a_member_is_added_once():
    club, player = make_club(), make_player()
    for _ in range(2):
        members.add_member(actor=SYSTEM, club_id=club.pk, player_id=player.pk)
    assert club.memberships.count() == 1


def test_a_club_that_lists_two_records_of_a_person_is_one_membership_by_the_consent():
    club, me, again = make_club(), make_player(), make_player(account=False)
    for player in (me, again):
        members.add_member(actor=SYSTEM, club_id=club.pk, player_id=player.pk)
    merging.merge(actor=SYSTEM, player=again.public_id, into=me.public_id)
    assert selectors.memberships_of(me).count() == 2, "nobody has consented yet"
    members.consent_to_club(actor=actor_of(me), club_id=club.pk, player_id=me.pk)
    assert [row.player for row in selectors.memberships_of(me)] == [me]


def test_who_asks_to_join_is_listed_or_refused_once():
    club, ada, bo = make_club("den"), make_player("Ada"), make_player("Bo")
    for player in (ada, bo):
        for _again in range(2):
            members.ask_to_join(actor=actor_of(player), club_id=club.pk, player_id=player.pk)
    with pytest.raises(NotAllowed):
        members.accept_request(actor=actor_of(ada), club_id=club.pk, player_id=ada.pk)
    listed = members.accept_request(actor=SYSTEM, club_id=club.pk, player_id=ada.pk)
    assert listed.consented_at is not None
    for _again in range(2):
        members.refuse_request(actor=SYSTEM, club_id=club.pk, player_id=bo.pk)
    assert [row.player for row in club.memberships.all()] == [ada]
    lines = JournalLine.objects.filter(scope="club:den", action__startswith="member.")
    told = {(line.action, line.subject) for line in lines}
    assert told >= {
        ("member.accepted", f"player:{ada.public_id}"),
        ("member.refused", f"player:{bo.public_id}"),
    }
    assert lines.filter(action="member.refused").count() == 1


def test_nobody_claims_a_name_elsewhere_for_somebody_else():
    """An organiser could give Ada's nick to a player of his own."""
    organiser, staff = make_user(), make_user(staff=True)
    nick = [("playtak", "AdaL")]
    with pytest.raises(NotAllowed):
        people.create_player(actor=acting(organiser), name="Eve", handles=nick)
    mine = people.create_player(
        actor=acting(organiser), name="Me", user_id=organiser.pk, handles=[("playtak", "me")]
    )
    assert mine.handles.count() == 1
    ada = people.create_player(actor=acting(staff), name="Ada", handles=nick)
    with pytest.raises(HandleTaken):  # claimed once
        handles.add_handle(actor=acting(organiser), player_id=mine.pk, site="playtak", name="adal")
    assert ada.handles.count() == 1


def test_a_merge_said_again_names_the_same_player():
    one, kept = make_player("Ada"), make_player("Ada Lovelace")
    for _twice in range(2):
        merged = merging.merge(actor=SYSTEM, player=one.public_id, into=kept.public_id)
        assert (merged.pk, merged.merged_into_id) == (one.pk, kept.pk)
    assert JournalLine.objects.filter(action=MERGED).count() == 1


def journal_of(player, action):
    """The journal's lines of one kind about a player: before, after, text."""
    lines = JournalLine.objects.filter(subject=f"player:{player.public_id}", action=action)
    return [(line.before, line.after, line.text) for line in lines.order_by("seq")]


def test_a_year_of_birth_is_within_a_life_and_no_line_of_the_journal_has_it():
    ada, this_year = make_player(), timezone.now().year
    for refused in (this_year + 1, this_year - people.OLDEST - 1):
        with pytest.raises(InvalidInput):
            people.set_birth_year(actor=SYSTEM, player_id=ada.pk, birth_year=refused)
    for year in (this_year, this_year - people.OLDEST, None):
        for _again in range(2):
            people.set_birth_year(actor=SYSTEM, player_id=ada.pk, birth_year=year)
        ada.refresh_from_db()
        assert ada.birth_year == year
    assert journal_of(ada, "player.birth_year") == [(None, None, "")] * 3


def test_a_zone_and_a_sort_name_are_kept_once_and_deleted_by_nothing():
    ada = make_player()
    for zone, sort_name in (("Asia/Tokyo", " Tanaka   Aiko "), ("", "")):
        for _again in range(2):
            people.set_time_zone(actor=SYSTEM, player_id=ada.pk, time_zone=zone)
            people.set_sort_name(actor=SYSTEM, player_id=ada.pk, sort_name=sort_name)
    assert journal_of(ada, "player.time_zone") == [(None, None, "Asia/Tokyo"), (None, None, "")]
    assert journal_of(ada, "player.sort_name") == [(None, None, "Tanaka Aiko"), (None, None, "")]
    with pytest.raises(InvalidInput) as refused:
        people.set_time_zone(actor=SYSTEM, player_id=ada.pk, time_zone="Mars/Olympus")
    assert refused.value.details["field"] == "time_zone"
    with pytest.raises(InvalidInput) as refused:
        people.set_sort_name(actor=SYSTEM, player_id=ada.pk, sort_name="x" * (NAME + 1))
    assert refused.value.details["field"] == "sort_name"


def test_an_account_is_linked_once_and_let_go_once():
    ada, user = make_player(account=False), make_user()
    for _again in range(2):
        people.claim_player(actor=SYSTEM, player_id=ada.pk, user_id=user.pk)
    with pytest.raises(PlayerTaken):
        people.claim_player(actor=SYSTEM, player_id=ada.pk, user_id=make_user().pk)
    other = make_player(account=False)
    with pytest.raises(AccountTaken):
        people.claim_player(actor=SYSTEM, player_id=other.pk, user_id=user.pk)
    for _again in range(2):
        assert people.release_player(actor=SYSTEM, player_id=ada.pk).user_id is None
    assert journal_of(ada, "player.claimed") == [(None, {"user": user.pk}, "")]
    assert journal_of(ada, "player.released") == [({"user": user.pk}, None, "")]
    people.claim_player(actor=SYSTEM, player_id=other.pk, user_id=user.pk)


def test_who_was_merged_into_a_player_with_an_account_gets_no_other():
    ada, same = make_player("Ada", account=False), make_player("Ada L.")
    merging.merge(actor=SYSTEM, player=same.public_id, into=ada.public_id)
    with pytest.raises(PlayerTaken):
        people.claim_player(actor=SYSTEM, player_id=ada.pk, user_id=make_user().pk)


def test_names_and_handles_have_a_most():
    full = [("playtak", f"n{number}") for number in range(HANDLES)]
    made = people.create_player(
        actor=SYSTEM, name=f" {'x' * NAME} ", sort_name="a  b", handles=full
    )
    assert (len(made.name), made.sort_name, made.handles.count()) == (NAME, "a b", HANDLES)
    for given in (
        {"name": "x" * (NAME + 1)},
        {"name": "Bo", "sort_name": "x" * (NAME + 1)},
        {"name": "Bo", "handles": [("site", str(number)) for number in range(HANDLES + 1)]},
        {"name": "Bo", "handles": [("x" * (NAME + 1), "bo")]},
        {"name": "Bo", "handles": [("site", "x" * (NAME + 1))]},
        {"name": "Bo", "handles": [("site", " ")]},
    ):
        with pytest.raises(InvalidInput):
            people.create_player(actor=SYSTEM, **given)
    assert Player.objects.count() == 1
