"""Records that the tests share: the examples of the rules (GAM-9) and small positions."""

FULL_GAME = """\
gamnon/1
players: A B C
packs: 1
hand A: TC 2H 3D
hand B: 7D TS QH
hand C: 5S 4S AH
start: QS
closed: JH TD 6H 8S 9D 3S 4D AC 4C KS KC 8H 5H 7C 6S 9S QC 9H QD 2D JS 6D JD 8D 6C 4H KH 3C 2C 5C \
9C JC AS 2S TH AD KD 7S 8C 7H 3H 5D
A PTC T11 O8H
B P7D.QH T6 OQD
C PAH T11 O9C ~
A P9S.7C.QC.6S.TS T4 OAD
B P6D.8D.4H.KH.2D.JD T6 GC:TD GA:2S O7H    ; 8 missing: 6 from the pile, then 1 + 1
C PJH.9D.2H.6H.4D.3D GA:JC GB:6C O6C ~     ; 1 missing, share 1 from both: gets 2
A P3C.4S.JS.8C.2C.2S OKD                   ; exactly six blacks on 6C
B P- GC:9H.AS.TH.5H GA:TD.3H.7S.5D.5C.5S =B ; share 7: C has 4, A has 6, both are empty
"""

TAKES_THE_KUPA = """\
gamnon/1
players: A B C
hand A: 5H 9D
hand B: 3C 8C
hand C: 6D 7C JC
kupa: KS 2H
closed:
turn: A
A P5H.9D KA OKS                            ; hand empty: takes KS 2H 5H 9D, closes with KS
B P3C.8C GC:6D.7C.JC GA:2H.5H.9D =B        ; 11 missing, share 6; both give 3 and are empty
"""

SHARE_OF_SEVEN = """\
gamnon/1
players: A B C
hand A: 5H
hand B: 2H 3H 4H 6H
hand C: 2D 3D 4D 5D 6D 7D 8D 9D TD QD
kupa: 9H AS
closed:
turn: A
A P- GB:2H.3H.4H.6H GC:2D.3D.4D.5D.6D.7D.8D RB<A:5H.2H RB<C:9D.TD O2D
"""

EXAMPLES = [FULL_GAME, TAKES_THE_KUPA, SHARE_OF_SEVEN]


def position(*hands: str, kupa: str, closed: str = "", more: str = "", packs: int = 0) -> str:
    """A position record without turns; the players are A, B, C …"""
    names = "ABCDEFGH"[: len(hands)]
    lines = ["gamnon/1", f"players: {' '.join(names)}"]
    lines += [f"packs: {packs}"] if packs else []
    lines += [f"hand {name}: {hand}" for name, hand in zip(names, hands, strict=True)]
    return "\n".join([*lines, f"kupa: {kupa}", f"closed: {closed}", *([more] if more else []), ""])
