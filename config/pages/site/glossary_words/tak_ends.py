"""Terms of Tak: ends of games, positions, scores and stakes."""

from django.utils.translation import gettext_lazy as _

from config.pages.site.glossary_words import Term

ENDS = (
    Term(
        "road",
        "road",
        "דרך",
        "道",
        _("A string of spaces topped by one player’s flats and capstones, from side to side."),
    ),
    Term("road-win", "road win", "ניצחון דרך", "ロードウィン", _("A win by completing a road.")),
    Term(
        "double-road",
        "double road",
        "דרך כפולה",
        "ダブルロード",
        _("One move that completes roads of both players: the player who made it wins."),
    ),
    Term(
        "flat-win",
        "flat win",
        "ניצחון ספירה",
        "フラットウィン",
        _("A win by more flat stones on top, when the game ended without a road."),
    ),
    Term(
        "draw", "draw", "תיקו", "引き分け", _("Nobody wins, for example with equally many flats.")
    ),
    Term(
        "komi",
        "komi",
        "קומי",
        "コミ",
        _("Points that the second player gets in the count of flats."),
    ),
    Term(
        "calling-tak",
        "calling “Tak”",
        "הכרזת טאק",
        "「タク」の宣言",
        _("To warn the opponent that you could win with your next move."),
    ),
    Term("resign", "resign", "כניעה", "投了", _("To give up the game.")),
)

IDEAS = (
    Term("reach", "reach", "טווח", "届く範囲",
         _("The spaces that a piece or a stack can get to in one move.")),
    Term("guard", "guard", "חסם", "ガード",
         _("A wall placed to shorten the reach of a strong enemy stack.")),
    Term("hard-stack", "hard stack", "מערום קשיח", "ハードスタック",
         _("A stack with many stones of its owner: it moves far and leaves an unbroken string.")),
    Term("soft-stack", "soft stack", "מערום רך", "ソフトスタック",
         _("A stack with many captives: as it moves it sets them free, and its string has gaps.")),
    Term("hard-cap", "hard cap, hunter", "אבן ראשה קשיחה, “צייד”", "ハードキャップ",
         _("A capstone right above a stone of its own: it flattens and frees no captive.")),
    Term("soft-cap", "soft cap, soldier", "אבן ראשה רכה, “חייל”", "ソフトキャップ",
         _("A capstone right above a captive, which it leaves behind when it flattens a wall.")),
    Term("hoovering", "hoovering, playing sheriff", "שאיבה", "吸い上げ",
         _("A wall or capstone roams and captures what it can, until the carry limit makes it "
           "free captives to move on.")),
    Term("brookers-fall", "Brooker’s Fall", "Brooker’s Fall", "ブルッカーズ・フォール",
         _("A trick that the novel names but never explains; it is only called clever play in "
           "the corner.")),
    Term("bredons-defence", "Bredon’s Defence", "ההגנה של ברדון", "ブレドンの守り",
         _("Bredon’s name for his way out of Brooker’s Fall.")),
)  # fmt: skip

CUSTOMS = (
    Term("beginners-game", "beginners’ game", "משחק המתחילים", "初心者用ゲーム",
         _("4 by 4 with 15 stones each and no capstones.")),
    Term("nomads-game", "nomads’ game", "משחק הנוודים", "遊牧民のゲーム",
         _("4 by 4 or 5 by 5 without a board; something small marks the centre.")),
    Term("nobles-game", "nobles’ game", "משחק האצילים", "貴族のゲーム",
         _("6 by 6, with “Tak” said out of courtesy.")),
    Term("champions-game", "champions’ game", "משחק האלופים", "チャンピオンのゲーム",
         _("8 by 8 with 50 stones and two capstones each.")),
    Term("scoring", "scoring", "ניקוד", "得点計算",
         _("How the points of several games are added up.")),
    Term("board-score", "board score", "נקודות הלוח", "盤の点数",
         _("One point for each space of the board, for the winner.")),
    Term("reserve-score", "reserve score", "נקודות המאגר", "駒の点数",
         _("One point for each piece left in the winner’s reserve.")),
    Term("downing", "Downing’s rules", "חוקי דאונינג", "ダウニングルール",
         _("A straight road doubles the reserve score.")),
    Term("middletown", "Middletown rules", "חוקי מידלטאון", "ミドルタウンルール",
         _("A win without the capstone doubles the reserve score.")),
    Term("tarway", "Tarway rules", "חוקי טארוויי", "ターウェイルール",
         _("A road of single pieces doubles the reserve score; a road of stacks trebles it.")),
    Term("ante", "ante", "אנטה", "アンティ", _("What both players pay into the pot at the start.")),
    Term("bid", "bid", "הצעה", "ビッド", _("Coins offered for the right to move first.")),
    Term("pot", "pot", "קופת ההימור", "ポット", _("The coins that the winner takes.")),
    Term("coin", "coin", "מטבע", "コイン", _("The unit of stakes; here a point, never money.")),
)  # fmt: skip
