"""Right to left: styles without left and right, names apart from the text around them."""

import re
from html.parser import HTMLParser

import pytest

from tests.builders import decide, make_event, make_user, published_round, slot_at
from tests.clients import text_of, url_of
from tests.games.drawing import replayed
from tests.paths import ROOT
from tournaments import recompute

STYLES = sorted(
    path
    for package in ("config", "games")
    for path in (ROOT / package).glob("**/static/**/*.css")
    if "vendor" not in path.parts
)
TEMPLATES = sorted(ROOT.glob("config/**/templates/**/*.html"))
# A declaration that means left, right, top or bottom of the screen, or its width and height.
PHYSICAL = re.compile(
    r"(?<![\w-])("
    r"(margin|padding|border|inset)-(left|right|top|bottom)[\w-]*"
    r"|border-(top|bottom)-(left|right)-radius"
    r"|left|right|top|bottom|((min|max)-)?(width|height)"
    r")\s*:(?=[^{}]*[;}])"
    r"|(?<![\w-])(text-align|float|clear|caption-side)\s*:\s*(left|right)"
)
# A bracket and a board are drawn to a measure; a query asks about the screen, not about a box.
QUERY = re.compile(r"@(media|page|container)[^{;]*")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_styles_know_start_and_end_and_no_left_and_right(path):
    text = QUERY.sub("", COMMENT.sub("", path.read_text(encoding="utf-8")))
    assert [found[0] for found in PHYSICAL.finditer(text)] == []


def test_the_styles_are_read():
    assert {"roadhouse.css", "tokens.css"} <= {path.name for path in STYLES}
    for wrong in ("a{left:0}", "a{margin-left:1px}", "a{min-width:2rem}", "a{text-align: right}"):
        assert PHYSICAL.search(wrong)
    for right in ("a{line-height:1}", "a{stroke-width:2}", "a{margin-inline-start:0}"):
        assert not PHYSICAL.search(right)


# What people wrote: it may be in any script, whatever the language of the page.
OF_PEOPLE = r"(?:\w+\.)+(?:name|username|get_username|event_name|opponent)"
WRITTEN = re.compile(rf"\{{\{{ *({OF_PEOPLE})((?:\|\w+(?::[^}}]*)?)*) *\}}\}}")
IN_A_SENTENCE = re.compile(rf"\b\w+=({OF_PEOPLE})(\|\w+)?")
PLAIN = re.compile(  # where no mark can stand, or where one stands already
    r"\{% block \w*title %\}(?:(?!\{% endblock).)*\n.*?\{% endblock %\}"
    r"|\{% block \w*title %\}[^\n]*|<title>.*?</title>|<bdi[^>]*>.*?</bdi\s*>"
    r"|<option.*?</option>|\{% include .*?%\}|\{% comment .*?endcomment %\}|\{#.*?#\}",
    re.DOTALL,
)
TAG = re.compile(r"<(?:[^<>{}]|\{\{.*?\}\}|\{%.*?%\})*>", re.DOTALL)
SENTENCE = re.compile(r"\{% blocktranslate.*?%\}.*?\{% endblocktranslate %\}", re.DOTALL)
# Words of the service that are called a name, or names that come with their mark.
OWN_WORDS = {
    "form.kind.name",
    "change.name",  # isolated where it is made
    "preset.name",  # a kind of event
    "group.name",
    "model.name",
    "part.name",  # tables of the admin
}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_names_stand_apart_from_the_text_around_them(path):
    text = path.read_text(encoding="utf-8")
    sentences = SENTENCE.findall(text)
    bare = TAG.sub(" ", SENTENCE.sub(" ", PLAIN.sub(" ", text)))
    loose = [m[1] for m in WRITTEN.finditer(bare) if "|bdi" not in m[2]]
    for sentence in sentences:
        head = sentence[: sentence.index("%}")]
        loose += [m[1] for m in IN_A_SENTENCE.finditer(head) if m[2] != "|bdi"]
    assert sorted(set(loose) - OWN_WORDS) == []


