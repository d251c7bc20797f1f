"""Mail the signed head of a journal to the staff of its event, who keep it elsewhere."""

from celery import shared_task
from django.conf import settings
from django.core.mail import send_mail
from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.chain.witness import Witness
from tournaments.enqueue import enqueue
from tournaments.models import Event, User


def request_mail(witness: Witness) -> None:
    """Let a worker mail a head after commit, where mail is set up."""
    if settings.MAIL:
        enqueue(mail_witness, str(witness), witness.scope, translation.get_language() or "")


@shared_task(name="tournaments.jobs.mail_witness")
def mail_witness(witness: str, scope: str, language: str) -> None:
    event = Event.objects.filter(slug=scope.removeprefix("event:")).first()
    if event is None:
        return
    with translation.override(language):
        subject = _("Journal of %(event)s: keep this mail") % {"event": event.name}
        why = _(
            "The line below is the signed end of the journal of %(event)s as it was now. Keep it: "
            "whoever runs the service can check with it that nothing was taken out of the journal "
            "or changed afterwards."
        ) % {"event": event.name}
    for address in _staff_addresses(event):
        send_mail(" ".join(subject.split()), f"{why}\n\n{witness}\n", None, [address])


def _staff_addresses(event: Event) -> list[str]:
    """Of the event's own arbiters and organisers. Each gets a mail of their own."""
    staff = User.objects.filter(Q(event_roles__event=event), is_active=True).exclude(email="")
    return list(staff.order_by("email").values_list("email", flat=True).distinct())
