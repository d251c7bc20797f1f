"""Webhooks and their deliveries. A secret is only in the answer that makes it."""

from typing import Any

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from config.models import Webhook
from config.webhooks import webhooks
from config.webhooks.choices import DeliveryState, Format, Off
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.api.lists import ListApiView, Page
from tournaments.api.view import ActionApiView, ApiView
from tournaments.outgoing.addresses import LONGEST_URL
from tournaments.serializers.base import IdField, Nothing, NumberField, Out, Strict

URL: dict[str, Any] = {
    "max_length": LONGEST_URL,
    "help_text": "Where to post: https, on the public internet, port 443 or one from 1024.",
}
LANGUAGES = [code for code, _name in settings.LANGUAGES]


class WebhookSettings(Strict):
    kinds = serializers.ListField(
        child=serializers.ChoiceField(webhooks.KINDS),
        max_length=len(webhooks.KINDS),
        required=False,
        help_text="The kinds of changes; an empty list: all.",
    )
    format = serializers.ChoiceField(
        Format.values,
        required=False,
        help_text="`standard`: a document for programs. `discord`, `slack`: a message in a chat.",
    )
    language = serializers.ChoiceField(
        LANGUAGES,
        required=False,
        help_text="Of messages in a chat; a new webhook has that of its request.",
    )


class WebhookChanges(WebhookSettings):
    url = serializers.CharField(required=False, **URL)
    active = serializers.BooleanField(
        required=False, help_text="false: off. true: on again, from what comes next."
    )


class WebhookIn(WebhookSettings):
    url = serializers.CharField(**URL)
    event = IdField(required=False, help_text="The slug of an event of which one is staff.")
    club = IdField(required=False, help_text="The slug of a club of which one is staff.")
    player = IdField(required=False, help_text="The id of one's own player.")

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if sum(kind in data for kind in webhooks.VERBS) != 1:
            problem = _("Give one of event, club and player.")
            raise serializers.ValidationError({"event": [problem]})
        return data


class WebhookQuery(Strict):
    event = IdField(required=False, help_text="Only those of this event.")
    club = IdField(required=False, help_text="Only those of this club.")
    player = IdField(required=False, help_text="Only those of this player.")


class WebhookOut(Out):
    """A webhook of an event, a club or a player: the other two are null."""

    id = serializers.IntegerField()
    event = serializers.CharField(source="event.slug", default=None, allow_null=True)
    club = serializers.CharField(source="club.slug", default=None, allow_null=True)
    player = serializers.CharField(source="player.public_id", default=None, allow_null=True)
    url = serializers.SerializerMethodField(
        help_text="Where it posts to; empty if it cannot be read since the secret key was changed."
    )
    kinds = serializers.ListField(
        child=serializers.CharField(), help_text="The kinds of changes; empty: all."
    )
    format = serializers.ChoiceField(Format.values, help_text="How it is told.")
    language = serializers.ChoiceField(LANGUAGES, help_text="Of messages in a chat.")
    active = serializers.SerializerMethodField(help_text="Whether it is on.")
    off = serializers.ChoiceField(["", *Off.values], help_text="Why it is off; empty: it is on.")
    off_at = serializers.DateTimeField(allow_null=True, help_text="Since when it is off.")
    failing_since = serializers.DateTimeField(
        allow_null=True, help_text="The first failure after the last success; null: none."
    )
    made_by = serializers.CharField(
        source="made_by.username", help_text="Whose account decides what it sees."
    )
    at = serializers.DateTimeField(help_text="When it was made.")

    def get_url(self, webhook: Webhook) -> str:
        return webhooks.url_of(webhook)

    def get_active(self, webhook: Webhook) -> bool:
        return not webhook.off


class NewWebhookOut(WebhookOut):
    secret = serializers.CharField(help_text="`whsec_…`; it is never shown again.")


class AttemptOut(Out):
    """One attempt to post a delivery."""

    at = serializers.DateTimeField(help_text="When the answer or the failure came.")
    milliseconds = serializers.IntegerField(help_text="What it took.")
    status = serializers.IntegerField(allow_null=True, help_text="The code of the answer.")
    answer = serializers.CharField(help_text="The beginning of the answer, 200 characters.")
    problem = serializers.CharField(help_text="Why there was no answer, as of the delivery.")


class DeliveryOut(Out):
    """A change that was or is to be posted. status, answer, problem: of the last attempt."""

    id = serializers.IntegerField()
    message = serializers.SerializerMethodField(
        help_text="The header `webhook-id`: the same in every attempt."
    )
    action = serializers.CharField(help_text="What happened, such as `round.published`.")
    event = serializers.CharField(source="lane", help_text="The slug of the event.")
    state = serializers.ChoiceField(
        DeliveryState.values,
        help_text="`dropped`: the webhook was off. `hidden`: its maker may not see the change.",
    )
    attempts = serializers.IntegerField(help_text="How often it was posted.")
    at = serializers.DateTimeField(help_text="When it was made of the change.")
    due_at = serializers.DateTimeField(help_text="When it is or was to be posted next.")
    tried_at = serializers.DateTimeField(allow_null=True, help_text="The last attempt.")
    milliseconds = serializers.IntegerField(allow_null=True, help_text="What it took.")
    status = serializers.IntegerField(allow_null=True, help_text="The code of the answer.")
    answer = serializers.CharField(help_text="The beginning of the answer, 1000 characters.")
    problem = serializers.CharField(
        help_text="Why there was no answer: `timed_out`, `not_resolved`, `own_network`, "
        "`no_connection`, `bad_certificate`, `no_answer`, `bad_url`, `not_written`."
    )

    tries = AttemptOut(
        many=True, help_text="Each attempt, the first one first; the last 20 are kept."
    )

    def get_message(self, delivery: Any) -> str:
        return f"msg_{delivery.message_id}"


