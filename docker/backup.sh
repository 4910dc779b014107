#!/bin/sh
# Backups of the database: `backup.sh once`, `daily`, `fresh` (is the newest of today or yesterday?), or
# `restore FILE URL` into an empty database. A dump counts only when it is whole and can be read back.
set -eu
umask 077
folder=${BACKUP_FOLDER:-/backups}

url() {
	cat "${BACKUP_URL_FILE:?names the file with the address of the database}"
}

once() {
	name=kisscrm-$(date -u +%Y%m%dT%H%M%SZ)
	pg_dump --format custom --no-owner --no-privileges --file "$folder/.$name" --dbname "$(url)"
	pg_restore --list "$folder/.$name" >/dev/null
	mv "$folder/.$name" "$folder/$name.dump"
	echo "Backed up: $name.dump, $(wc -c <"$folder/$name.dump") bytes."
	forget
}

forget() { # all but the newest
	find "$folder" -name 'kisscrm-*.dump' | sort -r | tail -n "+$((${BACKUPS_KEPT:-14} + 1))" |
		while read -r old; do rm -- "$old"; done
}

case "${1:-}" in
once) once ;;
daily)
	trap 'exit 0' TERM INT
	while :; do
		once || echo "The backup failed; again in a day, or by hand: backup.sh once" >&2
		sleep 86400 &
		wait $!
	done
	;;
fresh) test -n "$(find "$folder" -name 'kisscrm-*.dump' -mmin -1560)" ;;
restore) # --exit-on-error and one transaction: all of it, or nothing
	pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --dbname "$3" "$2"
	;;
*)
	echo "backup.sh once | daily | fresh | restore FILE URL" >&2
	exit 2
	;;
esac
