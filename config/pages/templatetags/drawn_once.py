"""Parts of a page that are the same for all who read it in one language."""

from collections.abc import Sequence

from django import template
from django.template import Context, Node, NodeList, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token
from django.template.loader_tags import BlockNode
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.tag
def drawnonce(parser: Parser, token: Token) -> "DrawnOnce":
    """{% drawnonce section %}...{% enddrawnonce %}: drawn once in a process for each language and
    each value of what is named. Nothing else inside may depend on the request, and what is named
    has few values, for each is kept.
    """
    differs_by = [parser.compile_filter(word) for word in token.split_contents()[1:]]
    nodelist = parser.parse(("enddrawnonce",))
    parser.delete_first_token()
    if nodelist.get_nodes_by_type(BlockNode):
        raise TemplateSyntaxError("A page may put something else into a block: no block inside.")
    return DrawnOnce(nodelist, differs_by)


class DrawnOnce(Node):
    def __init__(self, nodelist: NodeList, differs_by: Sequence[FilterExpression]) -> None:
        self.nodelist = nodelist
        self.differs_by = differs_by
        self._drawn: dict[tuple[object, ...], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        values = [each.resolve(context, ignore_failures=True) for each in self.differs_by]
        key = (get_language(), get_script_prefix(), *values)
        drawn = self._drawn.get(key)
        if drawn is None:
            drawn = self._drawn[key] = self.nodelist.render(context)
        return drawn
