"""FIDE's tables that convert between percentages and rating differences.

Source: FIDE Rating Regulations B.02 (2024), 8.1a and 8.1b.
"""

from __future__ import annotations

from bisect import bisect_left

# 8.1a: rating difference for 50, 51, ... 100 percent of the points; below 50 it is negative.
DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip

# 8.1b: the largest difference at which the higher rated is expected to make 50, 51, ... 99 percent.
LARGEST = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip


def rating_difference(percent: int) -> int:
    """The rating difference for a percentage score."""
    return DIFFERENCES[percent - 50] if percent >= 50 else -DIFFERENCES[50 - percent]


def expected_percent(difference: int) -> int:
    """The expected percentage for a rating difference to the opponent."""
    if difference < 0:
        return 100 - expected_percent(-difference)
    return 50 + bisect_left(LARGEST, difference)
