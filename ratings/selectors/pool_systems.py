"""The rating system of a pool, for reading its list."""

from ratings import systems
from ratings.models import Pool
from ratings.systems import AnySystem


def system_of(pool: Pool) -> AnySystem:
    """The system with its stored parameters; those out of bounds have their defaults.

    So an existing list stays readable. `recompute` refuses such parameters.
    """
    return systems.build(pool.system, systems.valid_parameters(pool.system, pool.parameters))
