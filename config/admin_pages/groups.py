"""The groups of the admin's tables, in the order of its front page: what people do first."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from config.pages.forms import Text

GROUPS: tuple[tuple[str, Text, tuple[str, ...]], ...] = (
    (
        "people",
        _("People"),
        (
            "tournaments.player",
            "tournaments.user",
            "tournaments.handle",
            "tournaments.distinctplayers",
        ),
    ),
    (
        "clubs",
        _("Clubs"),
        (
            "tournaments.club",
            "tournaments.membership",
            "tournaments.membershiprequest",
            "tournaments.clubrole",
            "tournaments.series",
        ),
    ),
    (
        "events",
        _("Events"),
        (
            "tournaments.event",
            "tournaments.entry",
            "tournaments.eventrole",
            "tournaments.round",
            "tournaments.pairing",
            "tournaments.absence",
            "tournaments.adjustment",
            "tournaments.forbiddenpair",
            "tournaments.keptapart",
            "tournaments.announcement",
            "tournaments.challenge",
            "tournaments.rungdrop",
            "tournaments.team",
            "tournaments.teammatch",
            "tournaments.category",
            "tournaments.categorymember",
            "tournaments.prizeplan",
            "tournaments.prize",
            "tournaments.eventfee",
            "tournaments.entryfee",
            "tournaments.publication",
            "games.halltake",
            "games.hallreturn",
            "games.takenarchive",
        ),
    ),
    (
        "games",
        _("Games"),
        (
            "tournaments.gameslot",
            "games.game",
            "tournaments.result",
            "games.dispute",
            "games.ruling",
            "games.scoresheet",
            "games.playtakevent",
            "games.playtakseek",
            "games.playtakmessage",
        ),
    ),
    (
        "ratings",
        _("Ratings"),
        ("ratings.pool", "ratings.playerrating", "ratings.ratedgame"),
    ),
    (
        "notices",
        _("Notices"),
        (
            "config.notice",
            "config.noticemail",
            "config.noticepush",
            "config.pushdevice",
            "config.noticesettings",
        ),
    ),
    (
        "access",
        _("Access"),
        (
            "config.invitation",
            "config.personallink",
            "config.apitoken",
            "config.application",
            "config.consent",
            "config.webhook",
            "config.delivery",
            "config.calendaraddress",
            "auth.group",
        ),
    ),
)
INNER = ("inner", _("Inner tables"))


def key_of(app_label: str, object_name: str) -> str:
    return f"{app_label}.{object_name.lower()}"


def grouped(apps: Iterable[Mapping[str, Any]], front_page: str) -> list[dict[str, Any]]:
    """The list of apps that Django makes, as groups; tables without a group are inner ones.

    front_page: the address of the page whose headings the titles link to.
    """
    models = {
        key_of(app["app_label"], model["object_name"]): model
        for app in apps
        for model in app["models"]
    }
    groups = [
        (code, title, [models.pop(key) for key in keys if key in models])
        for code, title, keys in GROUPS
    ]
    inner = sorted(models.values(), key=lambda model: str(model["name"]))
    return [
        {
            "app_label": code,
            "name": title,
            "app_url": f"{front_page}#group-{code}",
            "has_module_perms": True,
            "models": found,
        }
        for code, title, found in [*groups, (*INNER, inner)]
        if found
    ]
