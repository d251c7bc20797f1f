"""Errors of report files: unreadable content, or a state that does not fit."""

from __future__ import annotations

from engine.counted import ngettext_lazy
from engine.errors import gettext_noop

MESSAGES: dict[str, str] = {
    "trf_at_column": gettext_noop("Line {line}, column {column}: {sentence}"),
    "trf_at_line": gettext_noop("Line {line}: {sentence}"),
    "no_players": gettext_noop(
        "The file has no player. Each player needs a line that begins with 001."
    ),
    "line_too_long": gettext_noop("The line has {length} characters; at most {most} are read."),
    "not_a_number": gettext_noop("“{text}” stands where a whole number is needed."),
    "not_points": gettext_noop(
        "“{text}” stands where points are needed. Write them in whole or half points, as 11.5."
    ),
    "number_out_of_range": gettext_noop("{number} is too small or too big here: 1 to {most}."),
    "number_twice": gettext_noop(
        "Number {player} was given to another player before, in line {before}."
    ),
    "unknown_player": gettext_noop("No player has number {player}."),
    "misaligned": gettext_noop(
        "“{text}” stands where a blank is needed. The columns of this line seem to be shifted."
    ),
    "unknown_result": gettext_noop(
        "“{result}” is not a result. With an opponent it is one of 1 0 = W D L + -, "
        "without one of H F U Z."
    ),
    "no_result": gettext_noop(
        "Player {player} has an opponent in round {round} and no result. Write the result, or "
        "take the round out."
    ),
    "unknown_color": gettext_noop("“{color}” is not a color. Write w, b or -."),
    "plays_oneself": gettext_noop("Player {player} is named as the own opponent."),
    "opponent_disagrees": gettext_noop(
        "In round {round} player {player} meets player {opponent}, whose line says otherwise. "
        "Both lines must name each other."
    ),
    "colors_disagree": gettext_noop(
        "In round {round} players {player} and {opponent} have the same color. Correct one."
    ),
    "results_disagree": gettext_noop(
        "In round {round} the results of players {player} and {opponent} do not fit together. "
        "Correct one."
    ),
    "bye_and_game": gettext_noop(
        "Player {player} is given a bye in round {round} and has another result there."
    ),
    "unknown_bye": gettext_noop("“{kind}” is not a bye. Write H, F or Z."),
    "unknown_setting": gettext_noop("“{text}” is not understood in record {record}."),
    "order_of_rows": gettext_noop(
        "Pairing by the order of the lines is not done. Take out “rank” and number the players "
        "in that order."
    ),
    "range_backwards": gettext_noop("The range {first} to {last} ends before it begins."),
    "split_scoring": gettext_noop(
        "The points {codes} differ. Only points for a win, a draw, a loss, an absence and the "
        "bye the pairing gives can be told apart."
    ),
    "both_lost": gettext_noop(
        "In round {round} players {first} and {second} both lost their game. With the points of "
        "this file that cannot be counted."
    ),
    "record_not_done": gettext_noop(
        "Record {record} changes the tournament in a way that is not supported. Take it out, if "
        "the event can do without it."
    ),
    "team_twice": gettext_noop("Number {team} was given to another team before, in line {before}."),
    "unknown_team": gettext_noop("No team has number {team}."),
    "no_teams": gettext_noop(
        "Record {record} is about teams, and the file has none. Each team needs a line that "
        "begins with 310."
    ),
    "record_twice": gettext_noop("A file has one record {record}. This is the second one."),
    "in_two_teams": gettext_noop("Player {player} is in team {other} already."),
    "in_no_team": gettext_noop(
        "Player {player} is in no team. In a file with teams everybody is in one."
    ),
    "own_team": gettext_noop(
        "In round {round} players {player} and {opponent} meet, who are in the same team."
    ),
    "two_opponents": gettext_noop(
        "Team {team} meets more than one team in round {round}. A match is between two."
    ),
    "match_and_bye": gettext_noop("Team {team} has a match and a bye in round {round}."),
    "alone_without_match": gettext_noop(
        "Player {player} won without an opponent in round {round}, and the team has no match. A "
        "record 330 names a match that was not played."
    ),
    "no_match": gettext_noop("Team {team} has no match with this opponent in round {round}."),
    "not_on_board": gettext_noop(
        "Player {player} is named here or has a game in round {round}, but not both. A record 300 "
        "names everybody who plays for the team."
    ),
    "boards_disagree": gettext_noop(
        "In round {round} players {player} and {opponent} meet, who are on different boards of "
        "their teams. A record 300 says who plays on which board."
    ),
    "too_many_boards": ngettext_lazy(
        "Player {player} plays in round {round} after the last of {boards} board.",
        "Player {player} plays in round {round} after the last of {boards} boards.",
        "boards",
    ),
    "forfeit_and_game": gettext_noop(
        "The result of player {player} in round {round} does not fit this match, which was not "
        "played."
    ),
    "nobody_there": gettext_noop(
        "Team {team} won this match of round {round} by forfeit and nobody of it has a result "
        "there. Give each player who was there a + in that round."
    ),
    "colors_not_done": gettext_noop(
        "The order “{colors}” is not supported. First moves on the boards alternate, from W on "
        "board 1."
    ),
    "match_points_not_done": gettext_noop(
        "Only 2 match points for a win, 1 for a draw and 0 for a loss are supported."
    ),
    "team_bye_not_done": gettext_noop(
        "Only byes of teams that are worth a drawn match are supported."
    ),
    "knockout_not_done": gettext_noop(
        "A knockout of teams is not read from a file, which does not say who goes on from a drawn "
        "match."
    ),
    "too_many_forbidden": gettext_noop("At most {most} forbidden pairs are read."),
    "seats_not_said": ngettext_lazy(
        "A report file holds games of two. The pairing of round {round} with entry "
        "{entry} has {seats} seat.",
        "A report file holds games of two. The pairing of round {round} with entry "
        "{entry} has {seats} seats.",
        "seats",
    ),
    "unfinished_not_said": gettext_noop(
        "The match of entries {first} and {second} in round {round} has no result yet, and a "
        "report file needs one."
    ),
    "cancelled_not_said": gettext_noop(
        "The match of entries {first} and {second} in round {round} was cancelled, which a report "
        "file cannot say."
    ),
    "points_not_said": ngettext_lazy(
        "Entry {entry} has {points_x2} half point of round {round}. A report file knows "
        "only points for a win, a draw, a loss, an absence and a bye.",
        "Entry {entry} has {points_x2} half points of round {round}. A report file "
        "knows only points for a win, a draw, a loss, an absence and a bye.",
        "points_x2",
    ),
    "score_not_said": gettext_noop(
        "Entry {entry} has points that are not of any round: a start score, a bonus or a "
        "penalty. A report file cannot hold them."
    ),
    "group_not_said": gettext_noop(
        "A report file holds one group. Entry {entry} is in group {group}."
    ),
    "board_games_not_said": ngettext_lazy(
        "A report file with teams holds one game on each board, worth 1, ½ and 0. Here a board has "
        "{games} game, or other points.",
        "A report file with teams holds one game on each board, worth 1, ½ and 0. Here a board has "
        "{games} games, or other points.",
        "games",
    ),
    "field_too_wide": gettext_noop("“{text}” is wider than the {width} columns of its field."),
    "points_too_big": ngettext_lazy(
        "A report file has no room for {points_x2} half point.",
        "A report file has no room for {points_x2} half points.",
        "points_x2",
    ),
}


class TrfError(Exception):
    """A report that cannot be read or written: code, params of its sentence, line and column."""

    def __init__(
        self, code: str, *, line: int | None = None, column: int | None = None, **params: int | str
    ) -> None:
        self.code = code
        self.line = line
        self.column = column
        self.params = params
        super().__init__(code, line, column, params)

    def __str__(self) -> str:
        """The English sentence, with line and column if known."""
        sentence = MESSAGES[self.code].format(**self.params)
        if self.line is None:
            return sentence
        place = MESSAGES["trf_at_line" if self.column is None else "trf_at_column"]
        return place.format(line=self.line, column=self.column, sentence=sentence)
