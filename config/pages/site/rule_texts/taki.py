"""Taki in plain words. Source: rules of the service, TAKI-1 to TAKI-6 and TAKI-11."""

from django.utils.translation import gettext_lazy as _

from config.pages.site.rule_texts import RuleOption, RuleSection, Text

YES_NO: dict[object, Text] = {True: _("yes"), False: _("no")}

SECTIONS = (
    RuleSection(
        _("The cards and the deal"),
        (
            _(
                "There are four colours: red, green, blue, yellow. Each has the numbers 1 and 3 "
                "to 9, and 2+, stop, change direction, plus and taki, each twice in all."
            ),
            _(
                "Cards without a colour: super taki, king, three-plus, 3-breaker (two each) and "
                "change colour (four)."
            ),
            _(
                "Two to ten play. Everybody is dealt eight cards and keeps them secret. The rest "
                "is the closed pile, and one card of it is turned up. Its command is ignored."
            ),
        ),
        (
            RuleOption(
                "deck",
                _("Cards in the deck"),
                {
                    116: _("116 cards"),
                    112: _("112 cards, without three-plus and 3-breaker"),
                    58: _("58 cards, one pack: each card half as often"),
                },
            ),
            RuleOption(
                "crazy_cards",
                _("Crazy cards added"),
                {0: _("none")},
                _(
                    "{value}; with one, everybody passes the hand to a neighbour, in the "
                    "direction that its player chooses"
                ),
            ),
            RuleOption(
                "start_colourless",
                _("A start card without a colour"),
                {
                    "redraw": _("goes under the pile, and the next is turned"),
                    "any_card": _("stays, and any card may follow it"),
                },
            ),
        ),
    ),
    RuleSection(
        _("A turn"),
        (
            _(
                "Lay one card that has the colour or the number of the open card, or a card "
                "without a colour."
            ),
            _("If you cannot, draw one card; it may not be played in the same turn."),
            _("The first player without cards wins."),
        ),
        (
            RuleOption(
                "special_match",
                _("A command card on the same command of another colour, such as stop on stop"),
                {
                    "colour_only": _("not allowed: only the colour counts"),
                    "colour_or_figure": _("allowed"),
                },
            ),
            RuleOption(
                "voluntary_draw",
                _("Drawing although a card could be played"),
                {
                    "warn": _("allowed, and remarked upon"),
                    "allow": _("allowed"),
                    "reject": _("not allowed"),
                },
            ),
        ),
    ),
    RuleSection(
        _("2+, plus, stop, change direction"),
        (
            _(
                "2+: the next player draws two cards, or lays another 2+ of any colour. Each 2+ "
                "adds two; who does not follow draws them all and loses the turn. On an active "
                "2+ only another 2+ or a king may be laid."
            ),
            _(
                "Plus: lay one more card at once. If you cannot, draw one. So a plus cannot be "
                "the card you win with."
            ),
            _("Stop: the next player loses the turn. Of two, the same player moves again."),
            _("Change direction: play goes round the other way."),
        ),
        (
            RuleOption(
                "plus_follow",
                _("What may follow a plus"),
                {
                    "same_colour_or_colourless": _("a card of its colour, or one without colour"),
                    "same_colour": _("only a card of its colour"),
                    "normal_match": _("whatever may lie on it"),
                },
            ),
            RuleOption(
                "colour_after_plus",
                _("A change of colour that follows a plus"),
                {
                    "any": _("names any colour"),
                    "same": _("names the colour of the plus"),
                },
            ),
        ),
    ),
    RuleSection(
        _("Change colour and king"),
        (
            _(
                "Change colour may be laid on anything but an active 2+. You name a colour, and "
                "the next player follows it, or lays another change colour or a king."
            ),
            _(
                "The king may be laid on anything and ends every duty, an active 2+ too. Then "
                "you may lay any card. The king may be your last card."
            ),
        ),
    ),
    RuleSection(
        _("Taki"),
        (
            _(
                "With a taki you lay any number of cards of its colour in one go. Commands "
                "inside the run do nothing; only the last card counts, and only if you say "
                "“taki closed”."
            ),
            _(
                "If you do not close it, the taki is open: the next player may go on with cards "
                "of that colour, and so on, until somebody closes it or lays another card."
            ),
            _("A super taki is a taki of the colour beneath it."),
        ),
        (
            RuleOption(
                "run_end_plus2",
                _("A 2+ that ends a closed run"),
                {"inactive": _("has no effect"), "active": _("acts on the next player")},
            ),
            RuleOption(
                "dead_plus2_match",
                _("On a 2+ without effect at the end of a run goes"),
                {
                    "colour_or_number": _("its colour, or another 2+"),
                    "colour_only": _("its colour only"),
                },
            ),
            RuleOption(
                "open_run_last_action",
                _("The last card of a run that is left open"),
                {"none": _("does nothing"), "acts": _("acts")},
            ),
            RuleOption(
                "lone_taki",
                _("A taki without a card on it"),
                {"closable": _("may be closed"), "stays_open": _("stays open")},
            ),
            RuleOption(
                "run_tail_colourless",
                _("A change colour or super taki may end a run"),
                YES_NO,
            ),
            RuleOption(
                "super_after_king",
                _("A super taki directly after one’s king"),
                {
                    "declare": _("has the colour its player names"),
                    "previous_colour": _("has the colour in force before"),
                },
            ),
            RuleOption(
                "super_changes_colour",
                _("A super taki may change the colour (an old rule)"),
                YES_NO,
            ),
        ),
    ),
    RuleSection(
        _("Three-plus and 3-breaker"),
        (
            _("Three-plus: everybody else draws three cards."),
            _(
                "A 3-breaker may be laid out of turn on a three-plus before anybody has drawn: "
                "then its player draws three, and the turn goes on."
            ),
            _(
                "A breaker in your own turn, without a three-plus, costs you three cards; so it "
                "cannot win then."
            ),
        ),
        (
            RuleOption(
                "plus3_on",
                _("A three-plus may lie on"),
                {"number_cards": _("numbers only"), "any": _("any card")},
            ),
            RuleOption("plus3_keeps_turn", _("After a three-plus its player moves again"), YES_NO),
            RuleOption(
                "breaker_last",
                _("A breaker that answers a three-plus as the last card"),
                {"as_above": _("wins"), "never_wins": _("is not allowed")},
            ),
            RuleOption(
                "breaker_on_named",
                _("A breaker in one’s own turn may be laid on a named colour"),
                YES_NO,
            ),
            RuleOption(
                "law_plus3",
                _("A 3 and a plus of one colour together act as a three-plus (an old rule)"),
                YES_NO,
            ),
            RuleOption(
                "law_after_plus2",
                _("By that old rule, a 3 and a plus on a 2+ of their colour"),
                {
                    "inactive": _("only once the 2+ was drawn for"),
                    "active": _("also while it is active: nobody draws for the 2+ then"),
                },
            ),
        ),
    ),
    RuleSection(
        _("The last card"),
        (
            _(
                "With one card left you call “last card!”. Who forgets may be challenged with "
                "“take four!” by anybody, and draws cards."
            ),
        ),
        (
            RuleOption(
                "last_card_penalty",
                _("Cards for a forgotten call"),
                {2: _("two"), 4: _("four")},
            ),
            RuleOption(
                "last_card_window",
                _("The call is in time"),
                {
                    "until_laid": _("until the last card is laid; the challenge comes after that"),
                    "before_next_act": _(
                        "until the next player acts; the challenge comes from then on"
                    ),
                },
            ),
        ),
    ),
    RuleSection(
        _("The end"),
        (_("The others are placed by the cards they still hold; equal hands share their places."),),
        (
            RuleOption(
                "pile_empty",
                _("When the closed pile is empty"),
                {
                    "reshuffle": _("the open cards but the top one are shuffled"),
                    "no_draw": _("nobody draws any more"),
                    "end": _("the game ends, and the fewest cards win"),
                },
            ),
            RuleOption("play_on", _("The others play on for the places"), YES_NO),
            RuleOption(
                "max_turns",
                _("Turn limit"),
                {0: _("none")},
                _("{value} turns; then the fewest cards win"),
            ),
            RuleOption(
                "winner_takes_all",
                _("In the verdict’s points only the winner scores"),
                YES_NO,
            ),
        ),
    ),
)
