"""What people do at a server and in a hall: `python -m tests.processes.hall_acts ACT,WORD,... ...`.

Each process works on the database of its environment, with the services that the desk calls; an
act is a function of this module with its words, `manage` a command of manage.py.
"""

import os
import sys

SLUG = "open"


def event():
    from tournaments.models import Event

    return Event.objects.get(slug=SLUG)


def manage(*words):
    """A refusal is printed, with its exit code."""
    from django.core.management import CommandError, call_command

    try:
        call_command(*words)
    except CommandError as refused:
        print(f"refused {refused.returncode}: {refused}")


def begin():
    """A Swiss of six whose first round is played, by rules that ratings count."""
    from ratings.services import approve_event, ensure_default_pools
    from tests.builders import acting, make_event, make_user, played_round

    ensure_default_pools([("tak", 5)])
    made = make_event(slug=SLUG, entries=6, games=1, stages=[{"system": "swiss", "options": {}}])
    approve_event(actor=acting(make_user("site", staff=True)), event_id=made.pk)
    played_round(made)


def pair():
    from tests.builders import published_round

    published_round(event())


def pair_otherwise():
    from tests.builders import published_round

    published_round(event(), seed=99)


def draft():
    from tests.builders import drafted_round

    drafted_round(event())


def close():
    from tournaments.actor import SYSTEM
    from tournaments.services.rounds import rounds

    rounds.close_round(actor=SYSTEM, event_id=event().pk, number=event().rounds.count())


def enter(table, result):
    """The desk types the result of a table of the last round."""
    from games.services.desk import enter_result
    from tests.builders import pairing_at
    from tournaments.actor import SYSTEM

    last = event().rounds.order_by("-number").first()
    pairing = pairing_at(last, int(table))
    claim = {"result": result, "reserves": {"first": {"stones": 3, "capstones": 0},
                                            "second": {"stones": 3, "capstones": 0}}}  # fmt: skip
    enter_result(
        actor=SYSTEM, pairing_id=pairing.pk, number=1, claim=claim, reason="read from the slip"
    )


def send(table):
    """A record of a table is sent, and confirmed by the other side."""
    from games.services import confirm_game, submit_game
    from tests.builders import pairing_at
    from tests.flows.records import FIRST_BY_ROAD
    from tournaments.actor import Actor

    pairing = pairing_at(event().rounds.order_by("-number").first(), int(table))
    one, other = (Actor("link", entry_id=seat.entry_id) for seat in pairing.seats.order_by("order"))
    sent = submit_game(actor=one, pairing_id=pairing.pk, number=1, record=FIRST_BY_ROAD)
    confirm_game(actor=other, game_id=sent.pk)


def casual():
    """Send the record of `send` as a casual game of every two players, in both orders."""
    from itertools import permutations

    from games.services import submit_casual
    from tests.flows.records import FIRST_BY_ROAD, ptn
    from tournaments.actor import SYSTEM

    people = event().entries.values_list("player", flat=True)
    for one, other in permutations(people, 2):
        submit_casual(actor=SYSTEM, record=ptn(FIRST_BY_ROAD), first_id=one, second_id=other)


def late(name):
    from ratings.services import enter_event
    from tests.builders import make_guest
    from tournaments.actor import SYSTEM

    player = make_guest(event(), name)
    enter_event(actor=SYSTEM, event_id=event().pk, player_id=player.pk)


def withdraw(number):
    from tests.builders import entry_of
    from tournaments.actor import SYSTEM
    from tournaments.services.entries.absences import withdraw_entry

    after = event().rounds.count() + 1
    withdraw_entry(actor=SYSTEM, entry_id=entry_of(event(), int(number)).pk, from_round=after)


def rename(name):
    from tournaments.actor import SYSTEM
    from tournaments.services.events.events import edit_event

    edit_event(actor=SYSTEM, event_id=event().pk, changes={"name": name})


def keep_apart(low, high):
    from tests.builders import entry_of
    from tournaments.actor import SYSTEM
    from tournaments.services.entries.apart import keep_apart as keep

    pair = [entry_of(event(), int(number)).pk for number in (low, high)]
    keep(actor=SYSTEM, event_id=event().pk, entries=pair)


def show():
    """What the event says now: rounds, results, entries, ratings; one line each."""
    from games.models import Game
    from ratings.models import RatedGame
    from tournaments.models import Entry, Result, Round

    found = event()
    print("name", found.name)
    for round_ in Round.objects.filter(event=found).order_by("number"):
        print("round", round_.number, round_.state, round_.proof_hash[:8])
    for entry in Entry.objects.filter(event=found).order_by("number").select_related("player"):
        open_absence = entry.absences.filter(to_round=None, cancelled_at=None).exists()
        print("entry", entry.number, entry.player.name, entry.player.public_id, open_absence)
    rows = Result.objects.filter(slot__pairing__round__event=found, current=True)
    for row in rows.order_by("slot__pairing__round__number", "slot__pairing__table"):
        print(
            "result", row.slot.pairing.round.number, row.slot.pairing.table, row.outcome,
            row.revision,
        )  # fmt: skip
    for game in Game.objects.filter(slot__pairing__round__event=found).order_by("public_id"):
        print("game", game.public_id, game.state, bool(game.record))
    print("casual", Game.objects.filter(slot=None, state="confirmed").count())
    rated = RatedGame.objects.filter(event=found, voided_at=None)
    print("rated", rated.count(), rated.values("source").distinct().count())


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    for act in sys.argv[1:]:
        name, *words = act.split(",")
        globals()[name](*words)