# What would be turned between letters of Hebrew: slides, TPS, results, halves, signs of numbers.
WRITTEN_SO = re.compile(
    r"(?<![\w#&/.-])\d?[a-h][1-8][<>+-]"
    r"|x\d?[,/]|(?<![\w-])([RF]-0|0-[RF])(?![\w-])"
    r"|\d ?– ?\d|\d½|(?<!\w)[−+]\d"
)
ISOLATED = re.compile("[\u2066-\u2068].*?\u2069", re.DOTALL)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
CLOSES_ITSELF = {"input", "br", "meta", "link", "img", "hr", "path", "rect", "circle", "use"}


def from_the_left():
    """What the styles set from left to right: names of classes, as `.num`, and of elements."""
    found = set()
    for path in STYLES:
        for selectors, body in RULE.findall(COMMENT.sub("", path.read_text(encoding="utf-8"))):
            if "direction:ltr" in body.replace(" ", ""):
                found |= {selector.split()[-1] for selector in selectors.split(",")}
    return found


class Turned(HTMLParser):
    """The texts of a page with notation in them that nothing around keeps from the left."""

    def __init__(self):
        super().__init__()
        self.marks = from_the_left()
        self.open = []  # the elements around, and whether each is from the left
        self.kept = []
        self.loose = []

    def handle_starttag(self, tag, attrs):
        if tag not in CLOSES_ITSELF:
            given = dict(attrs)
            classes = {f".{name}" for name in (given.get("class") or "").split()}
            marked = bool(self.marks & {tag, *classes}) or given.get("dir") == "ltr"
            # A <bdi> goes by its own first letter; scripts and styles are not shown.
            self.open.append((tag, marked or tag in ("bdi", "script", "style", "title")))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if WRITTEN_SO.search(ISOLATED.sub("", data)):
            kept = any(marked for _tag, marked in self.open)
            (self.kept if kept else self.loose).append(data.strip())


@pytest.fixture
def addresses(db):
    """The pages of a match with a drawn game and a replayed one, of everybody and of the desk."""
    event = make_event(slug="cup", organiser=make_user("boss"))
    published = published_round(event)
    for number, result in enumerate(("R-0", "1/2-1/2"), start=1):
        decide(slot_at(published, 1, number), result)
    recompute.refresh_standings(event.pk)
    game = replayed.a_road()
    found = [
        url_of(name, "cup")
        for name in ("event", "event-standings", "event-crosstable", "event-games", "event-wall",
                     "manage", "manage-results", "manage-rounds", "manage-journal",
                     "print-standings", "print-crosstable")
    ]  # fmt: skip
    found += [url_of(name, "cup", 1) for name in ("event-round", "manage-round")]
    found += [url_of("game", game.public_id), url_of("verify")]
    found += [url_of("player", event.entries.order_by("number")[0].player.public_id)]
    return found


def turned(client, address, data=None, status=200):
    client.cookies["django_language"] = "he"
    answer = client.get(address) if data is None else client.post(address, data)
    page = text_of(answer, status)
    assert 'dir="rtl"' in page
    parser = Turned()
    parser.feed(page)
    return parser


def test_notation_stays_left_to_right_on_hebrew_pages(client, addresses):
    client.force_login(make_user("olga", staff=True))
    found = {address: turned(client, address) for address in addresses}
    assert {address: page.loose for address, page in found.items() if page.loose} == {}
    kept = {words for page in found.values() for words in page.kept}
    assert {"1½", "R-0"} <= kept
    assert len(kept) > 30


def test_a_record_with_a_fault_is_shown_from_the_left(client, db):
    slide = {"record": "1. a1 e5 2. a1> b1>", "game": "tak", "size": "5"}
    page = turned(client, url_of("verify"), slide, 422)
    assert page.loose == []
    assert any("b1>" in words for words in page.kept)
