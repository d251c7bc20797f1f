"""Gunicorn's logger with masked secrets."""

import logging

from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from config.logs.masking import MaskingFormatter


class MaskingLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    def setup(self, cfg: object) -> None:
        super().setup(cfg)
        for log in (self.error_log, self.access_log):
            for handler in log.handlers:
                old = handler.formatter or logging.Formatter()
                handler.setFormatter(MaskingFormatter(old._fmt, old.datefmt))
