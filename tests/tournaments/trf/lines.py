"""Lines of report files, and files with teams that cannot be read."""

from __future__ import annotations


def player(number: int, *cells: str) -> str:
    """A line 001; each cell is opponent, color and result: `2w1`."""
    text = f"001 {number:>4}".ljust(89)
    return text + "".join(f"  {cell[:-2]:>4} {cell[-2]} {cell[-1]}" for cell in cells) + "\n"


def team(number: int, name: str, *players: int) -> str:
    """A line 310 without points."""
    numbers = "".join(f" {each:>4}" for each in players)
    return f"310 {number:>3} {name:<32}".ljust(72) + numbers + "\n"


# Owls 1 3 5, Crows 2 4: the worked example of docs/teams.md. The Crows have nobody for board 3.
PLAYERS = (
    player(1, "2w1") + player(2, "1b0") + player(3, "4b=") + player(4, "3w=") + player(5, "0-+")
)
TEAMS = team(1, "Owls", 1, 3, 5) + team(2, "Crows", 2, 4)
MATCH = PLAYERS + TEAMS + "352 WBW\n300   1   2   1    2    4 0000\n"
EMPTY = "".join(map(player, (1, 2, 3, 4))) + team(1, "Owls", 1, 2) + team(2, "Crows", 3, 4)
ROUND = player(1, "2w1") + player(2, "1b0") + player(3, "4b0") + player(4, "3w1")
FORFEIT = player(1, "0-+") + player(2) + player(3) + player(4)

# A file, and the code, line and column of what is wrong in it.
WRONG_TEAMS = [
    (MATCH + team(1, "Jays"), "team_twice", 10, 5),
    (MATCH + "310   0 Jays\n", "not_a_number", 10, 5),
    (MATCH + "310   x Jays\n", "not_a_number", 10, 5),
    (MATCH + "310   3 Jays".ljust(54) + "   1.7\n", "not_points", 10, 55),
    (MATCH + "310   3 Jays".ljust(71) + "9\n", "misaligned", 10, 72),
    (MATCH + "310   3 Jays".ljust(73) + "   59   2\n", "misaligned", 10, 78),
    (MATCH + team(3, "Jays", 9), "unknown_player", 10, None),
    (MATCH + team(3, "Jays", 4), "in_two_teams", 10, None),
    (MATCH + player(6), "in_no_team", 10, 5),
    (MATCH + "300   1   3   1    2    4\n", "unknown_team", 10, None),
    (MATCH + "320  1.0  1.5   0   7\n", "unknown_team", 10, None),
    (MATCH + "330 ++   2   1   2\n", "unknown_setting", 10, 5),
    (MATCH + "330 +-   2   1\n", "not_a_number", 10, 16),
    (MATCH + "330 +-   2   1   3\n", "unknown_team", 10, None),
    (MATCH + "330 +-   2   1   1\n", "two_opponents", 10, None),
    (MATCH + "240 Z   2    5\n", "unknown_team", 10, None),
    (MATCH + "320  1.0  1.5\n320  1.0  1.5\n", "record_twice", 11, None),
    (MATCH + "320  1.0  1.5   1\n", "match_and_bye", 10, None),
    (MATCH + "320  2.0  3.0   0   1\n", "team_bye_not_done", 10, 5),
    (MATCH + "240 H   2    1\n", "record_not_done", 10, None),
    (MATCH + "250  1.0      001 002 0001 0002\n", "record_not_done", 10, None),
    (MATCH + "260   1   2    1    2\n", "record_not_done", 10, None),
    (MATCH + "299 W  2.0\n", "record_not_done", 10, None),
    (MATCH + "352 WWB\n", "colors_not_done", 10, 5),
    (MATCH + "352 BWB\n", "colors_not_done", 10, 5),
    (MATCH + "352\n", "colors_not_done", 10, 5),
    (MATCH + "362 TW 3.0     TD 1.0\n", "match_points_not_done", 10, 7),
    (MATCH + "362 TW 2.0     TX 1.0\n", "unknown_setting", 10, 14),
    (MATCH + "330 +-   1   1   2\n", "forfeit_and_game", 10, None),
    (player(1) + "320  1.0  1.5   1\n", "no_teams", 2, None),
    (player(1) + "352 WB\n", "no_teams", 2, None),
    (player(1) + "362 TW 2.0\n", "no_teams", 2, None),
    (player(1) + "330 +-   1   1   2\n", "no_teams", 2, None),
    (player(1) + "300   1   1   2    1    2\n", "no_teams", 2, None),
    (EMPTY + "330 +-   1   1   2\n", "nobody_there", 7, None),
    (EMPTY + "300   1   1   2    1    2\n330 --   2   1   2\n", "no_match", 7, None),
    (FORFEIT + TEAMS.replace("    5", "") + "330 -+   1   1   2\n", "forfeit_and_game", 7, None),
    (FORFEIT + TEAMS.replace("    5", "") + "330 --   1   1   2\n", "forfeit_and_game", 7, None),
    (MATCH + player(6, "0-+") + team(3, "Jays", 6), "alone_without_match", 10, 92),
    (ROUND + team(1, "Owls", 1, 2) + team(2, "Crows", 3, 4), "own_team", 1, 92),
    (ROUND + team(1, "A", 1, 3) + team(2, "B", 2) + team(3, "C", 4), "two_opponents", 3, 92),
    (ROUND + team(1, "Owls", 1, 3) + team(2, "Crows", 4, 2), "boards_disagree", 1, 92),
    (ROUND + team(1, "Owls", 1, 3) + team(2, "Crows", 2, 4) + "352 W\n", "too_many_boards", 3, 92),
    (MATCH.replace("   2    4 0000", "   4    2 0000"), "boards_disagree", 1, 92),
    (MATCH.replace("   2    4 0000", "   2 0000 0000"), "not_on_board", 9, None),
    (MATCH.replace("   2    4 0000", "   2    4    5"), "not_on_board", 9, None),
]
