"""Tokens, applications, personal links, invitations, idempotency keys."""

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import CASCADE, PROTECT, SET_NULL, Q
from django.utils import timezone
from oauth2_provider.models import AbstractApplication

from tournaments.columns import code, exactly_one, public_id


class ApiToken(models.Model):
    """An `rh_…` token; only its digest is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, CASCADE, related_name="api_tokens")
    name = code()
    prefix = code()
    digest = code(unique=True)
    scopes = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(null=True, blank=True)  # null: before it was noted
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "API token"

    def __str__(self) -> str:
        return f"{self.prefix}… {self.name}"

    @property
    def has_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()


class Application(AbstractApplication):  # type: ignore[misc]
    """A program that people may allow to act for them; `user` registered it.

    client_secret: the digest of the secret; empty if the program cannot keep one.
    """

    objects: ClassVar[models.Manager["Application"]] = models.Manager()
    client_id = public_id()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, CASCADE, related_name="+")
    club = models.ForeignKey("tournaments.Club", SET_NULL, null=True, blank=True, related_name="+")
    switched_off_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    authorization_grant_type=AbstractApplication.GRANT_AUTHORIZATION_CODE,
                    skip_authorization=False,
                ),
                name="an_application_asks_first",
            ),
            models.CheckConstraint(
                condition=Q(hash_client_secret=False)
                & (
                    (Q(client_type=AbstractApplication.CLIENT_PUBLIC) & Q(client_secret=""))
                    | (
                        Q(client_type=AbstractApplication.CLIENT_CONFIDENTIAL)
                        & ~Q(client_secret="")
                    )
                ),
                name="confidential_applications_have_a_secret",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.client_id})"

    def get_allowed_schemes(self) -> list[str]:
        """http as well: addresses of the own machine have it, see `read_redirect_uris`."""
        return ["https", "http"]

    def is_usable(self, request: object) -> bool:
        """Asked by the library before it issues or accepts anything."""
        return self.switched_off_at is None and self.removed_at is None


class Consent(models.Model):
    """What an account allowed an application to do. The tokens are in the library's tables."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, CASCADE, related_name="consents")
    application = models.ForeignKey(Application, CASCADE, related_name="consents")
    scopes = models.JSONField(default=list)
    given_at = models.DateTimeField(default=timezone.now)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "application"],
                condition=Q(revoked_at__isnull=True),
                name="one_live_consent_per_application",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.application}"


class UsedCode(models.Model):
    """The digest of an authorization code that was exchanged, and the family of its tokens."""

    digest = code(unique=True)
    application = models.ForeignKey(Application, CASCADE, related_name="used_codes")
    token_family = models.UUIDField()
    forgotten_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.application}: {self.digest[:8]}…"


class CalendarAddress(models.Model):
    """The secret address of an account's calendar; only its digest is stored."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, CASCADE, related_name="calendar_address")
    digest = code(unique=True)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.user}"


class PersonalLink(models.Model):
    """A link to the page of a player without an account.

    serial: random; the code is derived from it and SECRET_KEY. Empty for links of older versions,
    whose code is not known.
    """

    entry = models.ForeignKey("tournaments.Entry", CASCADE, related_name="personal_links")
    digest = code(unique=True)
    serial = code(blank=True)
    issued_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(revoked_at__isnull=True),
                name="one_live_link_per_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}"


class Invitation(models.Model):
    """A link to become staff of an event or a club, or to claim a player."""

    digest = code(unique=True)
    event = models.ForeignKey(
        "tournaments.Event", CASCADE, null=True, blank=True, related_name="invitations"
    )
    club = models.ForeignKey(
        "tournaments.Club", CASCADE, null=True, blank=True, related_name="invitations"
    )
    player = models.ForeignKey(
        "tournaments.Player", PROTECT, null=True, blank=True, related_name="invitations"
    )
    role = code(blank=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, SET_NULL, null=True, blank=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)
    issued_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=exactly_one("event", "club", "player"), name="invitation_is_to_one_thing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role}: {self.event or self.club or self.player}"


class IdempotencyKey(models.Model):
    """The stored response of a POST, for its repetition."""

    STORED_FOR = timedelta(days=1)

    actor_key = code()
    key = code()
    request_hash = code()
    status = models.IntegerField(null=True, blank=True)
    response = models.JSONField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["actor_key", "key"], name="idempotency_key_once"),
        ]

    def __str__(self) -> str:
        return f"{self.actor_key}: {self.key}"
