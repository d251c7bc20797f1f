"""How many examples hypothesis makes of a test: all of them in .ci/run, a fifth by hand."""

from typing import Any

from hypothesis import settings

WHOLE = 100  # the number of hypothesis itself, and of the profile `again`


def examples(number: int, **more: Any) -> settings:
    """So many examples in the profile `again`, and as large a share of them in another."""
    share = settings.get_profile(settings.get_current_profile_name()).max_examples / WHOLE
    return settings(max_examples=max(3, round(number * share)), deadline=None, **more)
