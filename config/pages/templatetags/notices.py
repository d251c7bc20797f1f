"""The number at the bell in the header."""

from django import template
from django.template import Context

from config.notices.inbox import count_unread

register = template.Library()


@register.simple_tag(takes_context=True)
def unread_notices(context: Context) -> int:
    """How many notices the reader has not read. One query; none without an account."""
    user = getattr(context.get("request"), "user", None)
    return count_unread(user.pk) if user is not None and user.is_authenticated else 0
