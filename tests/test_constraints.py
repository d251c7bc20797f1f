"""Every named constraint of every table, broken once: the database itself refuses nonsense."""

from collections.abc import Callable
from datetime import date
from typing import TypeVar

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from config.models import (
    Application,
    Consent,
    Delivery,
    IdempotencyKey,
    Invitation,
    Notice,
    NoticePush,
    PersonalLink,
    PushDevice,
    Webhook,
)
from games.models import (
    Confirmation,
    Dispute,
    Game,
    GamePlayer,
    HallTake,
    Import,
    ImportPart,
    PlaytakMessage,
    PlaytakSeek,
    ScoreSheet,
    WagerAccount,
    WagerTransfer,
)
from ratings.models import Checkpoint, PlayerRating, Pool, Posting, RatedGame, RatingChange
from tests.builders import decide, entry_of, make_club, make_event, make_user, published_round
from tests.builders import slot_at as first_slot
from tournaments import models as t
from tournaments.choices import JobStatus

pytestmark = pytest.mark.django_db
APPS = ("tournaments", "ratings", "games", "config")
NOBODY = {"kind": "system"}
NOW = timezone.now()
Make = Callable[["World"], models.Model]
Row = TypeVar("Row", bound=models.Model)


class World:
    """An event in its first round with one decided game, a club, a pool and a rated game."""

    def __init__(self) -> None:
        self.event = make_event(entries=4)
        self.round = published_round(self.event)
        self.slot = first_slot(self.round)
        self.pairing = self.slot.pairing
        decide(self.slot)
        self.result = t.Result.objects.get()
        self.stage = self.event.stages.get()
        self.one, self.two = entry_of(self.event, 1), entry_of(self.event, 2)
        self.user, self.club = make_user(), make_club()
        self.pool = Pool.objects.create(slug="p", system="elo")
        self.rated = rated("game:1")
        self.rated.save()
        self.posting = Posting.objects.create(
            rated_game=self.rated, order=1, player=self.one.player, score_x2=2
        )
        self.game = game(self, moves_hash="m")
        self.game.save()
        self.house = WagerAccount.objects.create(event=self.event, kind="house")
        self.purse = WagerAccount.objects.create(event=self.event, entry=self.one, kind="purse")


def rated(source: str, **about: object) -> RatedGame:
    columns = {"revision": 1, "order_key": source, "played_on": date(2026, 1, 1), "game": "tak"}
    return RatedGame(source=source, **{**columns, **about})


def game(w: World, **about: object) -> Game:
    return Game(game="tak", ruleset={}, actor=NOBODY, **{"slot": w.slot, **about})


def last_slot(w: World) -> t.GameSlot:
    found: t.GameSlot = t.GameSlot.objects.exclude(pk=w.slot.pk).latest("pk")
    return found


def application(w: World, **about: object) -> Application:
    columns = {
        "client_type": Application.CLIENT_CONFIDENTIAL,
        "client_secret": "digest",
        "hash_client_secret": False,
        "authorization_grant_type": Application.GRANT_AUTHORIZATION_CODE,
    }
    return Application(user=w.user, name="Bot", **{**columns, **about})


def registered(w: World) -> Application:
    made = application(w)
    made.save()
    return made


def device(w: World, **about: object) -> PushDevice:
    return PushDevice(user=w.user, endpoint="https://push.example/1", **about)


def pushed(w: World) -> NoticePush:
    of, notice = device(w), Notice(user=w.user, kind="time", what="bye", source="a")
    of.save()
    notice.save()
    return NoticePush(device=of, notice=notice, due_at=NOW)


def delivery(w: World) -> Delivery:
    of = webhook(w)
    of.save()
    return Delivery(webhook=of, action="round.paired", position=1)


def webhook(w: World, **about: object) -> Webhook:
    texts = {"host": "h", "sealed_url": "x", "sealed_secret": "x", "site": "x"}
    return Webhook(made_by=w.user, event=w.event, **{**texts, **about})


