"""Gamnon in plain words. Source: rules of the service, GAM-1 to GAM-8."""

from django.utils.translation import gettext_lazy as _

from config.pages.site.rule_texts import RuleOption, RuleSection

SECTIONS = (
    RuleSection(
        _("The cards and the aim"),
        (
            _(
                "Three or more play with packs of 52 cards without jokers. Numbers count their "
                "value, the jack 11, the queen 12, the king 13, the ace 14. Only red and black "
                "matter; the suit does not."
            ),
            _(
                "The aim is that all others are without cards at the same moment, while you "
                "still hold some. Then you win, and everybody else has lost."
            ),
            _(
                "Everybody is dealt three cards. The rest is the closed pile. Before the first "
                "turn its top card is opened, with the word “kupa”. The open pile is the kupa."
            ),
        ),
        (
            RuleOption(
                "packs",
                _("Packs"),
                {None: _("one, and one more for every three players above three")},
                "{value}",
            ),
        ),
    ),
    RuleSection(
        _("A turn"),
        (
            _(
                "The top card of the kupa tells what you pay: as many cards of its colour as its "
                "value. On 2♠ you lay two black cards."
            ),
            _(
                "If you have fewer, you lay all you have of that colour and take the missing "
                "number from the closed pile into your hand."
            ),
            _("If your hand is empty and nothing is missing, you take the whole kupa."),
            _(
                "Then you open the next card of the closed pile with the word “kupa”. It is the "
                "top card of the next player."
            ),
            _("After each round all hands pass to the player before: you get the next one’s."),
        ),
    ),
    RuleSection(
        _("When the closed pile is empty"),
        (
            _("You end your turn with a card of your own choice from your hand."),
            _(
                "What is missing, the other players give in equal shares, rounded up. They "
                "choose the cards."
            ),
            _(
                "Who has fewer cards than the share gives all of them, and gets what he owed "
                "from the rest, again in equal shares, rounded up."
            ),
            _(
                "Who is left without cards and owes nothing takes the whole kupa. If all others "
                "are without cards after giving, you win."
            ),
        ),
        (
            RuleOption(
                "refill_sources",
                _("Who gives to a player that owed"),
                {
                    "all_others": _("all others, also whose turn it is"),
                    "givers_only": _("the other givers only"),
                },
            ),
            RuleOption(
                "multi_empty",
                _("Two or more others are left without cards and owe nothing"),
                {
                    "none": _("nobody takes the kupa"),
                    "first_in_order": _("the first in the order of play takes it"),
                    "active_wins": _("whose turn it is wins"),
                },
            ),
            RuleOption(
                "empty_after_close",
                _("Whose last card closes the turn"),
                {
                    "take_below": _("takes the kupa below it"),
                    "stay_empty": _("stays without cards"),
                },
            ),
        ),
    ),
    RuleSection(
        _("Games that do not end"),
        (
            _(
                "With four or more players many games go on very long, so there may be a limit. "
                "Tables of three end nearly always."
            ),
        ),
        (
            RuleOption(
                "max_turns",
                _("Turn limit"),
                {0: _("none")},
                _("{value} turns in all"),
            ),
            RuleOption(
                "adjudicate",
                _("At the limit"),
                {
                    "most_cards": _("the most cards in hand have the best place"),
                    "draw": _("all share the places"),
                },
            ),
            RuleOption(
                "adjudicated_weight",
                _("Such a game counts, in the verdict’s points,"),
                {"full": _("in full"), "half": _("half")},
            ),
            RuleOption(
                "winner_takes_all",
                _("In the verdict’s points only the winner scores"),
                {True: _("yes"), False: _("no")},
            ),
        ),
    ),
)
