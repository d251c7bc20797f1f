"""Prove batches of records in processes beside this one, and give them back in order.

Each process holds one batch, so the memory does not grow with the number of records.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain, islice
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection

from engine.proving import Proof, prove_all, prove_until_closed

# More cannot help: one process stores what they prove.
MOST_PROCESSES = 8
SECONDS_TO_END = 5

Records = Sequence[str]
Proved = tuple[Records, list[Proof]]


def prove_batches(
    batches: Iterable[Records], rules: str, *, processes: int | None = None
) -> Iterator[Proved]:
    """Each batch with the proofs of its records, in order.

    processes: how many, as this machine has cores if nothing is said. This process proves by itself
    if there is one core, or one batch.
    """
    left = iter(batches)
    begun = list(islice(left, 2))
    every = chain(begun, left)
    count = usable_processes() if processes is None else processes
    if len(begun) < 2 or count < 2:
        for batch in every:
            yield batch, prove_all(batch, rules)
        return
    with ExitStack() as stack:
        pipes = [stack.enter_context(_process()) for _ in range(count)]
        yield from _in_turn(every, rules, pipes)


def usable_processes() -> int:
    """One a core; a Celery worker may start none."""
    return 0 if current_process().daemon else min(os.cpu_count() or 1, MOST_PROCESSES)


@contextmanager
def _process() -> "Iterator[Connection[tuple[list[str], str], list[Proof]]]":
    """The pipe to a new process that proves. A fresh one, which has no connection to a database."""
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=prove_until_closed, args=(there,), daemon=True)
    process.start()
    there.close()
    try:
        yield here
    finally:
        here.close()
        process.join(SECONDS_TO_END)
        process.terminate()


def _in_turn(
    batches: Iterable[Records],
    rules: str,
    pipes: "list[Connection[tuple[list[str], str], list[Proof]]]",
) -> Iterator[Proved]:
    """Give each process one batch, and the next one as soon as it has answered."""
    idle = list(pipes)
    sent: deque[tuple[Connection[tuple[list[str], str], list[Proof]], Records]] = deque()
    for batch in batches:
        done = None
        if not idle:
            pipe, earlier = sent.popleft()
            done = earlier, pipe.recv()
            idle.append(pipe)
        idle[-1].send((list(batch), rules))
        sent.append((idle.pop(), batch))
        if done is not None:
            yield done
    for pipe, batch in sent:
        yield batch, pipe.recv()
