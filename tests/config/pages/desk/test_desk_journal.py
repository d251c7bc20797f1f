"""The journal of an event as its staff read it."""

import re

from config.pages.desk.journal_words import SENTENCES, TOPICS
from tests.builders import acting, make_event
from tests.clients import signed_in, text_of, url_of
from tests.paths import ROOT
from tournaments.models import JournalLine
from tournaments.permissions import ROLES_BY_VERB
from tournaments.services import journal
from tournaments.services.events import events


def test_the_journal_says_who_did_what(boss):
    event = make_event(organiser=boss, slug="cup", state="registration")
    events.edit_event(actor=acting(boss), event_id=event.pk, changes={"name": "Cup 2"})
    page = text_of(signed_in(boss).get(url_of("manage-journal", "cup")))
    assert "all hashes match" in page
    assert "boss" in page
    assert "changed settings: Name" in page
    assert "Ada" in page
    only = text_of(signed_in(boss).get(url_of("manage-journal", "cup") + "?about=event"))
    assert "changed settings: Name" in only
    assert "Ada" not in only
    first = JournalLine.objects.filter(scope="event:cup").order_by("seq")[0]
    assert first.hash[:10] in page
    assert first.hash not in page


def test_a_line_that_was_changed_breaks_the_chain(boss):
    make_event(organiser=boss, slug="cup")
    JournalLine.objects.filter(scope="event:cup", seq=2).update(action="event.edited")
    assert "some hashes do not match" in text_of(
        signed_in(boss).get(url_of("manage-journal", "cup"))
    )


def test_free_text_in_the_journal_is_escaped(boss):
    make_event(organiser=boss, slug="cup")
    journal.write(acting(boss), "entry.withdrawn", scope="event:cup", subject="entry:1",
                  after={"from_round": 1, "to_round": None}, text="<script>")  # fmt: skip
    page = text_of(signed_in(boss).get(url_of("manage-journal", "cup")))
    assert "&lt;script&gt;" in page
    assert "<script>" not in page


def test_every_action_that_the_services_write_has_a_sentence():
    """The source is read: a code between quotes that ends in a word of the past."""
    sources = [
        *(ROOT / "tournaments/services").rglob("*.py"),
        *(
            path for path in (ROOT / "games").rglob("*.py")
            if not {"api", "archive"} & set(path.parts)
        ),
        *(ROOT / "config/access").rglob("*.py"), *(ROOT / "config").glob("*.py"),
        ROOT / "tournaments/selectors/rounds/late.py",
    ]  # fmt: skip
    # What looks like a code (messages of playtak too), and what the journals of clubs hold.
    others = {"event.json", "stakes.json", "prizes.json", "series.created", "series.edited"}
    others |= {"game.created", "game.ended", "role.shown", "role.hidden"}
    word = "|".join(TOPICS)
    found = set()
    for path in sources:
        found |= set(re.findall(rf'"((?:{word})\.[a-z_]+)"', path.read_text()))
    assert {code for code in found if code not in ROLES_BY_VERB} - others <= set(SENTENCES)
    assert len(found) > 40
    assert {code.partition(".")[0] for code in SENTENCES} == set(TOPICS)