def result(w: World, **about: object) -> t.Result:
    columns = {"slot": w.slot, "revision": 2, "reason": "why", "kind": "played", "actor": NOBODY}
    return t.Result(**{**columns, **about})


def announcement(w: World, **about: object) -> t.Announcement:
    return t.Announcement(event=w.event, **{"text": "Lunch", **about})


def addressee(w: World) -> t.Addressee:
    made = announcement(w)
    made.save()
    return t.Addressee(announcement=made, entry=w.one)


def challenge(w: World, **about: object) -> t.Challenge:
    sides = {"challenger": w.two, "challenged": w.one}
    return t.Challenge(**{"stage": w.stage, **sides, "answer_by": NOW, **about})


def two_challenges(w: World, **about: object) -> t.Challenge:
    """One is stored; the other has another opponent."""
    challenge(w).save()
    return challenge(w, **about)


def adjustment(w: World, **about: object) -> t.Adjustment:
    columns = {"after_round": 1, "kind": "penalty", "points_x2": -1, "reason": "late"}
    return t.Adjustment(stage_entry=w.stage.stage_entries.get(entry=w.one), **{**columns, **about})


def category(w: World, **about: object) -> t.Category:
    return t.Category(event=w.event, **{"name": "x", "kind": "own", **about})


def team(w: World, **about: object) -> t.Team:
    return t.Team(event=w.event, **{"name": "Owls", "number": 1, **about})


def team_match(w: World, **about: object) -> t.TeamMatch:
    columns = {"number": 1, "first": saved(team(w)), "second": saved(team(w, number=2, name="x"))}
    return t.TeamMatch(round=w.round, **{**columns, **about})


def other_match(w: World, made: t.TeamMatch, **about: object) -> t.TeamMatch:
    """A second match of the round, of two other teams."""
    columns = {
        "number": 2,
        "first": saved(team(w, number=3, name="y")),
        "second": saved(team(w, number=4, name="z")),
    }
    return t.TeamMatch(round=made.round, **{**columns, **about})


def prize_plan(w: World, **about: object) -> t.PrizePlan:
    return t.PrizePlan(event=w.event, **{"currency": "EUR", **about})


def prize(w: World, **about: object) -> t.Prize:
    columns = {"plan": saved(prize_plan(w)), "place": 1, "amount": 1}
    return t.Prize(**{**columns, **about})


def saved(row: Row) -> Row:
    row.save()
    return row


def twice(row: models.Model) -> models.Model:
    """Save a row, and give the same row again, unsaved."""
    row.save()
    again = type(row)(**{f.attname: getattr(row, f.attname) for f in row._meta.concrete_fields})
    again.pk = None
    return again


def changed(row: models.Model, **values: object) -> models.Model:
    for name, value in values.items():
        setattr(row, name, value)
    return row


def line(**about: object) -> t.JournalLine:
    columns = {"scope": "s", "seq": 1, "hash": "h", "actor": NOBODY, "action": "a", "subject": "x"}
    return t.JournalLine(**{**columns, **about})


def seen_twice(first: models.Model, second: models.Model) -> models.Model:
    first.save()
    return second


