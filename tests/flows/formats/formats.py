"""An event of each pairing system, as the tests of this folder and of archives play it."""

from tests.builders import decide
from tournaments.choices import FINISHED_SLOTS
from tournaments.models import GameSlot

# system -> (entries, options, most rounds it may take)
LIVES = {
    "swiss": (9, {"rounds": 4}, 4),
    "round_robin": (5, {"cycles": 2, "swap_last_rounds": True}, 10),
    "knockout": (6, {"third_place": True}, 3),
    "double_elimination": (6, {}, 9),
    "mcmahon": (8, {"rounds": 3, "bar": 2000, "floor": 1990, "grade": 5}, 3),
    "monrad": (7, {"rounds": 4}, 4),
    "ladder": (6, {"rounds": 4, "moves": "insert"}, 4),
    "arena": (7, {"rounds": 6}, 6),
    "keizer": (7, {"rounds": 5, "meet_again_after": 2}, 5),
    "team_round_robin": (11, {"boards": 3}, 3),
    "team_swiss": (17, {"boards": 3}, 3),
    "scheveningen": (7, {}, 4),
    "team_knockout": (14, {"boards": 3, "third_place": True}, 3),
}
RESULTS = ("R-0", "0-R", "F-0", "0-F", "1/2-1/2")


def decide_by_chance(round_, chance):
    """Games are decided one by one until none is needed: play-offs appear as series are tied."""
    while slots := list(
        GameSlot.objects.filter(pairing__round=round_)
        .exclude(state__in=FINISHED_SLOTS)
        .order_by("pk")[:1]
    ):
        decide(slots[0], chance.choice(RESULTS))
