"""What the benchmarks count: queries a row, time of a process, pages by who watches them."""

import os
import time

import pytest
from django.db import connection

from bench import lists_bench, watchers_bench
from bench.load import servers


@pytest.mark.django_db
def test_queries_are_counted_by_row():
    def act():
        with connection.cursor() as cursor:
            for _query in range(5):
                cursor.execute("SELECT 1")
        return {"done": 2}

    assert lists_bench.cost("act", 2, act)["act_queries"] == 2.5


def test_a_list_that_was_not_done_is_no_figure():
    with pytest.raises(AssertionError):
        lists_bench.cost("act", 2, lambda: {"done": 1})


def test_the_time_of_a_process_grows_with_its_work():
    pid = os.getpid()
    before, begun = servers.on_cpu(pid), time.process_time()
    while time.process_time() - begun < 0.2:
        pass
    assert servers.on_cpu(pid) - before > 0.1


def test_of_ten_people_each_watches_one_page():
    assert sum(watched for _path, watched, _has_table in watchers_bench.PAGES) == 10
