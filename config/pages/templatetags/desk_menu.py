"""The entry of the desk in the menu."""

from django import template
from django.template import Context

from config.pages.account.signing_in import actor_of
from config.pages.desk.entrance import has_desk

register = template.Library()


@register.simple_tag(takes_context=True)
def leads_to_desk(context: Context) -> bool:
    """Whether the reader has a desk. One query, for readers who are signed in."""
    request = context.get("request")
    # A request that was refused before it was authenticated has no user.
    user = getattr(request, "user", None)
    if request is None or user is None or not user.is_authenticated:
        return False
    return has_desk(actor_of(request))
