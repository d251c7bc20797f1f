"""A transaction that the database refused for a parallel one is run again, once."""

import threading
from contextlib import suppress

import pytest
from django.db import OperationalError

from tests.builders import make_user
from tests.database import at_once, in_threads
from tournaments.execution.transactions import in_transaction
from tournaments.models import User


class StateError(Exception):
    """As psycopg tells an error of the server."""

    def __init__(self, sqlstate):
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


def refused(sqlstate):
    error = OperationalError("refused")
    error.__cause__ = StateError(sqlstate)
    return error


class Flaky:
    """Creates a user, and fails so often."""

    def __init__(self, failures, sqlstate="40P01"):
        self.runs, self.failures, self.sqlstate = 0, failures, sqlstate

    def __call__(self):
        self.runs += 1
        make_user(f"user-{self.runs}")
        if self.runs <= self.failures:
            raise refused(self.sqlstate)
        return "done"

    def run(self):
        return in_transaction(self.__call__)()


@pytest.mark.django_db(transaction=True)
def test_a_deadlock_is_tried_again_and_nothing_is_left_of_the_first_run():
    flaky = Flaky(failures=1)
    assert flaky.run() == "done"
    assert list(User.objects.values_list("username", flat=True)) == ["user-2"]


@pytest.mark.django_db(transaction=True)
def test_it_is_tried_again_once_only():
    flaky = Flaky(failures=2, sqlstate="40001")
    with pytest.raises(OperationalError):
        flaky.run()
    assert flaky.runs == 2
    assert not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_lock_that_was_not_free_in_time_is_not_tried_again():
    flaky = Flaky(failures=1, sqlstate="55P03")
    with pytest.raises(OperationalError):
        flaky.run()
    assert flaky.runs == 1


@pytest.mark.django_db(transaction=True)
def test_the_outermost_transaction_is_run_again():
    inner = Flaky(failures=1)
    runs = []

    @in_transaction
    def outer():
        runs.append(1)
        return inner.run()

    assert outer() == "done"
    assert (len(runs), inner.runs) == (2, 2)


class TestOnAServer:
    pytestmark = in_threads

    def test_two_that_wait_for_each_other_are_both_done(self):
        users = [make_user("ann"), make_user("bo")]
        both_hold = threading.Barrier(2)

        @in_transaction
        def cross(number):
            lock(users[number])
            with suppress(threading.BrokenBarrierError):  # in the second run
                both_hold.wait(5)
            both_hold.abort()
            lock(users[1 - number])
            return number

        assert at_once(cross, times=2) == [0, 1]


def lock(user):
    User.objects.select_for_update().get(pk=user.pk)
