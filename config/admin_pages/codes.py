"""The words of codes in the admin: mostly those that pages say."""

from collections.abc import Mapping
from typing import Any, cast

from django.apps import apps
from django.db.models import TextChoices
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from config.notices.choices import DeviceOff, Kind, MailOff, SendState
from config.oauth.applications import CONFIDENTIAL, PUBLIC
from config.pages.desk.journal_details import RESULT_KIND_LABELS
from config.pages.desk.people.fees import FEE_STATES
from config.pages.desk.setup import playtak, prizes
from config.pages.desk.setup.setting_fields import GENERAL
from config.pages.desk.staff import ROLE_WORDS
from config.pages.desk.steps.cutoff import DECIDED_BY
from config.pages.forms import Text
from config.pages.labels import GAME_NAMES, GAME_STATES, PRESENCE, RATING_SYSTEMS, SYSTEMS
from config.webhooks.choices import DeliveryState, Format, Off
from games.models import Answer, GameState, HallState, MessageState, SeekState
from games.stakes.dues import CARRY, ESCROW, PLAYER
from tournaments import limits, state
from tournaments.admin.codes import LABELS
from tournaments.choices import (
    AnnouncedTo,
    ChallengeState,
    EntryStatus,
    EventStatus,
    JobStatus,
    RoundStatus,
    SlotStatus,
    StageStatus,
)
from tournaments.selectors.people.apart import CLUB, FAMILY
from tournaments.services.entries.entry_rules import GIVEN
from tournaments.services.events.adjustments import BONUS, PENALTY

Labels = Mapping[Any, Text]  # by the code, perhaps a member of TextChoices

PAIRING_KINDS = {
    "match": _("match"),
    "bye_allocated": _("bye"),
    "bye_asked": _("bye asked for"),
}
ROUND_KINDS: Labels = {state.REGULAR: _("regular"), state.PLAYOFF: _("play-off")}
JOB_STATES: Labels = {
    JobStatus.WAITING: _("waiting"),
    JobStatus.RUNNING: _("running"),
    JobStatus.DONE: _("done"),
    JobStatus.FAILED: _("failed"),
    JobStatus.CANCELLED: _("cancelled"),
}
PUBLICATIONS: Labels = {
    "standings": _("after a round"),
    "final": _("at the end"),
    **{
        f"stage-{number}": format_lazy(_("after stage {number}"), number=number)
        for number in range(1, limits.STAGES + 1)
    },
}
ALL_GAME_STATES: Labels = GAME_STATES | {
    GameState.CONFIRMED: _("confirmed"),
    GameState.RULED: _("ruled"),
}
HALL_STATES: Labels = {
    HallState.OUT: _("is run in the hall"),
    HallState.RETURNED: _("has come back"),
    HallState.ENDED: _("has ended"),
}
SEND_STATES: Labels = {
    SendState.WAITING: _("waiting"),
    SendState.SENT: _("sent"),
    SendState.FAILED: _("failed"),
    SendState.DROPPED: _("not needed any more"),
}
DEVICES_OFF: Labels = {
    DeviceOff.GONE: _("its push service does not know it any more"),
    DeviceOff.REFUSED: _("its push service refuses messages"),
}
MAILS_OFF: Labels = {
    MailOff.UNSUBSCRIBED: _("mails were ended by the account"),
    MailOff.REFUSED: _("the mail server refused the address"),
}
EVENT_ROLES = {role: ROLE_WORDS[role] for role in ("arbiter", "organiser")}
CLUB_ROLES = {role: ROLE_WORDS[role] for role in ("owner", "organiser")}
_visibility: Any = GENERAL["visibility"]
VISIBILITY: Labels = dict(_visibility.choices)
CODES: dict[str, dict[str, Labels | type[TextChoices]]] = {
    "tournaments.Event": {"state": EventStatus, "game": GAME_NAMES, "visibility": VISIBILITY},
    "tournaments.EventRole": {"role": EVENT_ROLES},
    "tournaments.ClubRole": {"role": CLUB_ROLES},
    "tournaments.Stage": {"state": StageStatus, "system": SYSTEMS},
    "tournaments.StageEntry": {"decided_why": DECIDED_BY},
    "tournaments.Entry": {"state": EntryStatus, "rating_source": {GIVEN: _("given by staff")}},
    "tournaments.Absence": {"kind": {"asked": _("bye asked for"), **PRESENCE}},
    "tournaments.Adjustment": {"kind": {BONUS: _("bonus"), PENALTY: _("penalty")}},
    "tournaments.Announcement": {"to": AnnouncedTo},
    "tournaments.Challenge": {"state": ChallengeState},
    "tournaments.KeptApart": {"kind": {CLUB: _("club"), FAMILY: _("family")}},
    "tournaments.Round": {"state": RoundStatus, "kind": ROUND_KINDS},
    "tournaments.Pairing": {"kind": PAIRING_KINDS},
    "tournaments.GameSlot": {"state": SlotStatus, "kind": ROUND_KINDS},
    "tournaments.Result": {"kind": RESULT_KIND_LABELS},
    "tournaments.Publication": {"kind": PUBLICATIONS},
    "tournaments.PairingJob": {"state": JOB_STATES},
    "tournaments.Category": {"kind": prizes.KINDS},
    "tournaments.PrizePlan": {"ties": prizes.TIES},
    "tournaments.EntryFee": {"state": FEE_STATES},
    "games.HallTake": {"state": HALL_STATES},
    "games.PlaytakSeek": {"state": SeekState},
    "games.PlaytakMessage": {"kind": playtak.KINDS, "state": MessageState},
    "games.Game": {"game": GAME_NAMES, "state": ALL_GAME_STATES},
    "games.Confirmation": {"answer": {Answer.YES: _("yes"), Answer.NO: _("no")}},
    "games.Import": {"state": JOB_STATES},
    "games.WagerAccount": {
        "kind": {
            PLAYER: _("player"),
            ESCROW: _("stakes of running games"),
            CARRY: _("pots of draws"),
        }
    },
    "ratings.Pool": {"system": cast("Labels", RATING_SYSTEMS)},
    "ratings.RatedGame": {"game": GAME_NAMES},
    "config.Invitation": {"role": ROLE_WORDS},
    "config.Application": {
        "client_type": {CONFIDENTIAL: _("with a secret"), PUBLIC: _("without a secret")}
    },
    "config.Notice": {"kind": Kind},
    "config.NoticeMail": {"state": SEND_STATES},
    "config.NoticePush": {"state": SEND_STATES},
    "config.NoticeSettings": {"mail_off": MAILS_OFF},
    "config.PushDevice": {"off": DEVICES_OFF},
    "config.Webhook": {"format": Format, "off": Off},
    "config.Delivery": {"state": DeliveryState},
}


def label_codes() -> None:
    """Give the admin these words."""
    for model, columns in CODES.items():
        for name, labels in columns.items():
            words = labels if isinstance(labels, Mapping) else dict(labels.choices)
            LABELS[apps.get_model(model), name] = words
