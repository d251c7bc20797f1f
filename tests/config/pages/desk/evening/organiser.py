"""An organiser at the desk whose clicks and keys are counted, and what a whole evening may take.

Keys are counted in three kinds: of results (the table, how it ended, Enter), of steps (Enter on
the button in focus) and of texts (names, reasons). A list that is pasted is one key. A game is a
result; of a card table each place is one, so a table of four takes five keys. In a game for stakes
the pieces left are typed too: with two digits it takes four keys.
"""

from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.browsing import LAPTOP, browser_of, expect
from tests.builders import make_club, make_user

KEY_DELAY = 60  # milliseconds from key to key: somebody who types well
# The clicks of each part of the evening; their sum is at most MOST_CLICKS.
CLICKS = {
    "a Swiss of nine": 15,
    "a knockout": 7,
    "groups, then a knockout": 7,
    "a Taki night": 7,
    "stakes": 11,
    "a season": 10,
}
MOST_CLICKS = 60
KEYS_A_RESULT = 3  # on average over a part; steps and texts are printed beside it
NAMES = ("Ada", "Bo", "Cleo", "Dag", "Emil", "Fay", "Gus", "Hana", "Ivo")


@dataclass(slots=True)
class Organiser:
    page: Any
    clicks: int = 0
    result_keys: int = 0
    step_keys: int = 0
    text_keys: int = 0
    results: int = 0

    def click(self, role, name, *, nth=0, exact=False, within=None):
        self.clicks += 1
        (within or self.page).get_by_role(role, name=name, exact=exact).nth(nth).click()

    def open(self, summary):
        self.clicks += 1
        self.page.locator("summary", has_text=summary).click()

    def choose(self, label, value):
        """A click opens the list, another takes the line."""
        self.clicks += 2
        self.page.get_by_label(label, exact=True).select_option(value)

    def type(self, text):
        self.text_keys += len(text)
        self.page.keyboard.type(text, delay=KEY_DELAY)

    def paste(self, label, text):
        self.clicks += 1
        self.text_keys += 1
        self.page.get_by_label(label).fill(text)

    def enter(self, button):
        """Press the button that has the focus, and wait for the page that comes."""
        expect(self.page.get_by_role("button", name=button).first).to_be_focused()
        self.step_keys += 1
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def enter_results(self, slips, *, games=1):
        """games: of a slip."""
        self.results += games * len(slips)
        line = self.page.locator("#line")
        for slip in slips:
            expect(line).to_be_focused()
            self.result_keys += len(slip) + 1
            self.page.keyboard.type(f"{slip}\n", delay=KEY_DELAY)

    def go_on(self, button):
        """Enter on the empty line leads to the next step, Enter again takes it."""
        expect(self.page.locator("#line")).to_be_focused()
        self.step_keys += 1
        self.page.keyboard.press("Enter")
        self.enter(button)

    def play_round(self, number, slips, *, games=1, is_last=False):
        """From the draft to the draft of the next round, or to the closed last round."""
        self.enter(f"Publish round {number}")
        self.enter_results(slips, games=games)
        self.go_on(f"Close round {number}" + ("" if is_last else " and pair"))

    def plan(self, name, *, kind="", names=NAMES):
        """From any page to the look at the plan; it is published by Enter."""
        self.click("link", "Desk")
        self.click("link", "New event")
        expect(self.page.get_by_label("Name", exact=True)).to_be_focused()
        self.type(name)
        if kind:
            self.choose("Kind", kind)
        self.paste("Players", "\n".join(names))

    def start(self):
        self.click("button", "Look it over")
        self.enter("Publish the event")
        self.enter("Start")
        self.enter("Pair")

    def finish(self):
        self.click("button", "Finish")
        expect(self.page.get_by_role("link", name="Copy for next week")).to_be_visible()

    def check(self, part):
        """Print what the part took, and compare it with what it may take."""
        print(
            f"\n{part}: {self.clicks} clicks of {CLICKS[part]}; {self.results} results by "
            f"{self.result_keys} keys, steps by {self.step_keys}, texts by {self.text_keys}"
        )
        assert self.clicks <= CLICKS[part]
        assert self.result_keys <= KEYS_A_RESULT * self.results


@contextmanager
def evening(live_server, *, language="en", width=LAPTOP):
    boss = make_user("boss")
    make_club("club", owner=boss)
    with browser_of(boss, live_server, language, width=width) as page:
        page.goto("/")
        yield Organiser(page)
