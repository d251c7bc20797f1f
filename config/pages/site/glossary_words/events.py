"""Terms of tournaments."""

from django.utils.translation import gettext_lazy as _

from config.pages.site.glossary_words import Term

EVENTS = (
    Term("player", "player", "שחקן, שחקנית", "プレイヤー", _("A person who plays.")),
    Term("event", "event, tournament", "טורניר", "大会",
         _("One tournament: a game, its rules, and one or more stages.")),
    Term("stage", "stage", "שלב", "ステージ", _("A part of an event with one system of pairing.")),
    Term("round", "round", "סיבוב", "ラウンド", _("What is paired and played at one time.")),
    Term("pairing", "pairing", "שיבוץ", "組み合わせ", _("Who plays whom, and at which table.")),
    Term("match", "match", "מפגש", "対戦", _("The games of one pairing.")),
    Term("table", "table", "שולחן", "卓", _("Where a match is played; tables have numbers.")),
    Term("swiss", "Swiss", "השיטה השווייצרית", "スイス式",
         _("In each round everybody plays somebody with about as many points, nobody twice.")),
    Term("round-robin", "round robin", "כולם נגד כולם", "総当たり戦",
         _("Everybody plays everybody.")),
    Term("knockout", "knockout", "נוקאאוט", "勝ち抜き戦", _("The loser of a match is out.")),
    Term("bye", "bye", "סיבוב חופשי", "BYE(抜け番)",
         _("A round without an opponent, because the number of players is odd.")),
    Term("forfeit", "forfeit, no-show", "הפסד טכני", "不戦敗",
         _("A loss without a game, for example because a player did not come.")),
    Term("result", "result", "תוצאה", "結果", _("How a game or a match ended.")),
    Term("standings", "standings", "טבלת המיקומים", "順位表",
         _("The players of an event in the order of their points.")),
    Term("tie-break", "tie-break", "שובר שוויון", "タイブレーク",
         _("What decides between players with equal points.")),
    Term("rating", "rating", "מד כושר", "レーティング",
         _("A number for how strong a player is, made from the results of games.")),
    Term("organiser", "organiser", "מארגן", "主催者", _("Who sets up an event and runs it.")),
    Term("arbiter", "arbiter", "שופט", "審判", _("Who decides disputes and rules on games.")),
)  # fmt: skip
