"""A real game of playtak in both of its forms, and small ones.

Source of game 500123: USTakAssociation/playtak-api, ptn.service.spec.ts, which has the row of the
list of games and the record that playtak exports for it.
"""

NOTATION = (
    "P A7,P D4,P E4,P A4,P D3,P B4,P D2,P D7,P D5,P D6,P D1,P C4 C,P E5,M C4 D4 1,P E6,P E7,P F6,"
    "P F7,P G7 C,M D4 E4 2,M G7 F7 1,M E7 E6 1,M F6 E6 1,M E4 E5 3,M E6 C6 1 2,P D4 C,P C7,P C4,"
    "P C5,P G4,P E4 C,P A5,P C3,M E5 D5 4,M C3 C4 1,M D5 C5 5,M C7 D7 1,M C5 C6 6,P E5,M C6 D6 7,"
    "M F7 E7 2,M D4 C4 1,P E3,M D6 E6 7,P D5"
)
STORED = {
    "id": 500123, "date": 1653488350594, "size": 7, "player_white": "Covault",
    "player_black": "Catalyst", "notation": NOTATION, "result": "R-0", "timertime": 180,
    "timerinc": 20, "rating_white": 1080, "rating_black": 1105, "unrated": 0, "tournament": 0,
    "komi": 0, "pieces": 40, "capstones": 2, "rating_change_white": 164,
    "rating_change_black": -66,
}  # fmt: skip
EXPORT = (
    '[Site "PlayTak.com"]\n[Event "Online Play"]\n[Date "2022.05.25"]\n[Time "14:19:10"]\n'
    '[Player1 "Covault"]\n[Rating1 "1080"]\n[Player2 "Catalyst"]\n[Rating2 "1105"]\n'
    '[Clock "3:0 +20"]\n[Result "R-0"]\n[Size "7"]\n[Komi "0"]\n[Flats "40"]\n[Caps "2"]\n\n\n'
    "1. a7 d4\n2. e4 a4\n3. d3 b4\n4. d2 d7\n5. d5 d6\n6. d1 Cc4\n7. e5 1c4>1\n8. e6 e7\n"
    "9. f6 f7\n10. Cg7 2d4>2\n11. 1g7<1 1e7-1\n12. 1f6<1 3e4+3\n13. 3e6<12 Cd4\n14. c7 c4\n"
    "15. c5 g4\n16. Ce4 a5\n17. c3 4e5<4\n18. 1c3+1 5d5<5\n19. 1c7>1 6c5+6\n20. e5 7c6>7\n"
    "21. 2f7<2 1d4<1\n22. e3 7d6>7\n23. d5\nR-0\n"
)
# The first player builds a road on size 5 along row 1; then one in the other direction.
ROAD = "P E5,P A1,P B1,P A5,P C1,P B5,P D1,P C5,P E1"
OTHER_ROAD = "P E5,P A1,P A2,P E4,P A3,P E3,P A4,P D4,P A5"


def stored_game(number=1, *, white="ada_t", black="bo_t", **about):
    """A row of the server's list of games: a tournament game of size 5, 10 minutes + 5 seconds."""
    return {
        "id": number, "date": 1795689600000, "size": 5, "player_white": white,
        "player_black": black, "notation": ROAD, "result": "R-0", "timertime": 600, "timerinc": 5,
        "rating_white": 1500, "rating_black": 1500, "unrated": 0, "tournament": 1, "komi": 0,
        "pieces": 21, "capstones": 1, "extra_time_amount": 0, "extra_time_trigger": 0,
        "increment_scales": 0, "opening": "swap", **about,
    }  # fmt: skip


def message_of(row, pnt_id, *, kind="game.ended"):
    """What the server posts of a row of its list of games."""
    is_over = kind == "game.ended"
    return {
        "type": kind,
        "game": {
            "id": row["id"], "pntId": pnt_id, "white": row["player_white"],
            "black": row["player_black"], "timeContingent": row["timertime"],
            "timeIncrement": row["timerinc"], "extraTimeTriggerMove": row["extra_time_trigger"],
            "extraTimeAmount": row["extra_time_amount"], "komi": row["komi"] / 2,
            "boardSize": row["size"], "capstones": row["capstones"], "pieces": row["pieces"],
            "unrated": bool(row["unrated"]), "tournament": bool(row["tournament"]),
            "incrementScales": False, "opening": row["opening"],
            "moves": row["notation"].split(",") if is_over else [],
            "result": row["result"] if is_over else None,
        },
    }  # fmt: skip
