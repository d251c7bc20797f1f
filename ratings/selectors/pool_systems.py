"""The system of a pool, for whoever reads what it has rated."""

from ratings import systems
from ratings.models import Pool
from ratings.systems import AnySystem


def system_of(pool: Pool) -> AnySystem:
    """The system with its stored parameters.

    One that is out of bounds has its default: nothing can be rated by it, yet the list that was
    made before is still read. `recompute` refuses it.
    """
    return systems.build(pool.system, systems.valid_parameters(pool.system, pool.parameters))
