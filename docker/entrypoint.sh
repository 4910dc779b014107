#!/bin/sh
# Become one of the product's processes. Each is exec'd, so that a stop reaches it and it can finish:
# gunicorn ends its requests, a worker its task (a warm shutdown), the timetable at once.
set -eu
cd "$(dirname "$0")/.."
scratch=${TMPDIR:-/tmp}

case "${1:-web}" in
prepare) # once before the others: what the database lacks, then whether this configuration is safe
	python manage.py migrate --noinput
	exec python manage.py check --deploy
	;;
web) # no access log: a door's token stands in its path, and the reverse proxy writes one anyway
	exec gunicorn kisscrm.wsgi --bind "${BIND:-0.0.0.0:8000}" \
		--workers "${WEB_WORKERS:-2}" --threads "${WEB_THREADS:-4}" \
		--timeout 60 --graceful-timeout 30 --max-requests 5000 --max-requests-jitter 500 \
		--no-control-socket
	;;
worker-write) # what people changed; one at a time keeps it in order, and nothing queues behind a pull
	exec celery -A kisscrm worker -Q write -n write@%h --concurrency 1 --without-gossip --without-mingle
	;;
worker-read)
	exec celery -A kisscrm worker -Q read -n read@%h --concurrency "${READ_WORKERS:-2}" \
		--without-gossip --without-mingle
	;;
beat) # exactly one
	exec celery -A kisscrm beat --schedule "$scratch/beat-schedule" --pidfile=
	;;
*)
	exec python manage.py "$@"
	;;
esac
