"""An example record of each card game, explained. Source: TAKI-7, GAM-9.

The games are invented; a test plays them under every named ruleset.
"""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from config.pages.site.rule_texts import Text


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """header: lines before the first turn, explained. turns: lines of play. closing: the last line,
    explained, or empty. tokens: every word of a turn. also: what else a record may hold.
    """

    version: str
    players: tuple[str, ...]
    header: tuple[tuple[str, Text], ...]
    turns: tuple[str, ...]
    closing: tuple[tuple[str, Text], ...]
    tokens: tuple[tuple[str, Text], ...]
    also: tuple[Text, ...]

    @property
    def text(self) -> str:
        header = [line for line, _words in self.header]
        return "\n".join([*header, *self.turns, *(line for line, _words in self.closing)]) + "\n"


COMMENTS = _("Text after a semicolon is a comment. Empty lines do not count.")

TAKI = RecordFormat(
    version="taki/1",
    players=("Ada", "Bruno"),
    header=(
        ("taki/1", _("The first line says which format this is.")),
        ("players: Ada Bruno", _("Who plays, in the order of the seats. A name is one word.")),
        ("first: Ada", _("Who has the first turn.")),
        (
            "hand Ada: RT R1 R4 R6 BD *K G5 B8",
            _(
                "The eight cards that were dealt, a line for each player. A card is its colour "
                "(R red, G green, B blue, Y yellow) and its number, or D for 2+, S stop, V change "
                "direction, P plus, T taki. Without a colour: *T super taki, *K king, *3 "
                "three-plus, *B 3-breaker, *C change colour."
            ),
        ),
        ("hand Bruno: GD GS G3 GP G7 Y4 *B *C", ""),
        ("start: R9", _("The card that was turned up.")),
        (
            "draw: *3 B1 B6 B9 Y8 YT Y1 G4",
            _("The closed pile from its top, as far as cards were drawn from it."),
        ),
    ),
    turns=(
        "Ada RT[R1,R4,R6]!",
        "Bruno *C=B",
        "Ada BD",
        "Bruno GD",
        "Ada t4",
        "Bruno GP G3",
        "Ada *K B8",
        "Bruno d",
        "Ada *3",
        "Bruno !*B",
        "Bruno Y8",
        "Ada YT[Y1]~",
        "Bruno [Y4]!",
        "Ada G4",
        "Bruno GS #",
        "Bruno G7",
    ),
    closing=(("Bruno wins", _("Who won. An unfinished game ends with “end”.")),),
    tokens=(
        ("R5", _("lays this card")),
        ("*C=G", _("lays a change of colour and names green")),
        ("RT[R1,R3]!", _("lays a taki with a run, and closes it")),
        ("RT[R1,R3]~", _("lays a taki with a run, and leaves it open")),
        ("[R7,R1]!", _("goes on with the open run of another player")),
        ("RP R4", _("lays a plus and the card that follows it")),
        ("RP d", _("lays a plus and draws a card instead of following it")),
        ("*K B6", _("lays a king and a free card")),
        ("d", _("draws a card; the turn ends")),
        ("t6", _("takes the six cards that are due for 2+")),
        ("#", _("calls “last card!”, at the end of a turn")),
        ("B !*B", _("B lays a 3-breaker out of turn, in a line of its own after the three-plus")),
        ("B ? A", _("B cries “take four!” to A, who has not called")),
        ("= R1 G4 …", _("the new pile from its top, when the closed pile is used up")),
        ("*Z+", _("lays a crazy card; hands pass in the direction of play (*Z-: against it)")),
    ),
    also=(
        _(
            "Cards that are drawn for a three-plus, a breaker or a forgotten call come from the "
            "pile without a word of their own."
        ),
        _(
            "Instead of hands, start and draw a record may give the whole deck from its top "
            "(deck: …), or a seed from which anybody can shuffle it again (seed: …)."
        ),
        _(
            "A line “opt: ruleset=source deck=58” names the rules, where no event does. Without "
            "it the usual ones hold."
        ),
        COMMENTS,
    ),
)

GAMNON = RecordFormat(
    version="gamnon/1",
    players=("Ada", "Bruno", "Chiara"),
    header=(
        ("gamnon/1", _("The first line says which format this is.")),
        (
            "players: Ada Bruno Chiara",
            _("Who plays, in the order of play; the first begins. A name is one word."),
        ),
        (
            "hand Ada: 3H TS 5D",
            _(
                "The three cards that were dealt, a line for each player. A card is its value (2 "
                "to 9, T for ten, J, Q, K, A) and its suit (S spades, H hearts, D diamonds, C "
                "clubs)."
            ),
        ),
        ("hand Bruno: KS 5C JS", ""),
        ("hand Chiara: TC 8S 4S", ""),
        ("start: 8D", _("The card that was opened before the first turn.")),
        (
            "closed: 2C 3S 9D QH 4D 6C 3C 4H AD 2S AS QC JC 7H JH 5H 9H TH 5S 8H 7D 4C 6H 2H QD "
            "3D AH KH 6D 6S 2D 9C AC TD 9S QS KC 8C JD KD 7C 7S",
            _("The closed pile from its top. Three dots at the end: more cards, not known."),
        ),
    ),
    turns=(
        "Ada P3H.5D T6 O3C",
        "Bruno PKS.5C.JS KBruno O4H",
        "Chiara P- T4 OJC ~",
        "Ada P3C.KS.5C.JS T7 O7D",
        "Bruno PAD T6 OKH",
        "Chiara P9D.QH.4D T10 OJD ~",
        "Ada P6H.2H.QD.3D.AH T3 GBruno:TD.6D GChiara:9H.TH O8S",
        "Bruno P6S.9C.AC.9S.TS.3S.6C.2C OQS",
        "Chiara P5S GAda:QC.KD.TC.4S.4C.7S GBruno:2D.KC.8C RBruno<Chiara:QC.KC "
        "RBruno<Ada:TH.AS O2D ~",
        "Ada PTH GBruno:8D GChiara:TD OQC",
        "Bruno PTC.4S.4C.7S.8C GChiara:2S.7C.6D.9H GAda:KC.AS.8D.TD =Bruno",
    ),
    closing=(),
    tokens=(
        ("P5H.7D", _("pays these cards (P-: none)")),
        ("T9", _("takes nine cards from the closed pile")),
        ("GB:4S.5H", _("B gives these cards as a share (GB:-: none)")),
        ("RB<C:4S.9D", _("C gives these cards to B, who had too few for the share")),
        ("KB", _("B takes the kupa")),
        ("O9C", _("the card that closes the turn, with the word “kupa”")),
        ("~", _("the round is over, and all hands pass on")),
        ("=B", _("B has won")),
    ),
    also=(
        _(
            "The words of a turn are in the order in which things happen. What no player chooses "
            "is written as well, and checked."
        ),
        _(
            "Instead of hands, start and closed a record may give the whole deck from its top "
            "(deck: …), or a seed from which anybody can shuffle it again (seed: …)."
        ),
        _(
            "A line “opt: ruleset=source” names the rules, where no event does; “packs: 2” says "
            "how many packs. Without them the usual ones hold."
        ),
        _("A game that was broken off ends with “end abandoned”."),
        COMMENTS,
    ),
)

RECORDS: dict[str, RecordFormat] = {"taki": TAKI, "gamnon": GAMNON}
