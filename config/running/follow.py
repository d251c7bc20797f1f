"""The server of followers: uvicorn, without its command line."""

import uvicorn

from config.environment import Environment
from config.follow.app import application


def serve(settings: Environment, port: int) -> None:
    uvicorn.run(
        application,
        host=settings.bind_address,
        port=port,
        loop="asyncio",
        http="h11",
        ws="none",
        access_log=False,
        log_config=None,  # lines go to our log, which masks them
        log_level="error",
        timeout_graceful_shutdown=1,
    )
