"""Django settings. Values that differ between machines come from `environment.py`."""

import os
import secrets
import sys
from datetime import timedelta
from pathlib import Path
from urllib.parse import unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config import broker, environment, private_files
from config.worker import limits

try:
    ENV = environment.read_environment()
except environment.BadEnvironment as error:
    raise ImproperlyConfigured(str(error)) from error

BASE_DIR = environment.ROOT
VAR_DIR = ENV.var_dir
private_files.make_private_folder(VAR_DIR)
# A single machine without https. Django's DEBUG stays off, because its error pages show settings
# and code to everybody who can reach the port.
ON_ONE_MACHINE = ENV.debug
DEBUG = False


def _own_key(path: Path, size: int) -> str:
    """A key of this machine, created on first use; safe with parallel processes."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(size))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def _lines_of(path: Path) -> list[str]:
    return path.read_text().split() if path.exists() else []


SECRET_KEY_FILE = VAR_DIR / "secret_key"
SECRET_KEY = ENV.secret_key or _own_key(SECRET_KEY_FILE, 64)
SECRET_KEY_FALLBACKS = list(ENV.secret_key_fallbacks)
# Signs journals and archives. `manage.py signing_key` replaces it, and keeps the old public keys.
SIGNING_KEY_FILE = VAR_DIR / "signing_key"
RETIRED_SIGNING_KEYS_FILE = VAR_DIR / "retired_signing_keys"
SIGNING_KEY = ENV.signing_key or _own_key(SIGNING_KEY_FILE, 32)
RETIRED_SIGNING_KEYS = [*ENV.retired_signing_keys, *_lines_of(RETIRED_SIGNING_KEYS_FILE)]
# By which push services know this service. With another one people switch their devices on again.
PUSH_KEY_FILE = VAR_DIR / "push_key"
PUSH_KEY = ENV.push_key or _own_key(PUSH_KEY_FILE, 32)
ALLOWED_HOSTS = list(ENV.allowed_hosts) or ["localhost", "127.0.0.1", "[::1]"]

INSTALLED_APPS = [
    "config.admin_pages.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "oauth2_provider",
    "tournaments",
    "ratings",
    "games",
    "config.pages",
    "config",
]
MIDDLEWARE = [
    "config.middleware.request_ids.RequestIds",
    "config.middleware.page_headers.PageHeaders",
    "config.pages.offline.readers.NameReaders",
    "config.health.views.HealthChecks",
    "config.metrics.views.ServeMetrics",
    "config.middleware.cross_origin.CrossOriginReads",
    "config.middleware.request_checks.CheckRequests",
    "django.middleware.security.SecurityMiddleware",
    "config.static_files.SourceFiles"
    if ON_ONE_MACHINE
    else "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.pages.zones.zone_middleware",
    "django.middleware.common.CommonMiddleware",
    "config.access.rate_limits.Throttle",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "config.access.known_devices.RememberDevices",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.pages.answers.MissingPages",
    "config.middleware.server_errors.Outages",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "config" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "config.access.sign_up.sign_up_context",
            ],
        },
    },
]

FORM_RENDERER = "config.pages.forms.Renderer"


# --- people ---------------------------------------------------------------------------------
AUTH_USER_MODEL = "tournaments.User"
PASSWORD_HASHERS = [
    "config.access.hashers.SmallArgon2PasswordHasher",
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    *(
        {"NAME": f"django.contrib.auth.password_validation.{name}"}
        for name in (
            "UserAttributeSimilarityValidator",
            "MinimumLengthValidator",
            "CommonPasswordValidator",
            "NumericPasswordValidator",
        )
    ),
    # It validates nothing, but is called after changes.
    {"NAME": "config.access.accounts.TokenRevoker"},
]
LOGIN_URL = "pages:login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 24 * 3600  # seconds; also for email verification links
SIGN_UP, REQUIRE_EMAIL = ENV.sign_up, ENV.require_email


# --- mail: for password resets and verification; without EMAIL_HOST site staff make links ----
MAIL = bool(ENV.email_host)
_mail = urlsplit(f"smtp://{ENV.email_host}")
EMAIL_HOST = _mail.hostname or "localhost"
EMAIL_PORT = _mail.port or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = unquote(_mail.username or ""), unquote(_mail.password or "")
EMAIL_USE_SSL, EMAIL_USE_TLS = EMAIL_PORT == 465, EMAIL_PORT == 587
EMAIL_TIMEOUT = 10  # seconds
DEFAULT_FROM_EMAIL = ENV.email_from or f"roadhouse@{EMAIL_HOST}"


# Where links in mails lead to.
SITE_URL = ENV.site_url


# --- database -------------------------------------------------------------------------------
def _database(url: str) -> dj_database_url.DBConfig:
    database = dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True)
    if database["ENGINE"] == "django.db.backends.postgresql":
        database["ENGINE"] = "config.postgresql"
        database["OPTIONS"] = {
            "connect_timeout": ENV.connect_seconds,
            **database.get("OPTIONS", {}),
        }
        # PgBouncer gives each transaction another session, and a cursor outside one needs the same.
        database["DISABLE_SERVER_SIDE_CURSORS"] = True
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["ENGINE"] = "config.sqlite"
        if Path(database["NAME"]).parent == VAR_DIR:
            private_files.make_private_file(Path(database["NAME"]))
        # IMMEDIATE: a transaction takes the write lock at its start, so that it waits instead of
        # failing when it changes from reading to writing.
        database["OPTIONS"] = {
            "timeout": 10,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
    return database


DATABASES = {"default": _database(ENV.database_url or f"sqlite:///{VAR_DIR / 'roadhouse.sqlite3'}")}
# What the server ends, set for the role in the database by each `migrate` (config/apps.py): options
# of a connection do not come through PgBouncer.
DATABASE_LIMITS = {
    "lock_timeout": f"{ENV.lock_seconds}s",
    "statement_timeout": f"{ENV.statement_seconds}s",
    "idle_in_transaction_session_timeout": f"{ENV.idle_seconds}s",
}
# Nightly backups; see config/backups/nightly.py.
BACKUP_DIR, BACKUP_RECIPIENTS = ENV.backup_dir, ENV.backup_recipients
BACKUP_DAYS = ENV.backup_days
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


# --- broker and cache -----------------------------------------------------------------------
# Without REDIS_URL: the Redis of a running `make`, else files and the database (config/broker.py).
REDIS_URL = ENV.redis_url or broker.read_announced_url(VAR_DIR)
CACHES: dict[str, dict[str, object]]
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "config.cache.FailSoftRedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "roadhouse",
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = broker.REDIS_OPTIONS
else:
    CACHES = {
        "default": {
            "BACKEND": "config.cache.FailSoftDatabaseCache",
            "LOCATION": "cache",
            # Pages of 5 to 20 kB. The usual 300 would push out the counts of the rate limits.
            "OPTIONS": {"MAX_ENTRIES": 3_000},
        }
    }
    CELERY_BROKER_URL = "filesystem://"
    CELERY_BROKER_TRANSPORT_OPTIONS = broker.filesystem_options(VAR_DIR)

CELERY_TIMEZONE = "UTC"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
# A task whose process died is recorded like one that failed (config/worker/limited_task.py), so
# that one that always kills it comes to rest.
CELERY_TASK_REJECT_ON_WORKER_LOST = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A process that computed the table of a large event keeps its memory, 40 MB for a thousand entries.
# Beat alone sends a hundred tasks in some minutes, so small processes replace large ones soon.
CELERY_WORKER_MAX_TASKS_PER_CHILD = 100
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A Redis that is full or read-only refuses commands: the worker connects again instead of ending.
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
# If the broker is down, a request does not retry; beat sends the task later.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_TASK_SOFT_TIME_LIMIT, CELERY_TASK_TIME_LIMIT = limits.DEFAULT  # the default
CELERY_TASK_ANNOTATIONS = limits.ANNOTATIONS
CELERY_TASK_DEFAULT_QUEUE = "standings"
CELERY_TASK_ROUTES = {
    "tournaments.tasks.*": {"queue": "standings"},
    "ratings.tasks.refresh_series": {"queue": "standings"},
    "ratings.tasks.*": {"queue": "ratings"},
    "tournaments.jobs.mail_witness": {"queue": "bulk"},
    "tournaments.jobs.*": {"queue": "pairing"},
    "ratings.jobs.*": {"queue": "pairing"},
    "games.jobs.*": {"queue": "bulk"},
    "config.jobs.fan_out_webhooks": {"queue": "webhooks"},
    "config.jobs.deliver_webhooks": {"queue": "webhooks"},
    "config.jobs.make_notices": {"queue": "webhooks"},
    "config.jobs.mail_notices": {"queue": "webhooks"},
    "config.jobs.push_notices": {"queue": "webhooks"},
    "config.jobs.tell_deadlines": {"queue": "webhooks"},
    "config.jobs.*": {"queue": "bulk"},
}


def _beat(every: timedelta, *names: str) -> dict[str, dict[str, object]]:
    return {name: {"task": name, "schedule": every} for name in names}


CELERY_BEAT_SCHEDULER = "config.worker.beat:Scheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 5
# What runs by the clock is in config/celery.py: processes without tasks do not load Celery.
CELERY_BEAT_SCHEDULE = {
    **_beat(
        timedelta(seconds=5),
        "tournaments.tasks.number_changes",
        "tournaments.tasks.repair_standings",
        "tournaments.jobs.pair_arenas",
        "tournaments.jobs.repair_pairings",
        "ratings.tasks.repair_pools",
        "ratings.tasks.repair_series",
        "games.jobs.confirm_overdue",
        "config.jobs.fan_out_webhooks",
        "config.jobs.deliver_webhooks",
        "config.jobs.make_notices",
    ),
    **_beat(timedelta(seconds=20), "games.jobs.tend_playtak"),
    **_beat(
        timedelta(minutes=1),
        "games.jobs.rule_late",
        "games.jobs.resend_imports",
        "tournaments.jobs.settle_ladders",
        "config.jobs.mail_notices",
        "config.jobs.push_notices",
    ),
    **_beat(timedelta(minutes=10), "config.jobs.tell_deadlines"),
    **_beat(
        timedelta(hours=1),
        "ratings.jobs.publish_lists",
        "ratings.tasks.forget_old_epochs",
        "tournaments.tasks.forget_old_changes",
        "config.jobs.forget_idempotency_keys",
        "config.jobs.forget_tokens_of_applications",
        "config.jobs.forget_old_deliveries",
        "config.jobs.forget_old_notices",
        "games.jobs.forget_playtak_messages",
    ),
}

# What runs the Swiss engine (tournaments/engine_process.py).
PAIRING_COMMAND = (sys.executable, "-m", "tournaments.pairing_child")
# How long a request waits for a worker to pair a round.
PAIRING_PATIENCE_SECONDS = 8.0
# A simulated outlook stops then, once it has its fewest samples.
OUTLOOK_SECONDS = 0.8


# --- size limits of request bodies; see config/middleware/request_checks.py -----------------
FORM_BODY_BYTES = 256 * 1024  # forms without records and files
SMALL_BODY_BYTES = 512 * 1024  # a record of 64 KiB, with every letter escaped
LARGE_BODY_BYTES = 2_560 * 1024  # files and bulk lists
PHOTO_BODY_BYTES = 8 * 1024 * 1024 + FORM_BODY_BYTES  # a photo and the rest of its form
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = LARGE_BODY_BYTES


# --- languages and time ---------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("he", _("Hebrew")), ("ja", _("Japanese"))]
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"


# --- static files ---------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.static_files.SourceStorage"
        if ON_ONE_MACHINE
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
# On one machine the source files are served (config/static_files.py): no collectstatic is needed.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = ON_ONE_MACHINE


# --- followers of the feed of changes; see config/follow/ ------------------------------------
FOLLOW_URL, FOLLOWERS = ENV.follow_url, ENV.followers


# --- what reads the feed to act on it, see tournaments/services/feed/reading.py ---------------
FEED_READERS = ("config.jobs.fan_out_webhooks", "config.jobs.make_notices")


# --- webhooks; see config/webhooks/ -----------------------------------------------------------
WEBHOOKS_TO_OWN_NETWORKS, WEBHOOKS_BY_HTTP = ENV.webhooks_to_own_networks, ENV.webhooks_by_http


# --- games that are played at playtak; see games/services/playtak/ ------------------------------
PLAYTAK_URL, PLAYTAK_API_URL = ENV.playtak_url, ENV.playtak_api_url
PLAYTAK_SECRET, PLAYTAK_NETWORKS = ENV.playtak_secret, ENV.playtak_networks


# --- API ------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "EXCEPTION_HANDLER": "config.api.problems.handler",
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "config.access.bearers.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["config.access.bearers.MayWrite"],
    "DEFAULT_RENDERER_CLASSES": ["tournaments.api.renderers.JsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "config.api.pagination.Cursor",
    "DEFAULT_SCHEMA_CLASS": "config.api.document.operation.Operation",
    # A public server is behind one proxy, which appends the client address to the header.
    "NUM_PROXIES": 0 if ON_ONE_MACHINE else 1,
}

# --- OAuth 2: applications that act for people; see config/oauth/ -----------------------------
OAUTH2_PROVIDER_APPLICATION_MODEL = "config.Application"
# Those of the library, and one that takes their place in a new database.
MIGRATION_MODULES = {"oauth2_provider": "config.oauth.migrations"}
OAUTH2_PROVIDER = {
    "OAUTH2_SERVER_CLASS": "config.oauth.server.Server",
    "OAUTH2_BACKEND_CLASS": "config.oauth.library.Library",
    "OAUTH2_VALIDATOR_CLASS": "config.oauth.validator.Validator",
    "ACCESS_TOKEN_GENERATOR": "config.oauth.secrets.new_access_token",
    "REFRESH_TOKEN_GENERATOR": "config.oauth.secrets.new_refresh_token",
    "AUTHORIZATION_CODE_EXPIRE_SECONDS": 60,
    "ACCESS_TOKEN_EXPIRE_SECONDS": 3600,
    "REFRESH_TOKEN_EXPIRE_SECONDS": 180 * 24 * 3600,  # without use
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    # The application allows http for addresses of the own machine (config/models.py).
    "ALLOWED_REDIRECT_URI_SCHEMES": ["https"],
    # RFC 9700; among them: only digests of tokens are stored.
    **{
        f"COMPLIANT_BCP_RFC9700_{name}": True
        for name in (
            "IMPLICIT_GRANT",
            "PASSWORD_GRANT",
            "PKCE_METHOD",
            "PKCE_REQUIRED",
            "ACCESS_TOKEN_TRANSPORT",
            "AUTHZ_RESPONSE_ISS",
            "TOKEN_STORAGE",
            "REFRESH_TOKEN",
            "REDIRECT_URI_SCHEME",
            "REDIRECT_URI_MATCHING",
        )
    },
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Roadhouse",
    "DESCRIPTION": "Tournaments and ratings for Tak, Taki and Gamnon.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "GET_LIB_DOC_EXCLUDES": "config.api.document.operation.classes_without_words",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    # The documentation page loads nothing from other servers.
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    # Of a game; without it its name would change with each other field `state` that has choices.
    "ENUM_NAME_OVERRIDES": {"StateEnum": "games.models.GameState.values"},
    "POSTPROCESSING_HOOKS": [
        "config.api.document.enums.name_enums",
        "config.api.document.value_names.name_values",
        "config.api.document.hooks.add_problem_responses",
        "config.api.document.hooks.add_tags",
        "config.api.document.hooks.describe_fields",
        "config.api.document.exchange.add_exchange",
        "config.api.document.examples.add_examples",
        "config.api.scopes.add_scopes",
        "config.api.document.token_scheme.add_oauth2",
    ],
}


# --- a public server (DEBUG=0): behind an https proxy -----------------------------------------
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not ON_ONE_MACHINE
if not ON_ONE_MACHINE:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    CSRF_TRUSTED_ORIGINS = [
        f"https://*{host}" if host.startswith(".") else f"https://{host}"
        for host in ENV.allowed_hosts
        if host != "*"
    ]
    # HSTS for subdomains and preloading concern the whole domain, which may be shared.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]


# --- metrics; see config/metrics/ ------------------------------------------------------------
METRICS, METRICS_NETWORKS = ENV.metrics, ENV.metrics_networks
METRICS_DIR = VAR_DIR / "metrics"  # see config/metrics/folder.py
if METRICS:
    MIDDLEWARE.insert(1, "config.metrics.requests.CountRequests")


# --- log ------------------------------------------------------------------------------------
ACCESS_LOG = ENV.access_log  # of config/middleware/request_ids.py
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    # URLs of personal links, invitations and password resets contain secrets.
    "formatters": {"line": {"()": "config.logs.formatters.make_formatter", "kind": ENV.log_format}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": ENV.log_level},
    # Django's default handlers would print the lines unmasked.
    "loggers": {
        "django": {"handlers": [], "level": ENV.log_level, "propagate": True},
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "roadhouse.access": {"handlers": ["console"], "level": "INFO", "propagate": False},
    },
}
