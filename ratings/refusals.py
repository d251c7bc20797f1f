"""Why a parameter cannot be, and why a list is not rated, in the language of the reader."""

from django.utils.translation import gettext as _

from ratings.models import Pool
from ratings.systems import ParameterRefused
from ratings.systems.bounds import MESSAGES
from tournaments.wording import translate_marked


def in_words_of(refused: ParameterRefused) -> str:
    """The sentence without the name of the parameter, which the field of an error says."""
    params = {**refused.params}
    if "unit" in params:
        params["unit"] = translate_marked(str(params["unit"]))
    return translate_marked(MESSAGES[refused.code]).format(**params)


def why_not_rated(pool: Pool) -> str:
    """Why the list of a pool is not brought up to date; empty: it is, or waits its turn."""
    failure = pool.failure
    if failure is None:
        return ""
    refused = ParameterRefused(failure["name"], failure["code"], **failure["params"])
    return _("This list is not rated. Change parameter {name}: {problem}.").format(
        name=refused.name, problem=in_words_of(refused)
    )
