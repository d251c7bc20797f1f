"""Which notices one wants to hear, and how mails come."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.forms import ChoiceField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from config.notices.choices import Kind, MailOff
from config.notices.own_settings import Chosen, change_settings, own_settings
from config.notices.push.devices import own_devices, public_key
from config.pages.account.signing_in import actor_of
from config.pages.forms import FlagField, Form, Text
from config.pages.secret_pages import private_page
from config.pages.site.language import zone_choices

PAGE, EMAIL, PUSH = "page", "email", "push"
CHANNELS: dict[str, Text] = {
    PAGE: gettext_lazy("Here"),
    EMAIL: gettext_lazy("Mail"),
    PUSH: gettext_lazy("Device"),
}
OF_MAILS = ("mail", "digest")
OF_WHAT_IS_SENT = ("quiet", "language", "time_zone")


def _zones() -> Iterator[tuple[str, Any]]:
    """The zones of the page that chooses one, after what is taken without a choice."""
    yield "", gettext_lazy("that of my player, else that of the event")
    yield from islice(zone_choices(), 1, None)


class SettingsForm(Form):
    """A flag for each kind and channel, named kind-channel. Without a mail server there is nothing
    of mails; has_devices: whether something is sent to devices.
    """

    mail = FlagField(gettext_lazy("Send me mails"))
    digest = FlagField(gettext_lazy("One mail a day, in the morning; urgent ones at once"))
    quiet = FlagField(gettext_lazy("Nothing from 22 to 7 but what is urgent"))
    language = ChoiceField(label=gettext_lazy("Their language"), choices=settings.LANGUAGES)
    time_zone = ChoiceField(label=gettext_lazy("Their time zone"), choices=_zones, required=False)

    def __init__(self, *args: Any, chosen: Chosen, has_devices: bool, **options: Any) -> None:
        initial = {
            "mail": chosen.mail_off != MailOff.UNSUBSCRIBED,
            "digest": chosen.digest,
            "quiet": chosen.quiet,
            "language": chosen.language or get_language(),
            "time_zone": chosen.time_zone,
        }
        super().__init__(*args, initial=initial, **options)
        self.of_mails = OF_MAILS if settings.MAIL else ()
        self.of_sent = OF_WHAT_IS_SENT if settings.MAIL or has_devices else ()
        is_there = {PAGE: True, EMAIL: settings.MAIL, PUSH: has_devices}
        self.channels = [code for code in CHANNELS if is_there[code]]
        for name in {*OF_MAILS, *OF_WHAT_IS_SENT} - {*self.of_mails, *self.of_sent}:
            del self.fields[name]
        for kind in Kind:
            for channel in self.channels:
                is_on = kind not in getattr(chosen, f"off_{channel}")
                self.fields[f"{kind.value}-{channel}"] = FlagField(kind.label, initial=is_on)

    def changes(self) -> dict[str, Any]:
        """As `change_settings` takes them."""
        off = {
            f"off_{channel}": [
                kind.value for kind in Kind if not self.cleaned_data[f"{kind.value}-{channel}"]
            ]
            for channel in self.channels
        }
        others = (*self.of_mails, *self.of_sent)
        return {**off, **{name: self.cleaned_data[name] for name in others}}

    def rows(self) -> list[tuple[Text, list[tuple[Any, Text]]]]:
        """Each kind with its boxes and the names of their channels."""
        return [
            (
                kind.label,
                [(self[f"{kind.value}-{code}"], CHANNELS[code]) for code in self.channels],
            )
            for kind in Kind
        ]


@login_required(login_url="pages:login")
@private_page
def own_settings_page(request: HttpRequest) -> HttpResponse:
    actor = actor_of(request)
    chosen, devices = own_settings(actor), list(own_devices(actor))
    form = SettingsForm(
        request.POST if request.method == "POST" else None, chosen=chosen, has_devices=bool(devices)
    )
    if form.is_valid():
        change_settings(actor=actor, **form.changes())
        messages.success(request, _("Saved."))
        return redirect("pages:own-notice-settings")
    account = get_user_model()._default_manager.get(pk=actor.user_id or 0)
    context = {
        "section": "notices",
        "form": form,
        "channels": [CHANNELS[code] for code in form.channels],
        "rows": form.rows(),
        "address": account.email,
        "devices": devices,
        "push_key": public_key(),
        "is_refused": chosen.mail_off == MailOff.REFUSED and not chosen.mails_to(account.email),
    }
    status = 422 if form.is_bound else 200
    return render(request, "pages/notices/settings.html", context, status=status)
