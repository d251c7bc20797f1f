"""The kinds of notices, which people switch, and what each may say."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Kind(TextChoices):
    ROUND = "round_published", _("a round is published: table, opponent, who moves first")
    WAITS = "result_waits", _("a result waits for your answer")
    CONFIRMED = "result_confirmed", _("a result of yours counts")
    DISPUTED = "result_disputed", _("a game is disputed")
    RULED = "result_ruled", _("an arbiter decided a game of yours")
    TIME = "time", _("a time to play is proposed, agreed or set")
    DUE = "due_tomorrow", _("a game of yours is due within a day")
    OVERDUE = "overdue", _("a game is overdue")
    ENTRY = "entry", _("your entry: accepted, refused, a place from the waiting list")
    CLOSED = "round_closed", _("a round is over, with your place; an event is over")
    RATINGS = "rating_list", _("a rating list is published and your rating has changed")
    CHALLENGE = "challenge", _("a challenge on a ladder: made, answered, soon without an answer")
    ANNOUNCEMENT = "announcement", _("staff announce something")


class What(TextChoices):
    """What a notice says: the sentence, in `words.py`."""

    PAIRED = "paired"
    BYE = "bye"
    UNPAIRED = "unpaired"
    WAITS = "waits"
    CASUAL_WAITS = "casual_waits"
    COUNTS = "counts"
    CASUAL_COUNTS = "casual_counts"
    DISPUTED = "disputed"
    DISPUTED_STAFF = "disputed_staff"
    RULED = "ruled"
    TIME_PROPOSED = "time_proposed"
    TIME_AGREED = "time_agreed"
    TIME_DECLINED = "time_declined"
    TIME_SET = "time_set"
    DUE = "due"
    OVERDUE = "overdue"
    OVERDUE_STAFF = "overdue_staff"
    PROMOTED = "promoted"
    ACCEPTED = "accepted"
    LISTED = "listed"
    REFUSED = "refused"
    CLOSED = "closed"
    FINISHED = "finished"
    RATED = "rated"
    ANNOUNCED = "announced"
    CHALLENGED = "challenged"
    CHALLENGE_DUE = "challenge_due"
    CHALLENGE_ACCEPTED = "challenge_accepted"
    CHALLENGE_DECLINED = "challenge_declined"
    CHALLENGE_WITHDRAWN = "challenge_withdrawn"
    CHALLENGE_EXPIRED = "challenge_expired"


KIND_OF: dict[What, Kind] = {
    What.PAIRED: Kind.ROUND,
    What.BYE: Kind.ROUND,
    What.UNPAIRED: Kind.ROUND,
    What.WAITS: Kind.WAITS,
    What.CASUAL_WAITS: Kind.WAITS,
    What.COUNTS: Kind.CONFIRMED,
    What.CASUAL_COUNTS: Kind.CONFIRMED,
    What.DISPUTED: Kind.DISPUTED,
    What.DISPUTED_STAFF: Kind.DISPUTED,
    What.RULED: Kind.RULED,
    What.TIME_PROPOSED: Kind.TIME,
    What.TIME_AGREED: Kind.TIME,
    What.TIME_DECLINED: Kind.TIME,
    What.TIME_SET: Kind.TIME,
    What.DUE: Kind.DUE,
    What.OVERDUE: Kind.OVERDUE,
    What.OVERDUE_STAFF: Kind.OVERDUE,
    What.PROMOTED: Kind.ENTRY,
    What.ACCEPTED: Kind.ENTRY,
    What.LISTED: Kind.ENTRY,
    What.REFUSED: Kind.ENTRY,
    What.CLOSED: Kind.CLOSED,
    What.FINISHED: Kind.CLOSED,
    What.RATED: Kind.RATINGS,
    What.ANNOUNCED: Kind.ANNOUNCEMENT,
    What.CHALLENGED: Kind.CHALLENGE,
    What.CHALLENGE_DUE: Kind.CHALLENGE,
    What.CHALLENGE_ACCEPTED: Kind.CHALLENGE,
    What.CHALLENGE_DECLINED: Kind.CHALLENGE,
    What.CHALLENGE_WITHDRAWN: Kind.CHALLENGE,
    What.CHALLENGE_EXPIRED: Kind.CHALLENGE,
}

# What is mailed and sent to devices only for who asks for it.
ON_PAGE_ONLY = frozenset({Kind.CONFIRMED, Kind.CLOSED, Kind.RATINGS})


class MailOff(TextChoices):
    """Why an account gets no mails: it ended them, or the mail server refused its address."""

    UNSUBSCRIBED = "unsubscribed"
    REFUSED = "refused"


class DeviceOff(TextChoices):
    """Why a device gets nothing: its push service knows it no more, or refuses our messages."""

    GONE = "gone"
    REFUSED = "refused"


class SendState(TextChoices):
    """DROPPED: everything was read meanwhile, or the account does not want it any more."""

    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"
    DROPPED = "dropped"
