"""Gunicorn's logger, with the lines of our log."""

from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from config.environment import read_environment
from config.logs.formatters import make_formatter


class MaskingLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    def setup(self, cfg: object) -> None:
        super().setup(cfg)
        for log in (self.error_log, self.access_log):
            for handler in log.handlers:
                handler.setFormatter(make_formatter(read_environment().log_format))
