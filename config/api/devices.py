"""The devices of an account that notices are sent to by web push."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from config.notices.choices import DeviceOff
from config.notices.push import devices
from tournaments.api.lists import ListApiView, Page
from tournaments.api.view import ActionApiView
from tournaments.outgoing.addresses import LONGEST_URL
from tournaments.serializers.base import NAME, Out, Strict

LONGEST_KEY = 200


class DeviceIn(Strict):
    """As a browser's `PushSubscription` says it."""

    endpoint = serializers.CharField(
        max_length=LONGEST_URL, help_text="Where its push service takes messages."
    )
    p256dh = serializers.CharField(max_length=LONGEST_KEY, help_text="Its public key, base64url.")
    auth = serializers.CharField(max_length=LONGEST_KEY, help_text="Its secret, base64url.")
    name = serializers.CharField(
        max_length=NAME, required=False, allow_blank=True, help_text="By which one knows it again."
    )


class DeviceOut(Out):
    id = serializers.IntegerField()
    name = serializers.CharField()
    at = serializers.DateTimeField(help_text="When it was added.")
    sent_at = serializers.DateTimeField(
        allow_null=True, help_text="When its push service last took a message; null: never."
    )
    off = serializers.ChoiceField(
        ["", *DeviceOff.values],
        help_text="Why nothing is sent; empty: it is on. `gone`: its push service knows it no "
        "more; `refused`: it does not take our messages.",
    )
    off_at = serializers.DateTimeField(allow_null=True, help_text="Since when nothing is sent.")


class OwnDevices(ListApiView):
    takes_key = False  # the body holds a secret; repeating it changes nothing
    permission_classes = [IsAuthenticated]
    serializer_class = DeviceOut

    @extend_schema(responses=DeviceOut(many=True))
    def get(self, request: Request) -> Page:
        return self.page_by_place(devices.own_devices(self.actor), DeviceOut)

    @extend_schema(request=DeviceIn, responses={201: DeviceOut})
    def post(self, request: Request) -> Response:
        made = devices.add_device(actor=self.actor, **self.body(DeviceIn))
        return Response(DeviceOut(made).data, status=201)


class OwnDeviceRemove(ActionApiView, does=devices.remove_device):
    permission_classes = [IsAuthenticated]

    def key(self) -> dict[str, int]:
        return {"device_id": self.kwargs["device_id"]}