BROKEN: dict[str, Make] = {
    "player_not_merged_into_itself": lambda w: changed(w.one.player, merged_into=w.one.player),
    "handle_belongs_to_one_player": lambda w: seen_twice(
        t.Handle(player=w.one.player, site="s", name_key="k"),
        t.Handle(player=w.two.player, site="s", name_key="k"),
    ),
    "distinct_players_ordered": lambda w: t.DistinctPlayers(
        player=w.two.player, other=w.one.player
    ),
    "distinct_players_once": lambda w: twice(
        t.DistinctPlayers(player=w.one.player, other=w.two.player)
    ),
    "club_role_once": lambda w: twice(t.ClubRole(club=w.club, user=w.user, role="owner")),
    "standings_not_ahead": lambda w: changed(w.event, standings_version=10**6),
    "category_name_once": lambda w: twice(category(w)),
    "category_kind_is_known": lambda w: category(w, kind="tall"),
    "category_by_data_has_a_limit": lambda w: category(w, kind="rating"),
    "category_has_a_name": lambda w: category(w, name=""),
    "category_member_once": lambda w: twice(
        t.CategoryMember(category=saved(category(w)), entry=w.one)
    ),
    "team_number_once": lambda w: seen_twice(team(w), team(w, name="Crows")),
    "team_name_once": lambda w: seen_twice(team(w), team(w, number=2)),
    "team_has_name_or_number": lambda w: team(w, name="", number=None),
    "team_order_once": lambda w: (
        lambda of: seen_twice(
            t.TeamMember(team=of, entry=w.one, order=1), t.TeamMember(team=of, entry=w.two, order=1)
        )
    )(saved(team(w))),
    "team_order_from_one": lambda w: t.TeamMember(team=saved(team(w)), entry=w.one, order=0),
    "team_match_number_once": lambda w: (lambda made: other_match(w, made, number=1))(
        saved(team_match(w))
    ),
    "team_first_once": lambda w: (lambda made: other_match(w, made, first=made.first))(
        saved(team_match(w))
    ),
    "team_second_once": lambda w: (lambda made: other_match(w, made, second=made.second))(
        saved(team_match(w))
    ),
    "team_meets_another": lambda w: (
        lambda of: t.TeamMatch(round=w.round, number=1, first=of, second=of)
    )(saved(team(w))),
    "match_decided_for_one_of_two": lambda w: team_match(w, decided_for=3, decided_why="so"),
    "match_decision_has_a_reason": lambda w: team_match(w, decided_for=1),
    "match_reason_has_a_decision": lambda w: team_match(w, decided_why="so"),
    "line_up_place_once": lambda w: twice(
        t.LineUpPlace(team=saved(team(w)), round_number=2, entry=w.one)
    ),
    "line_up_round_from_one": lambda w: t.LineUpPlace(
        team=saved(team(w)), round_number=0, entry=w.one
    ),
    "prize_ties_are_known": lambda w: prize_plan(w, ties="lot"),
    "prize_fund_is_positive": lambda w: prize_plan(w, fund=0),
    "prize_currency_is_a_code": lambda w: prize_plan(w, currency="eur"),
    "prize_place_once": lambda w: twice(prize(w, category=saved(category(w)))),
    "prize_overall_place_once": lambda w: twice(prize(w)),
    "prize_place_from_one": lambda w: prize(w, place=0),
    "prize_has_an_amount_or_a_share": lambda w: prize(w, amount=None),
    "fee_is_not_negative": lambda w: t.EventFee(event=w.event, amount=-1, currency="EUR"),
    "fee_currency_is_a_code": lambda w: t.EventFee(event=w.event, amount=1, currency="euro"[:3]),
    "entry_fee_state_is_known": lambda w: t.EntryFee(entry=w.one, state="open", amount=1),
    "entry_fee_is_not_negative": lambda w: t.EntryFee(entry=w.one, state="paid", amount=-1),
    "membership_once": lambda w: twice(t.Membership(club=w.club, player=w.one.player)),
    "membership_request_once": lambda w: twice(
        t.MembershipRequest(club=w.club, player=w.one.player)
    ),
    "event_role_once": lambda w: twice(t.EventRole(event=w.event, user=w.user, role="arbiter")),
    "entry_once_per_event": lambda w: t.Entry(event=w.event, player=w.one.player, state="in"),
    "entry_number_once": lambda w: changed(w.two, number=1),
    "absence_ends_after_start": lambda w: t.Absence(
        entry=w.one, from_round=3, to_round=2, kind="asked"
    ),
    "absence_one_open": lambda w: seen_twice(
        t.Absence(entry=w.one, from_round=1, kind="x"),
        t.Absence(entry=w.one, from_round=2, kind="x"),
    ),
    "forbidden_pair_ordered": lambda w: t.ForbiddenPair(event=w.event, low=w.two, high=w.one),
    "forbidden_pair_once": lambda w: twice(t.ForbiddenPair(event=w.event, low=w.one, high=w.two)),
    "kept_apart_once": lambda w: twice(t.KeptApart(event=w.event, kind="club", key="reeds")),
    "kept_apart_kind_is_known": lambda w: t.KeptApart(event=w.event, kind="town"),
    "stage_number_once": lambda w: t.Stage(event=w.event, number=1, system="round_robin"),
    "stage_entry_once": lambda w: t.StageEntry(stage=w.stage, entry=w.one, seed=99),
    "stage_seed_once": lambda w: changed(w.stage.stage_entries.get(entry=w.two), seed=1),
    "decided_rank_has_a_reason": lambda w: changed(
        w.stage.stage_entries.get(entry=w.two), decided_rank=1
    ),
    "announcement_has_a_text": lambda w: announcement(w, text=""),
    "announcement_is_to_a_known_group": lambda w: announcement(w, to="friends", round=None),
    "announcement_to_a_round_names_it": lambda w: announcement(w, to="round"),
    "addressee_once": lambda w: twice(addressee(w)),
    "one_open_challenge_made": lambda w: two_challenges(w, challenged=entry_of(w.event, 3)),
    "one_open_challenge_had": lambda w: two_challenges(w, challenger=entry_of(w.event, 3)),
    "nobody_challenges_themselves": lambda w: challenge(w, challenger=w.one),
    "challenge_is_open_or_answered": lambda w: challenge(w, answered_at=NOW),
    "challenge_state_is_known": lambda w: challenge(w, state="lost", answered_at=NOW),
    "rung_drop_once": lambda w: twice(t.RungDrop(stage=w.stage, entry=w.one, below=w.two, at=NOW)),
    "nobody_drops_below_themselves": lambda w: t.RungDrop(
        stage=w.stage, entry=w.one, below=w.one, at=NOW
    ),
    "adjustment_has_a_reason": lambda w: adjustment(w, reason=""),
    "penalties_take_and_bonuses_give": lambda w: adjustment(w, points_x2=2),
    "round_number_once": lambda w: t.Round(stage=w.stage, event=w.event, number=1),
    "round_one_draft_per_stage": lambda w: seen_twice(
        t.Round(stage=w.stage, event=w.event, number=8),
        t.Round(stage=w.stage, event=w.event, number=9),
    ),
    "published_round_has_proof": lambda w: changed(w.round, proof_hash=""),
    "pairing_table_once": lambda w: t.Pairing(round=w.round, table=1, kind="match"),
    "pairing_bracket_once": lambda w: seen_twice(
        t.Pairing(round=w.round, table=8, kind="match", bracket="GF"),
        t.Pairing(round=w.round, table=9, kind="match", bracket="GF"),
    ),
    "seat_order_once": lambda w: t.Seat(
        pairing=w.pairing, order=1, entry=w.one, round=w.round, leg=2
    ),
    "nobody_sits_twice": lambda w: t.Seat(
        pairing=w.pairing, order=3, entry=w.one, round=w.round, leg=1
    ),
    "only_one_of_two_goes_berserk": lambda w: t.Seat(
        pairing=w.pairing, order=3, entry=w.one, round=w.round, leg=2, berserk_at=NOW
    ),
    "slot_number_once": lambda w: t.GameSlot(pairing=w.pairing, number=1),
    "a_proposal_has_a_time": lambda w: changed(w.slot, proposed_by=1),
    "one_pairing_job_at_a_time": lambda w: seen_twice(
        t.PairingJob(stage=w.stage, state="running", ends_at=timezone.now()),
        t.PairingJob(stage=w.stage, state="waiting"),
    ),
    "one_failure_per_task": lambda w: seen_twice(
        t.FailedTask(
            name="x", subject="1", failures=1, first_failed_at=NOW, failed_at=NOW, retry_at=NOW
        ),
        t.FailedTask(
            name="x", subject="1", failures=1, first_failed_at=NOW, failed_at=NOW, retry_at=NOW
        ),
    ),
    "a_failed_task_failed": lambda w: t.FailedTask(
        name="x", first_failed_at=NOW, failed_at=NOW, retry_at=NOW
    ),
    "running_job_has_an_end": lambda w: t.PairingJob(stage=w.stage, state="running"),
    "progress_is_a_percentage": lambda w: t.PairingJob(stage=w.stage, progress=101),
    "result_revision_once": lambda w: result(w, revision=1, current=False),
    "one_counted_result_per_slot": lambda w: result(w),
    "a_correction_has_a_reason": lambda w: result(w, current=False, reason=""),
    "seat_result_once": lambda w: t.SeatResult(result=w.result, order=1, points_x2=0),
    "publication_once": lambda w: twice(
        t.Publication(scope="s", kind="final", version=1, document={}, sha256="x")
    ),
    "journal_seq_once": lambda w: seen_twice(line(), line(prev_hash="other")),
    "journal_never_forks": lambda w: seen_twice(line(), line(seq=2)),
    "posting_revision_once": lambda w: rated("game:1", order_key="other", voided_at=timezone.now()),
    "posting_one_live_per_source": lambda w: rated("game:1", revision=2, order_key="other"),
    "posting_order_is_total": lambda w: rated("game:2", order_key="game:1"),
    "posting_one_held_per_source": lambda w: seen_twice(
        rated("game:3", held=True, voided_at=NOW),
        rated("game:3", revision=2, order_key="other", held=True, voided_at=NOW),
    ),
    "a_held_posting_does_not_count": lambda w: rated("game:3", held=True),
    "posting_seat_once": lambda w: Posting(rated_game=w.rated, order=1, player=w.two.player),
    "posting_player_once": lambda w: Posting(rated_game=w.rated, order=2, player=w.one.player),
    "ratings_not_ahead": lambda w: changed(w.pool, ratings_version=1),
    "checkpoint_once": lambda w: twice(
        Checkpoint(pool=w.pool, epoch=1, order_key="k", prefix_hash="h", state={})
    ),
    "rating_change_once": lambda w: twice(
        RatingChange(pool=w.pool, epoch=1, posting=w.posting, before=1, after=2, deviation=3)
    ),
    "player_rating_once": lambda w: twice(
        PlayerRating(
            pool=w.pool,
            epoch=1,
            player=w.one.player,
            rating=1,
            deviation=2,
            games=3,
            last_on=date(2026, 1, 1),
        )
    ),
    "one_counted_game_per_slot": lambda w: seen_twice(
        game(w, state="confirmed"), game(w, state="ruled")
    ),
    "one_game_per_record_and_slot": lambda w: game(w, moves_hash="m"),
    "one_import_per_record": lambda w: seen_twice(
        game(w, slot=None, import_key="k"), game(w, slot=None, import_key="k")
    ),
    "game_seat_once": lambda w: twice(GamePlayer(game=w.game, order=1)),
    "game_player_once": lambda w: seen_twice(
        GamePlayer(game=w.game, order=1, player=w.one.player),
        GamePlayer(game=w.game, order=2, player=w.one.player),
    ),
    "one_answer_per_seat": lambda w: twice(
        Confirmation(game=w.game, order=1, answer="yes", actor=NOBODY)
    ),
    "one_open_dispute_per_slot": lambda w: twice(Dispute(slot=w.slot, actor=NOBODY, text="no")),
    "account_once": lambda w: WagerAccount(event=w.event, entry=w.one, kind="purse"),
    "house_account_once": lambda w: WagerAccount(event=w.event, kind="house"),
    "account_above_floor_unless_reversed": lambda w: changed(w.purse, balance=-1),
    "transfer_between_two": lambda w: WagerTransfer(
        payer=w.house, payee=w.house, amount=1, slot=w.slot, step="ante"
    ),
    "transfer_once": lambda w: twice(
        WagerTransfer(payer=w.house, payee=w.purse, amount=1, slot=w.slot, step="ante")
    ),
    "a_reversal_is_not_live": lambda w: WagerTransfer(
        payer=w.purse,
        payee=w.house,
        amount=1,
        slot=w.slot,
        step="ante",
        reverses=WagerTransfer.objects.create(
            payer=w.house, payee=w.purse, amount=1, slot=w.slot, step="ante", live=False
        ),
    ),
    "one_import_of_an_event_at_a_time": lambda w: twice(
        Import(actor={}, event=w.event, state=JobStatus.RUNNING)
    ),
    "one_part_of_each_number": lambda w: twice(
        ImportPart(source=Import.objects.create(actor={}, state=JobStatus.DONE), number=1, name="a")
    ),
    "idempotency_key_once": lambda w: twice(
        IdempotencyKey(actor_key="a", key="k", request_hash="h")
    ),
    "one_live_link_per_entry": lambda w: seen_twice(
        PersonalLink(entry=w.one, digest="a"), PersonalLink(entry=w.one, digest="b")
    ),
    "an_application_asks_first": lambda w: application(w, skip_authorization=True),
    "confidential_applications_have_a_secret": lambda w: application(w, client_secret=""),
    "one_live_consent_per_application": lambda w: twice(
        Consent(user=w.user, application=registered(w))
    ),
    "one_seek_of_a_game": lambda w: seen_twice(
        PlaytakSeek(slot=w.slot, number=7), PlaytakSeek(slot=last_slot(w), number=7)
    ),
    "playtak_message_once": lambda w: twice(PlaytakMessage(kind="game.ended", number=1, pnt_id=1)),
    "one_hall_at_a_time": lambda w: seen_twice(
        HallTake(event=w.event, sha256="a", salt="s", actor=NOBODY),
        HallTake(event=w.event, sha256="b", salt="s", actor=NOBODY),
    ),
    "hall_state_is_known": lambda w: HallTake(
        event=w.event, sha256="a", salt="s", actor=NOBODY, state="lost"
    ),
    "returned_hall_has_a_key": lambda w: HallTake(
        event=w.event, sha256="a", salt="s", actor=NOBODY, state="returned", marks={"a": "b"}
    ),
    "score_sheet_once": lambda w: twice(
        ScoreSheet(slot=w.slot, actor=NOBODY, image=b"x", sha256="h", width=1, height=1)
    ),
    "webhook_is_of_one_thing": lambda w: webhook(w, club=w.club),
    "change_once_for_each_webhook": lambda w: twice(delivery(w)),
    "told_once": lambda w: twice(Notice(user=w.user, kind="time", what="bye", source="a")),
    "device_of_one_account": lambda w: twice(device(w)),
    "device_is_off_since": lambda w: device(w, off="gone"),
    "pushed_once": lambda w: twice(pushed(w)),
    "club_map_is_https_or_coordinates": lambda w: changed(w.club, map="http://maps.example"),
    "invitation_is_to_one_thing": lambda w: Invitation(
        digest="a", event=w.event, club=w.club, expires_at=timezone.now()
    ),
}


def named() -> dict[str, models.BaseConstraint]:
    tables = [model for label in APPS for model in apps.get_app_config(label).get_models()]
    return {rule.name: rule for model in tables for rule in model._meta.constraints}


def test_every_constraint_is_broken_here():
    assert set(named()) == set(BROKEN)


make_world = World


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_the_database_refuses(name, made):
    row = BROKEN[name](made)
    with pytest.raises(ValidationError):
        named()[name].validate(type(row), row)
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()
