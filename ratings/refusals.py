"""Why a parameter is refused and why a list is not rated, in the reader's language."""

from django.utils.translation import gettext as _

from ratings.models import Pool
from ratings.systems import ParameterRefused
from ratings.systems.bounds import MESSAGES
from tournaments.wording import in_words


def parameter_problem(refused: ParameterRefused) -> str:
    """The sentence without the parameter's name, which the error's field gives."""
    params = {**refused.params}
    if "unit" in params:
        params["unit"] = in_words(str(params["unit"]))
    return in_words(MESSAGES[refused.code]).format(**params)


def pool_problem(pool: Pool) -> str:
    """Why the list of a pool cannot be rated; empty: it can."""
    failure = pool.failure
    if failure is None:
        return ""
    refused = ParameterRefused(failure["name"], failure["code"], **failure["params"])
    return _("This list is not rated. Change parameter {name}: {problem}.").format(
        name=refused.name, problem=parameter_problem(refused)
    )
