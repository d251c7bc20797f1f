"""A process that reads long hostile lines by expressions, and prints those that are slow.

Standard input: a JSON list of [pattern, flags, "match" or "search", place]. Each place is printed
before its lines are read, so the last one is known of a process that is ended, and with "slow" in
front of it if one line took it much longer than in proportion. Nothing of the project is imported.
"""

import json
import re
import sys
import time

# Characters: our expressions read them in less than 3 ms, those that need the square in 40 to 900.
LONG = 8_000
# Of processor time; what takes longer, on a slow machine perhaps, is compared with half the line.
SUSPECT_SECONDS = 0.02
# Half the line takes half the time, or a quarter of it where the square is needed.
SLOW_RATIO = 3.0
# What the words, numbers and signs of our expressions are made of.
SIGNS = "0a1b2 \t-–,;:.'\"`[]{}()<>/\\*+=!~?_RFSC½%&|#@x\n\r"
UNITS = [one + two for one in SIGNS for two in ("", " ", "1", one + "0")]
BEGINS = ("", "a", "1", "a1", "a ", '[a "', "hand ", "1.", "/e/", ";x", "=", "'")
# What is searched for is looked for at every place of a line.
BEGINS_TO_SEARCH = ("", '[a "', "1.")


def lines(begins):
    for begin in begins:
        for unit in UNITS:
            yield begin, unit, LONG // len(unit)


def seconds(read, line, *, times=1):
    """The least processor time of so many readings."""
    took = []
    for _ in range(times):
        began = time.process_time()
        read(line)
        took.append(time.process_time() - began)
    return min(took)


def is_slow_line(read, begin, unit, count):
    line, half = (begin + unit * number + "\x01" for number in (count, count // 2))
    if seconds(read, line) < SUSPECT_SECONDS:
        return False
    return seconds(read, line, times=3) > SLOW_RATIO * seconds(read, half, times=3)


def is_slow(expression, how):
    """Whether one line is; a whole match fails last, so it looks at all that a match does."""
    if any(is_slow_line(expression.fullmatch, *line) for line in lines(BEGINS)):
        return True
    return how == "search" and any(
        is_slow_line(lambda text: expression.sub("", text), *line)
        for line in lines(BEGINS_TO_SEARCH)
    )


if __name__ == "__main__":
    for pattern, flags, how, place in json.load(sys.stdin):
        print(place, flush=True)
        if is_slow(re.compile(pattern, flags), how):
            print("slow", place, flush=True)
    print("done")
