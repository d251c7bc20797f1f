"""How many processes a machine gets that says nothing of them."""

import pytest

from config.running import machine

GB = 1_000_000_000


@pytest.mark.parametrize(
    ("cores", "memory", "web", "queue"),
    [(1, 8 * GB, 1, 2), (2, 8 * GB, 2, 2), (16, 64 * GB, 2, 2), (2, 1.4 * GB, 1, 1), (4, GB, 1, 1)],
)
def test_a_small_machine_has_one_process_of_each(cores, memory, web, queue):
    assert machine.web_processes(cores, memory) == web
    assert machine.queue_processes(memory) == queue


def test_the_limit_of_a_container_counts(tmp_path):
    limit = tmp_path / "memory.max"
    of_machine = machine.memory_bytes(limit)
    assert of_machine > 100_000_000
    limit.write_text("max\n")
    assert machine.memory_bytes(limit) == of_machine
    limit.write_text("100000000\n")
    assert machine.memory_bytes(limit) == 100_000_000
    limit.write_text(f"{2 * of_machine}\n")
    assert machine.memory_bytes(limit) == of_machine
