"""A week of a club whose organiser writes to nobody: the service tells everybody, in each language.

An event is announced, players enter, a round is published and heard of, two games arrive from
playtak, one is late, the table goes to the chat, calendars hold it all, prizes are printed.
"""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation
from ical.calendar_stream import IcsCalendarStream

from config.models import Notice
from config.notices.choices import What
from games.models import PlaytakSeek, SeekState
from tests.clients import signed_in, text_of, url_of
from tests.config.notices.conftest import said as said_on_page
from tests.flows.club.week import (
    LANGUAGES,
    NAME,
    PLAYERS,
    RIGHT_TO_LEFT,
    SLUG,
    latin_words,
)
from tests.games.playtak.conftest import CONTROL
from tournaments.choices import SlotStatus
from tournaments.models import GameSlot

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
DAYS = 5  # that a round is open
NEW_EVENT = {
    "slug": SLUG, "name": NAME, "ruleset": {"size": 5}, "match": {"games": 1},
    "time_control": CONTROL,
    "stages": [{"system": "monrad", "options": {"rounds": 1, "days": DAYS}}],
}  # fmt: skip


def test_a_week_of_a_club(week, post):
    # Lines of the journal have the time of the machine, and what is old is not mailed: so the
    # clock of this week goes until now.
    monday = timezone.now() - timedelta(days=DAYS)
    week.move_to(monday)
    an_event_is_made_and_announced(week, monday)
    players_enter(week)
    a_round_is_published(week)
    late = two_games_arrive(week, post, monday + timedelta(days=1))
    the_third_is_late(week, late, monday + timedelta(days=DAYS))
    calendars_hold_the_round(week, monday + timedelta(days=DAYS))
    winners = an_arbiter_rules_and_the_round_is_closed(week, late)
    the_picture_of_the_standings_is_drawn(week)
    prizes_are_printed(week, winners)


# --- what is read ---------------------------------------------------------------------------------


def assert_said(texts, language, *parts):
    """One of these texts has all the parts; none has an English word in another language."""
    plain = [text.translate({0x2068: None, 0x2069: None}) for text in texts]
    assert any(all(part in text for part in parts) for text in plain), (language, parts, plain)
    for text in plain:
        assert text
        assert language == "en" or not latin_words(text), (language, text)


def assert_told(week, news, what, names, *, about):
    """These people were told a thing by mail, on their phones and on their pages, in their
    languages. about: by name, what each message must have, such as the opponent.
    """
    mails, phones, _chats = news
    for name in names:
        member, language = week.members[name], PLAYERS[name]
        direction = "rtl" if language == RIGHT_TO_LEFT else "ltr"
        assert Notice.objects.filter(user=member.user, what=what).count() == 1
        sent = mails[member.address]
        bodies = [each.get_body(("plain",)).get_content() for each in sent]
        assert_said([each["Subject"] for each in sent], language, NAME)
        assert_said(bodies, language, about[name])
        html = sent[0].get_body(("html",)).get_content()
        assert f'lang="{language}" dir="{direction}"' in html
        assert {(each["lang"], each["dir"]) for each in phones[name]} == {(language, direction)}
        assert_said([each["body"] for each in phones[name]], language, about[name])
        assert_differs_from_english(member, about[name])


def assert_differs_from_english(member, part):
    """The last notice on the page of somebody, beside its English text."""
    with translation.override(member.language):
        own = said_on_page(member.user)[0]
    with translation.override("en"):
        english = said_on_page(member.user)[0]
    assert part in own
    assert part in english
    assert (own == english) == (member.language == "en")


def assert_chats_heard(news, *parts):
    _mails, _phones, chats = news
    for language in LANGUAGES:
        assert_said(chats[language], language, NAME, *parts)
    assert len({*map(tuple, chats.values())}) == len(LANGUAGES)


# --- the steps ------------------------------------------------------------------------------------


def an_event_is_made_and_announced(week, monday):
    made = {**NEW_EVENT, "club": week.club.slug, "starts_on": monday.date().isoformat()}
    week.ask("/events/", made)
    for language in LANGUAGES:
        hook = {"url": f"https://hooks.example/{language}", "event": SLUG, "format": "discord"}
        week.ask("/webhooks/", {**hook, "language": language})
    assert week.ask("playtak/", {"is_on": True})["is_on"]
    prizes = [{"place": 1, "amount": 6000}, {"place": 2, "amount": 3000}]
    week.ask("prizes/", {"currency": "EUR", "prizes": prizes})
    week.ask("registration/", {})
    week.ask("announcements/", {"text": "♜♞"})
    week.work()
    assert_chats_heard(week.news(), "♜♞")


def players_enter(week):
    for name, member in week.members.items():
        handles = [{"site": "playtak", "name": member.at_playtak}]
        week.ask("/players/", {"name": name, "mine": True, "handles": handles}, by=member)
        chosen = {"language": member.language, "off_email": [], "off_push": [], "quiet": False}
        answer = member.api.patch("/api/v1/me/notices/settings/", chosen, format="json")
        assert answer.status_code == 200, answer.content
        week.ask("/me/notices/devices/", member.phone.said, by=member)
        week.ask("entries/", {}, by=member)
    week.work()
    news = week.news()
    for name in PLAYERS:
        assert_chats_heard(news, name)


