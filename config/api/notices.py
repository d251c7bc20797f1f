"""The notices of an account, and which of them it wants to hear."""

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from config.models import Notice
from config.notices import inbox, own_settings
from config.notices.choices import Kind, MailOff, What
from config.notices.push import devices
from tournaments.api.lists import ListApiView, Page
from tournaments.api.view import ActionApiView, ApiView
from tournaments.serializers.base import NumberField, Out, Strict

LONGEST_ZONE = 64


class NoticeQuery(Strict):
    unread = serializers.BooleanField(
        required=False, help_text="true: only those that are not read. false: only those that are."
    )
    kind = serializers.ChoiceField(Kind.values, required=False, help_text="Only of this kind.")


class NoticeOut(Out):
    """The notices of the account, in the language of the request."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(Kind.values, help_text="What one switches on and off.")
    what = serializers.ChoiceField(What.values, help_text="What happened, finer than the kind.")
    event = serializers.CharField(allow_null=True, help_text="The slug; null: outside events.")
    text = serializers.CharField(help_text="One or two sentences, without the name of the event.")
    path = serializers.CharField(help_text="The path of the page that says more.")
    at = serializers.DateTimeField(help_text="When it happened.")
    read_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was marked as read; null: it was not."
    )


class ReadIn(Strict):
    notices = serializers.ListField(
        child=NumberField(min_value=1),
        max_length=inbox.MOST_MARKED,
        required=False,
        source="ids",
        help_text="The ids of notices; left out: all.",
    )


class ReadOut(Out):
    marked = serializers.IntegerField(help_text="How many were not read before.")


class NoticeSettingsIn(Strict):
    off_page = serializers.ListField(
        child=serializers.ChoiceField(Kind.values),
        max_length=len(Kind),
        required=False,
        help_text="The kinds that are not listed.",
    )
    off_email = serializers.ListField(
        child=serializers.ChoiceField(Kind.values),
        max_length=len(Kind),
        required=False,
        help_text="The kinds that are not mailed.",
    )
    off_push = serializers.ListField(
        child=serializers.ChoiceField(Kind.values),
        max_length=len(Kind),
        required=False,
        help_text="The kinds that are not sent to my devices.",
    )
    mail = serializers.BooleanField(required=False, help_text="Whether mails are sent at all.")
    digest = serializers.BooleanField(
        required=False, help_text="One mail a day, at 8 in my time zone; urgent ones at once."
    )
    quiet = serializers.BooleanField(
        required=False, help_text="Nothing is sent from 22 to 7 in my time zone but what is urgent."
    )
    language = serializers.ChoiceField(
        own_settings.LANGUAGES, required=False, help_text="Of mails and devices."
    )
    time_zone = serializers.CharField(
        max_length=LONGEST_ZONE,
        required=False,
        allow_blank=True,
        help_text="Of mails and devices; empty: that of my player, else of the event.",
    )


class NoticeSettingsOut(Out):
    """The kinds of notices that the account switched off."""

    off_page = serializers.ListField(
        child=serializers.ChoiceField(Kind.values), help_text="The kinds that are not listed."
    )
    off_email = serializers.ListField(
        child=serializers.ChoiceField(Kind.values), help_text="The kinds that are not mailed."
    )
    off_push = serializers.ListField(
        child=serializers.ChoiceField(Kind.values),
        help_text="The kinds that are not sent to my devices.",
    )
    push_key = serializers.CharField(
        help_text="What a browser asks its push service with (`applicationServerKey`), base64url."
    )
    mail = serializers.BooleanField(help_text="Whether mails are sent at all.")
    mail_off = serializers.ChoiceField(
        ["", *MailOff.values],
        help_text="Why no mails are sent; `refused`: the mail server refused the address.",
    )
    digest = serializers.BooleanField(help_text="One mail a day.")
    quiet = serializers.BooleanField(help_text="Nothing is sent by night.")
    language = serializers.CharField(
        help_text="Of mails and devices: that of the first login until another is chosen; "
        "empty: that of the site."
    )
    time_zone = serializers.CharField(
        help_text="Of mails and devices; empty: that of my player, else of the event."
    )


class OwnNotices(ListApiView):
    asks = NoticeQuery
    permission_classes = [IsAuthenticated]
    serializer_class = NoticeOut

    @extend_schema(responses=NoticeOut(many=True))
    def get(self, request: Request) -> Page:
        rows = inbox.own_notices(self.actor)
        if "unread" in self.asked:
            rows = rows.filter(read_at__isnull=self.asked["unread"])
        if "kind" in self.asked:
            rows = rows.filter(kind=self.asked["kind"])
        zone = inbox.zone_of(self.actor)
        return self.page(rows, lambda found: _listed(found, zone))


class OwnNoticesRead(ActionApiView, does=inbox.mark_read, takes=ReadIn, gives=ReadOut):
    permission_classes = [IsAuthenticated]

    def key(self) -> dict[str, int]:
        return {}

    def shown(self, done: int) -> dict[str, int]:
        return {"marked": done}


class OwnNoticeSettings(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(responses=NoticeSettingsOut)
    def get(self, request: Request) -> Response:
        return Response(_shown(own_settings.own_settings(self.actor)))

    @extend_schema(request=NoticeSettingsIn, responses=NoticeSettingsOut)
    def patch(self, request: Request) -> Response:
        data = self.body(NoticeSettingsIn)
        return Response(_shown(own_settings.change_settings(actor=self.actor, **data)))


def _listed(rows: list[Notice], zone: str) -> object:
    return NoticeOut(inbox.shown(rows, zone=zone), many=True).data


def _shown(chosen: own_settings.Chosen) -> object:
    shown = {
        **asdict(chosen),
        "off_page": sorted(chosen.off_page),
        "off_email": sorted(chosen.off_email),
        "off_push": sorted(chosen.off_push),
        "push_key": devices.public_key(),
        "mail": not chosen.mail_off,
    }
    return NoticeSettingsOut(shown).data
