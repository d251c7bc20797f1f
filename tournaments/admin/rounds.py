"""Rounds, pairings, results, tables and the journal."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments import jobs, models, selectors
from tournaments.admin.actions import round_key, row_action
from tournaments.admin_base import ReadOnlyAdmin, ReadOnlyInline, ReasonForm
from tournaments.choices import RoundStatus
from tournaments.services.rounds import pairing_jobs, rounds

WITHDRAW_QUESTION = _("The rounds are deleted with their pairings. Withdraw them?")


class PairingInline(ReadOnlyInline):
    model = models.Pairing


@admin.register(models.Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ("event", "number", "state", "older_results", "legs", "opens_at", "closes_at")
    list_select_related = ("event", "stage")
    list_filter = ("state", "event")
    search_fields = ("event__slug", "event__name")
    inlines = (PairingInline,)
    action_form = ReasonForm
    actions = (
        "publish",
        "publish_stale",
        "close",
        "discard",
        "reopen",
        "unpublish",
        "withdraw",
        "pair_again",
    )

    publish = row_action(_("Publish"), rounds.publish_round, round_key)

    @admin.display(boolean=True, description=_("from older results"))
    def older_results(self, round_: models.Round) -> bool | None:
        return selectors.draft_is_stale(round_) if round_.state == RoundStatus.DRAFT else None

    publish_stale = row_action(
        _("Publish although results have changed since"),
        partial(rounds.publish_round, stale=True),
        round_key,
    )

    discard = row_action(
        _("Discard the draft"),
        rounds.discard_draft,
        round_key,
        confirm=_("The drafts and all edits of them are lost. Discard them?"),
    )

    close = row_action(_("Close"), rounds.close_round, round_key)

    reopen = row_action(
        _("Open again (with the reason)"), rounds.reopen_round, round_key, reason=True
    )

    unpublish = row_action(
        _("Make a draft again (with the reason)"), rounds.unpublish_round, round_key, reason=True
    )

    withdraw = row_action(
        _("Withdraw (with the reason)"),
        rounds.withdraw_round,
        round_key,
        reason=True,
        confirm=WITHDRAW_QUESTION,
    )

    pair_again = row_action(
        _("Withdraw and pair again (with the reason)"),
        lambda **about: jobs.pair_and_wait(pairing_jobs.request_re_pairing(**about)),
        round_key,
        reason=True,
        confirm=WITHDRAW_QUESTION,
    )


class SeatInline(ReadOnlyInline):
    model = models.Seat


class GameSlotInline(ReadOnlyInline):
    model = models.GameSlot
    fields = ("number", "kind", "first_seat", "state", "due_at")


class SeatForm(ReasonForm):
    seat = forms.IntegerField(required=False, label=_("Seat:"), min_value=1)


@admin.register(models.Pairing)
class PairingAdmin(ReadOnlyAdmin):
    action_form = SeatForm
    list_display = ("round", "leg", "table", "kind", "group", "bracket")
    list_select_related = ("round",)
    list_filter = ("kind", "round__event")
    search_fields = ("round__event__slug", "seats__entry__player__name")
    inlines = (SeatInline, GameSlotInline)


class ResultInline(ReadOnlyInline):
    model = models.Result
    fields = ("revision", "current", "kind", "outcome", "source", "reason", "at")


@admin.register(models.GameSlot)
class GameSlotAdmin(ReadOnlyAdmin):
    list_display = ("pairing", "number", "kind", "first_seat", "state", "due_at")
    list_select_related = ("pairing",)
    list_filter = ("state", "kind", "pairing__round__event")
    search_fields = ("pairing__round__event__slug", "pairing__seats__entry__player__name")
    inlines = (ResultInline,)


class SeatResultInline(ReadOnlyInline):
    model = models.SeatResult


@admin.register(models.Result)
class ResultAdmin(ReadOnlyAdmin):
    list_display = ("slot", "revision", "current", "kind", "outcome", "source", "at")
    list_select_related = ("slot",)
    list_filter = ("current", "kind", "slot__pairing__round__event")
    search_fields = ("source", "reason", "slot__pairing__round__event__slug")
    date_hierarchy = "at"
    inlines = (SeatResultInline,)


@admin.register(models.Publication)
class PublicationAdmin(ReadOnlyAdmin):
    list_display = ("scope", "kind", "after_round", "version", "event", "sha256")
    list_select_related = ("event",)
    list_filter = ("kind", "event")
    search_fields = ("scope", "sha256")


@admin.register(models.Standings)
class StandingsAdmin(ReadOnlyAdmin):
    list_display = ("event", "version", "computed_at")
    list_select_related = ("event",)
    search_fields = ("event__slug",)


@admin.register(models.PairingJob)
class PairingJobAdmin(ReadOnlyAdmin):
    list_display = ("stage", "state", "progress", "asked_at", "error")
    list_select_related = ("stage",)
    list_filter = ("state",)
    search_fields = ("stage__event__slug",)


@admin.register(models.JournalLine)
class JournalLineAdmin(ReadOnlyAdmin):
    list_display = ("scope", "seq", "at", "action", "subject", "who")
    list_filter = ("action",)
    search_fields = ("scope", "subject", "text")
    date_hierarchy = "at"
    ordering = ("-pk",)

    @admin.display(description=_("actor"))
    def who(self, line: models.JournalLine) -> str:
        actor: dict[str, Any] = line.actor
        return f"{actor.get('kind')} {actor.get('user') or actor.get('entry') or ''}".strip()