def a_round_is_published(week):
    week.ask("start/", {})
    week.ask("rounds/", {})
    week.ask("rounds/1/publish/", {})
    week.work()
    news = week.news()
    tables = list(week.pairings().values())
    opponents = {one: other for pair in tables for one, other in (pair, pair[::-1])}
    assert set(opponents) == set(PLAYERS)
    assert_told(week, news, What.PAIRED, PLAYERS, about=opponents)
    assert_chats_heard(news, *(name for pair in tables for name in pair))


def two_games_arrive(week, post, day):
    """Returns the pairing that did not play, and its names."""
    *played, late = week.pairings().items()
    playing = [name for _pairing, names in played for name in names]
    week.standin.log_in(*(week.members[name].at_playtak for name in playing))
    week.work(at=day)
    listed = list(PlaytakSeek.objects.filter(state=SeekState.LISTED))
    assert len(listed) == len(played) == 2
    for seek in listed:
        begun = week.standin.accept(seek.pk)
        assert post(begun).status_code == 204
        assert post(week.standin.end(begun["game"]["id"])).status_code == 204
    week.work()
    news = week.news()
    slots = GameSlot.objects.filter(pairing__round__event=week.event)
    decided = slots.filter(state=SlotStatus.DECIDED).values_list("pairing_id", flat=True)
    assert set(decided) == {pairing for pairing, _names in played}
    opponents = {one: other for _id, pair in played for one, other in (pair, pair[::-1])}
    assert_told(week, news, What.COUNTS, playing, about=opponents)
    for _pairing, names in played:
        assert_chats_heard(news, r"R\-0", *names)
    return late


def the_third_is_late(week, late, end):
    _pairing, (one, other) = late
    opponents = {one: other, other: one}
    week.work(at=end - timedelta(hours=20))
    assert_told(week, week.news(), What.DUE, (one, other), about=opponents)
    week.work(at=end + timedelta(hours=1))
    news = week.news()
    assert_told(week, news, What.OVERDUE, (one, other), about=opponents)
    (to_staff,) = news[0]["boss@mail.example"]
    assert_said([to_staff.get_body(("plain",)).get_content()], "en", one, other)
    assert {name for name, messages in news[1].items() if messages} == {one, other}


def calendars_hold_the_round(week, end):
    def read(path):
        found = IcsCalendarStream.calendar_from_ics(text_of(Client().get(path))).events
        return {each.uid.partition("-")[0]: each for each in found}

    member = week.members["花子"]
    own = week.ask("/me/calendar/", {}, by=member)["url"].partition("/calendar/")
    paths = (f"/events/{SLUG}/calendar.ics", f"/clubs/{week.club.slug}/calendar.ics")
    for path in (*paths, "".join(own[1:])):
        found = read(path)
        assert {"start", "round", "last_day"} <= set(found), path
        assert found["last_day"].dtstart == end.replace(microsecond=0)
        assert NAME in found["round"].summary


def an_arbiter_rules_and_the_round_is_closed(week, late):
    """Returns the names of those in first place."""
    pairing, (one, other) = late
    outcome = {"kind": "forfeit", "winner": 1, "cause": "late"}
    week.ask(f"/pairings/{pairing}/rule/", {"number": 1, "outcome": outcome, "reason": "♜"})
    week.work()
    news = week.news()
    table = week.ask("standings/")["rows"]
    winners = [row["name"] for row in table if row["rank"] == 1]
    assert one in [row["name"] for row in table[:3]]
    assert_told(week, news, What.RULED, (one, other), about={one: other, other: one})
    assert_chats_heard(news, *(f"1. {winner}" for winner in winners))
    week.ask("rounds/1/close/", {})
    week.work()
    news = week.news()
    assert_told(week, news, What.CLOSED, PLAYERS, about=dict.fromkeys(PLAYERS, str(len(PLAYERS))))
    assert_chats_heard(news)
    return winners


def the_picture_of_the_standings_is_drawn(week):
    for language in LANGUAGES:
        answer = Client(headers={"accept-language": language}).get(
            url_of("standings-picture", SLUG)
        )
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
        assert answer.content.startswith(b"\x89PNG")


def prizes_are_printed(week, winners):
    week.ask("finish/", {})
    week.work()
    news = week.news()
    assert_told(week, news, What.FINISHED, PLAYERS, about=dict.fromkeys(PLAYERS, ""))
    assert_chats_heard(news, *winners)
    found = week.ask("prizes/")
    assert found["state"] == "final"
    for language in LANGUAGES:
        client = signed_in(week.boss)
        for name in ("event-prizes", "print-prizes"):
            page = text_of(client.get(url_of(name, SLUG), headers={"accept-language": language}))
            assert f'lang="{language}"' in page
            assert all(winner in page for winner in winners)
