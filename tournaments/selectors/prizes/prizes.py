"""The prizes of an event and who gets them, computed from the stored standings."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from tournaments.choices import EventStatus
from tournaments.documents import Document
from tournaments.models import Category, Event, Prize, PrizePlan
from tournaments.prizes import plan as pure
from tournaments.prizes.awards import Award, Reason, award_prizes
from tournaments.prizes.money import money_text
from tournaments.prizes.texts import ALL, MESSAGES, PRIZE
from tournaments.selectors.events.tables import standings_document
from tournaments.selectors.prizes.boards import board_prizes_document
from tournaments.selectors.prizes.categories import Games, members_by_category
from tournaments.standings.table import BRACKET

PROVISIONAL, FINAL = "provisional", "final"
Translate = Callable[[str], str]


def prizes_document(event: Event, games: Games, translate: Translate) -> Document:
    """The plan, the awards, and the best of each board.

    state: final when the event is finished and its table is fresh.
    There are no awards before the first result. currency null: no prizes are planned.
    """
    plan = PrizePlan.objects.filter(event=event).first()
    table = standings_document(event)
    is_final = event.state == EventStatus.FINISHED and table["fresh"]
    names: dict[int | None, str] = {pure.OVERALL: translate(ALL)}
    names |= {row.pk: row.name for row in event.categories.all()}
    rows = list(plan.prizes.order_by("category_id", "place")) if plan else []
    lists = _lists(event, plan, rows, games) if plan else ()
    awards: tuple[Award, ...] = ()
    if plan and table["after_round"]:
        shape = pure.Plan(lists, plan.ties, plan.one_each)
        awards = award_prizes(shape, list(_finishers(table)))
    people = {row["entry"]: row for row in table["rows"]}
    return {
        "event": event.slug,
        "state": FINAL if is_final else PROVISIONAL,
        "version": table["version"],
        "fresh": table["fresh"],
        "currency": plan.currency if plan else None,
        "fund": plan.fund if plan else None,
        "ties": plan.ties if plan else pure.EQUAL,
        "one_each": plan.one_each if plan else True,
        "total": sum(sum(each.amounts) for each in lists),
        "given": sum(award.amount for award in awards),
        "prizes": [_prize(row, lists, names) for row in rows],
        "awards": [
            _award(award, plan.currency if plan else "", people, names, translate)
            for award in awards
        ],
        "boards": board_prizes_document(event, translate),
    }


def plan_document(event: Event) -> Document | None:
    """The prizes as the journal has them: each as `[category id, place, amount, share]`."""
    plan = PrizePlan.objects.filter(event=event).first()
    if plan is None:
        return None
    rows = plan.prizes.order_by("category_id", "place")
    columns = ("category_id", "place", "amount", "share")
    return {
        "currency": plan.currency,
        "fund": plan.fund,
        "ties": plan.ties,
        "one_each": plan.one_each,
        "prizes": [list(row) for row in rows.values_list(*columns)],
    }


def _lists(
    event: Event, plan: PrizePlan, rows: list[Prize], games: Games
) -> tuple[pure.PrizeList, ...]:
    """The overall list first, then by the id of the category."""
    numbers: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        key = row.category_id or pure.OVERALL
        numbers[key].append((row.amount if plan.fund is None else row.share) or 0)
    if plan.fund is not None:
        flat = [(key, share) for key, shares in sorted(numbers.items()) for share in shares]
        amounts = pure.amounts_of_shares(plan.fund, [share for _key, share in flat])
        numbers = defaultdict(list)
        for (key, _share), amount in zip(flat, amounts, strict=True):
            numbers[key].append(amount)
    wanted = list(Category.objects.filter(pk__in=set(numbers)))
    entries = dict(event.entries.values_list("pk", "number"))
    members = {
        key: frozenset(entries[each.entry] or 0 for each in found)
        for key, found in members_by_category(event, wanted, games).items()
    }
    return tuple(
        pure.PrizeList(key, tuple(numbers[key]), members.get(key)) for key in sorted(numbers)
    )


def _finishers(table: Document) -> Iterator[pure.Finisher]:
    """The rows of the last stage in their order. A decided tie is no tie by rank.

    In a bracket and in groups the rank alone says who is equal.
    """

    def place(row: dict[str, Any]) -> int:
        decided = row.get("decided")
        return int(row["rank"]) + (decided["rank"] - 1 if decided else 0)

    in_groups = any("group" in row for row in table["rows"])
    for row in sorted(table["rows"], key=lambda row: (place(row), row["entry"])):
        by_rank = in_groups or table["rank_by"] == BRACKET
        yield pure.Finisher(row["entry"], place(row), (row["rank" if by_rank else "primary_x2"],))


def _prize(row: Prize, lists: tuple[pure.PrizeList, ...], names: dict[int | None, str]) -> Document:
    key = row.category_id or pure.OVERALL
    amounts = next(each.amounts for each in lists if each.key == key)
    return {
        "category": row.category_id,
        "name": names[key],
        "place": row.place,
        "share": row.share,
        "amount": amounts[row.place - 1],
    }


def _award(
    award: Award,
    currency: str,
    people: dict[int, Document],
    names: dict[int | None, str],
    translate: Translate,
) -> Document:
    person = people[award.entry]
    return {
        "rank": award.rank,
        "entry": award.entry,
        "player": person["player"],
        "name": person["name"],
        "points": person["points"],
        "amount": award.amount,
        "reasons": [_reason(each, currency, names, translate) for each in award.reasons],
    }


def _reason(
    reason: Reason, currency: str, names: dict[int | None, str], translate: Translate
) -> Document:
    prizes = ", ".join(
        translate(PRIZE).format(
            place=each.place, list=names[each.list], amount=money_text(each.amount, currency)
        )
        for each in reason.prizes
    )
    text = translate(MESSAGES[reason.code])
    return {
        "code": reason.code,
        "people": reason.people,
        "amount": str(reason.amount),
        "prizes": [
            {"category": each.list or None, "place": each.place, "amount": each.amount}
            for each in reason.prizes
        ],
        "text": text.format(
            prizes=prizes, people=reason.people, amount=money_text(reason.amount, currency)
        ),
    }
