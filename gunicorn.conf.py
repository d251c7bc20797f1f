"""Read by gunicorn when it starts in this folder, whoever starts it."""

logger_class = "config.logs.gunicorn_log.MaskingLogger"
