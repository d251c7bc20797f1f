"""Read by gunicorn when it starts in this folder, whoever starts it."""

logger_class = "config.gunicorn_log.MaskingLogger"
