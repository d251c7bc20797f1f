"""The simulation of machines and money, and the document that shows it."""

from dataclasses import replace

import pytest

from bench import simulate
from bench.queues import Work

NUMBERS = simulate.read()


def test_the_document_has_the_tables_of_the_costs():
    text = simulate.DOCUMENT.read_text(encoding="utf-8")
    for name in simulate.TABLES:
        assert f"<!-- table: {name} -->\n| " in text
    assert simulate.written(text, NUMBERS) == text


def test_every_cost_names_its_command_and_a_role():
    for name, cost in NUMBERS["costs"].items():
        assert "python -m" in cost["measured"], name
        assert cost["role"] in {*NUMBERS["roles"], "storage"}


def test_between_measured_sizes_costs_follow_a_power():
    points = {"10": 1.0, "1000": 100.0}
    assert simulate.between(points, 100) == pytest.approx(10.0)
    assert simulate.between(points, 10_000) == pytest.approx(1000.0)
    assert simulate.between(points, 2) == 1.0
    assert simulate.between({"200": 5.0}, 9999) == 5.0


def test_jobs_that_come_in_while_one_is_done_are_done_together():
    assert simulate.together(0.001, 1.0) == pytest.approx(0.001, rel=0.01)
    assert simulate.together(1e9, 0.5) == pytest.approx(2.0)


def test_all_live_requests_are_answered_somehow():
    for scenario in NUMBERS["scenarios"].values():
        rates = simulate.rates(NUMBERS, scenario)
        live = rates["not_modified"] + rates["page_kept"] + rates["page_rendered"]
        asked = scenario["watchers"] / simulate.EVERY
        assert asked * (1 - scenario["cdn"]) <= live * (1 + 1e-9) <= asked * (1 + 2e-9)
        assert all(rate >= 0 for rate in rates.values())


def test_twice_the_watchers_need_twice_the_web_and_a_cdn_takes_them_away():
    federation = NUMBERS["scenarios"]["federation"]

    def web(scenario):
        return next(need for need in simulate.needs(NUMBERS, scenario) if need.role == "web").busy

    still = {**federation, "results_minutes": 1e9, "casual": 0.0}
    assert web({**still, "watchers": 80_000}) == pytest.approx(2 * web(still), rel=0.01)
    assert web({**still, "cdn": 0.9}) == pytest.approx(0.1 * web(still), rel=0.01)


def test_shards_share_the_writing():
    internet = NUMBERS["scenarios"]["internet"]
    one, many = (
        next(need for need in simulate.needs(NUMBERS, {**internet, "shards": shards})
             if need.role == "writer")
        for shards in (1, 8)
    )  # fmt: skip
    assert many.busy == pytest.approx(one.busy)
    assert many.work.rate == pytest.approx(one.work.rate / 8)
    assert many.machines == 8 * 2


def test_the_first_wall_is_the_role_that_is_nearest_to_full():
    federation = NUMBERS["scenarios"]["federation"]
    times = [factor for factor, _role in simulate.walls(NUMBERS, federation)]
    assert times == sorted(times)


def test_a_club_fits_on_one_machine_and_money_follows_cores():
    club = NUMBERS["scenarios"]["club"]
    found = simulate.needs(NUMBERS, club)
    assert simulate.machines(NUMBERS, found) == (1, simulate.ONE_MACHINE)
    busy = [replace(found[0], work=Work(100.0, 1.0), machines=3), *found[1:]]
    count, cores = simulate.machines(NUMBERS, busy)
    assert count == 3 + sum(need.machines for need in found[1:])
    price = NUMBERS["price"]["core_month"]
    more = simulate.dollars(NUMBERS, club, cores) - simulate.dollars(NUMBERS, club, cores - 1)
    assert more == pytest.approx(price)


def test_the_simulated_queues_agree_with_the_formulas():
    """Of the queue with the longest wait."""
    lines = list(simulate.checked(NUMBERS, 20_000))
    for line in lines:
        simulated, formula = (float(part.split()[-2]) for part in line.split(":")[1].split(","))
        assert simulated == pytest.approx(formula, rel=0.5, abs=1.0), line
