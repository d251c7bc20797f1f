"""Tak: how it is played, and what an event may choose."""

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from config.pages.site.rule_texts import RuleOption, RuleSection
from config.pages.site.rule_texts.house import CUSTOMS

SECTIONS = (
    RuleSection(
        _("The board and the pieces"),
        (
            _(
                "A player who joins two opposite sides of the board with a road of flat stones and "
                "capstones wins. If the board is full or a player has no pieces left, the flats on "
                "top are counted."
            ),
        ),
        (
            RuleOption("size", _("Board"), {}, _("{value} by {value}")),
            RuleOption("stones", _("Stones of each player"), {}, "{value}"),
            RuleOption("capstones", _("Capstones of each player"), {}, "{value}"),
            RuleOption(
                "half_komi",
                _("Komi, half points for the second player when flats are counted"),
                {0: _("none")},
                "{value}",
            ),
            RuleOption(
                "opening",
                _("Opening"),
                {
                    "swap": _("each first places a flat of the other"),
                    "double_black_stack": _(
                        "the first player places two flats of the second as a stack, the second "
                        "one of the first"
                    ),
                    "no_swap": _("each places a flat of their own"),
                },
            ),
        ),
    ),
    RuleSection(
        _("The end"),
        (),
        (
            RuleOption(
                "flat_tie",
                _("Equal flats"),
                {"draw": _("a draw"), "second_player": _("the second player wins")},
            ),
            RuleOption(
                "out_of_pieces",
                _("The game ends by empty reserves when somebody has placed"),
                {
                    "all_pieces": _("all stones and capstones"),
                    "stones_only": _("all stones"),
                },
            ),
            RuleOption(
                "reversible_limit",
                _("A draw after moves in a row that place and flatten nothing"),
                {None: _("no limit")},
                "{value}",
            ),
            RuleOption(
                "reserve_counts",
                _("Pieces left that count for board and reserve"),
                {
                    "all_pieces": _("stones and capstones"),
                    "stones_only": _("stones"),
                },
            ),
            RuleOption(
                "overdrawn_reserve",
                _("A record that uses more pieces than there are"),
                {"refuse": _("is refused"), "warn": _("is accepted with a remark")},
            ),
        ),
    ),
    CUSTOMS,
)

# Depends on the board size; the lesson has a table of the sets instead.
OF_A_SIZE = frozenset({"size", "stones", "capstones"})
# Options of any size, for the lesson.
OF_ANY_SIZE = tuple(
    replace(
        section,
        options=tuple(each for each in section.options if each.field not in OF_A_SIZE),
    )
    for section in SECTIONS
)
