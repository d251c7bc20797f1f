"""Players without accounts, each with a personal link, and the buttons they press."""

from django.test import Client

from config.access.links import issue_links, revoke_links
from tests.builders import acting, make_event, make_user, pairing_at, published_round, slot_at
from tests.clients import url_of
from tournaments.models import Entry, Player


class Room:
    """A published round of an event whose players have no accounts, each with a link."""

    def __init__(self, **about):
        self.boss = make_user("boss")
        self.event = make_event(organiser=self.boss, slug="cup", games=1, **about)
        self.round = published_round(self.event)
        Player.objects.update(user=None)
        issued = issue_links(actor=acting(self.boss), event_id=self.event.pk)
        self.codes = dict(issued)

    def seats(self, table=1):
        """The codes of who moves first and of who moves second at a table."""
        slot = slot_at(self.round, table)
        seats = pairing_at(self.round, table).seats.order_by("order")
        ordered = sorted(seats, key=lambda seat: seat.order != slot.first_seat)
        return [self.codes[seat.entry_id] for seat in ordered]

    def name_of(self, code):
        (entry_id,) = [entry for entry, mine in self.codes.items() if mine == code]
        return Entry.objects.get(pk=entry_id).player.name

    def end(self, code):
        (entry_id,) = [entry for entry, mine in self.codes.items() if mine == code]
        revoke_links(actor=acting(self.boss), event_id=self.event.pk, entry_ids=[entry_id])


def look(code):
    return Client().get(url_of("personal", code))


def send(code, slot, **form):
    return Client().post(url_of("personal-submit", code, slot.pk), form)


def say(code, game, answer="confirm"):
    address = url_of("personal-answer", code, game.public_id)
    return Client().post(address, {"answer": answer, "text": "no"})
