"""Markdown of organisers as HTML. Safe by construction: the text adds no tag and no attribute.

The parser makes every tag itself. HTML in the text is escaped, images are not made, and a link
leads to the web, a mail address or a telephone only.
"""

from urllib.parse import urlsplit

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

SCHEMES = frozenset({"", "http", "https", "mailto", "tel"})  # "": a path of this site
SECOND_LEVEL = 2  # a description stands below an h2
LOWEST_HEADING = 6
REL = "nofollow ugc noopener"


class Parser(MarkdownIt):
    """schemes: of the addresses that become links."""

    schemes = SCHEMES

    def validateLink(self, url: str) -> bool:  # noqa: N802  # the name that the library calls
        try:
            return urlsplit(url).scheme in self.schemes
        except ValueError:  # such as an address with an open bracket
            return False


class HttpsParser(Parser):
    schemes = frozenset({"https"})


def _parser(of: type[Parser]) -> MarkdownIt:
    return of("commonmark", {"html": False, "breaks": True}).disable("image")


_PARSER, _HTTPS_PARSER = _parser(Parser), _parser(HttpsParser)


def render_markdown(text: str, *, https_only: bool = False) -> SafeString:
    parser = _HTTPS_PARSER if https_only else _PARSER
    tokens = parser.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + SECOND_LEVEL, LOWEST_HEADING)}"
        for inline in token.children or ():
            if inline.type == "link_open":
                inline.attrSet("rel", REL)
    html: str = parser.renderer.render(tokens, parser.options, {})
    return mark_safe(html)  # nosec  # see the module
