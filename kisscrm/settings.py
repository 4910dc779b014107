"""One settings file for every place, built from the environment; differences are values, never a mode."""

from datetime import timedelta

import environ
from django.utils.csp import CSP

from kisscrm.env import BASE, mailer, read_env

ENV = read_env()

SECRET_KEY = ENV.secret_key
DEBUG = ENV.debug
ALLOWED_HOSTS = ENV.hosts
CSRF_TRUSTED_ORIGINS = [ENV.site_url]
SITE_URL = ENV.site_url

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "leads",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "leads.web.headers.Headers",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "leads.web.sessions.EndSessions",
    "leads.web.access.SignInFirst",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "kisscrm.urls"
WSGI_APPLICATION = "kisscrm.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

DATABASES = {"default": environ.Env.db_url_config(ENV.database_url)}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 600
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

AUTH_USER_MODEL = "leads.Person"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "board"
LOGOUT_REDIRECT_URL = "login"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
SESSION_COOKIE_AGE = int(timedelta(days=14).total_seconds())
SESSION_AGE = timedelta(days=14)
"""After this one signs in again, however busy."""
SESSION_IDLE = timedelta(hours=24)
"""After this without a look or a press one signs in again; what a page asks by itself is neither."""
RATES = {
    "sign-in as and from": "5/5 minutes;20/hour",
    "sign-in as": "50/hour",
    "sign-in from": "100/10 minutes",
    "door": "120/minute;2000/hour",
    "no such door": "30/minute",
    "webhook": "1200/minute",
    "metrics": "60/minute",
}
"""How often one address, or one name, may try. Right passwords count for the address alone; a door may
stand behind one web server that posts for all its visitors."""

if ENV.redis_url:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": ENV.redis_url,
        }
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

SENDS_MAIL = bool(ENV.email_url)
DEFAULT_FROM_EMAIL = ENV.email_from
if SENDS_MAIL:
    MAILERS = {"default": mailer(environ.Env.email_url_config(ENV.email_url))}

LANGUAGE_CODE = "en"
USE_I18N = False
TIME_ZONE = "UTC"
USE_TZ = True
OFFICE = ENV.office

STATIC_URL = "/static/"
STATIC_ROOT = BASE / "staticfiles"
STATICFILES_DIRS = [BASE / "static"]
# While debugging (and in tests) files are served from where they are written.
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "kisscrm.static_storage.HashedModules"
    },
}

# Strict: nothing inline, nothing from elsewhere.
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
    "manifest-src": [CSP.SELF],
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "leads.web.access.stale_page"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ENV.is_https
SECURE_SSL_REDIRECT = ENV.is_https
SECURE_REDIRECT_EXEMPT = [r"^health/"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ENV.is_https else None
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if ENV.is_https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = ENV.is_https
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000

HUBSPOT = ENV.hubspot
EASYSHIP = ENV.easyship
OWN_DOMAINS = ENV.own_domains
AFTER_THE_DEAL = ENV.next_page

CELERY_BROKER_URL = ENV.redis_url or "memory://localhost/"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 1800
CELERY_TASK_DEFAULT_QUEUE = "read"
CELERY_TASK_ROUTES = {
    "leads.push": {"queue": "write"},
    "leads.demo_requests": {"queue": "write"},  # somebody waits for a lock: no sweep comes first
}
CELERY_TASK_PUBLISH_RETRY = (
    False  # the outbox is the queue: a bell that cannot ring is not an error
)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3600,
    # A person waits while the bell is rung: one try, since the timetable finds the row anyway.
    "max_retries": 0,
    "socket_timeout": 3,
    "socket_connect_timeout": 1,
    "polling_interval": 0.1,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "filters": {"hide tokens": {"()": "kisscrm.log_lines.HideTokens"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["hide tokens"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # Django's own console, on while debugging, would say every line once more and show tokens.
        "django": {"level": "WARNING", "handlers": []},
        "leads": {"level": "INFO"},
        "django.server": {"handlers": ["console"], "level": "WARNING", "propagate": False},
    },
}