class RedeliverIn(Strict):
    delivery = NumberField(
        source="delivery_id",
        required=False,
        min_value=1,
        help_text="The id of a delivery; left out: all that were not delivered.",
    )


class SentAgainOut(Out):
    sent = serializers.IntegerField(help_text="How many are sent again.")


class WebhookList(ListApiView):
    takes_key = False
    asks = WebhookQuery
    permission_classes = [IsAuthenticated]
    serializer_class = WebhookOut

    @extend_schema(responses=WebhookOut(many=True))
    def get(self, request: Request) -> Page:
        rows = webhooks.managed_webhooks(self.actor)
        if "event" in self.asked:
            rows = rows.filter(event__slug=self.asked["event"])
        if "club" in self.asked:
            rows = rows.filter(club__slug=self.asked["club"])
        if "player" in self.asked:
            rows = rows.filter(player__public_id=self.asked["player"])
        return self.page(rows, WebhookOut)

    @extend_schema(request=WebhookIn, responses={201: NewWebhookOut})
    def post(self, request: Request) -> Response:
        data = self.body(WebhookIn)
        kind = next(kind for kind in webhooks.VERBS if kind in data)
        chosen = webhooks.Settings(
            data["url"],
            tuple(data.get("kinds", ())),
            data.get("format", Format.STANDARD),
            data.get("language") or get_language() or settings.LANGUAGE_CODE,
        )
        made, secret = webhooks.add_webhook(
            actor=self.actor,
            kind=kind,
            target=_target(self.actor, kind, data[kind]),
            chosen=chosen,
            site=request.build_absolute_uri("/").rstrip("/"),
        )
        answer = self.created(
            {**WebhookOut(made).data, "secret": secret}, "webhook", webhook_id=made.pk
        )
        answer["Cache-Control"] = "no-store"
        return answer


class WebhookDetail(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(responses=WebhookOut)
    def get(self, request: Request, webhook_id: int) -> Response:
        return Response(WebhookOut(webhooks.get_webhook(self.actor, webhook_id)).data)

    @extend_schema(request=WebhookChanges, responses=WebhookOut)
    def patch(self, request: Request, webhook_id: int) -> Response:
        data = self.body(WebhookChanges)
        if "kinds" in data:
            data["kinds"] = tuple(data["kinds"])
        webhooks.change_webhook(actor=self.actor, webhook_id=webhook_id, **data)
        return Response(WebhookOut(webhooks.get_webhook(self.actor, webhook_id)).data)


class OfWebhook(ActionApiView):
    def key(self) -> dict[str, int]:
        return {name: int(value) for name, value in self.kwargs.items()}


class WebhookRemove(OfWebhook, does=webhooks.remove_webhook):
    pass


class WebhookPing(OfWebhook, does=webhooks.request_test, gives=DeliveryOut, status=202):
    pass


class SendAgainView(OfWebhook, gives=SentAgainOut, status=202):
    def shown(self, done: int) -> dict[str, int]:
        return {"sent": done}


class WebhookRedeliver(
    SendAgainView, does=webhooks.request_again, takes=RedeliverIn, gives=SentAgainOut, status=202
):
    pass


class DeliveryRedeliver(SendAgainView, does=webhooks.request_again, gives=SentAgainOut, status=202):
    pass


class WebhookRotate(ApiView):
    takes_key = False

    @extend_schema(request=Nothing, responses=NewWebhookOut)
    def post(self, request: Request, webhook_id: int) -> Response:
        self.body(Nothing)
        _changed, secret = webhooks.rotate_secret(actor=self.actor, webhook_id=webhook_id)
        shown = WebhookOut(webhooks.get_webhook(self.actor, webhook_id)).data
        return Response({**shown, "secret": secret}, headers={"Cache-Control": "no-store"})


class WebhookDeliveries(ListApiView):
    permission_classes = [IsAuthenticated]
    serializer_class = DeliveryOut

    @extend_schema(responses=DeliveryOut(many=True))
    def get(self, request: Request, webhook_id: int) -> Page:
        webhook = webhooks.get_webhook(self.actor, webhook_id)
        return self.page(webhooks.deliveries_of(webhook), DeliveryOut)


def _target(actor: Actor, kind: str, key: str) -> Any:
    """The event, club or player. :raises NotFound: the actor sees none."""
    if kind == "event":
        return selectors.get_event(key, actor)
    return selectors.get_club(key) if kind == "club" else selectors.get_player(key)
