"""The strikes: what each does to a world while the crowd plays. Each ends its own fault."""

from tests.faults.strikes import processes, requests, servers
from tests.faults.strikes.acting import Strike, Struck


def nothing(struck: Struck) -> None:
    """To see that the crowd finds no fault where there is none."""


STRIKES: dict[str, Strike] = {
    "nothing": Strike("nothing, for comparison", nothing),
    **processes.STRIKES,
    **servers.STRIKES,
    **requests.STRIKES,
}
