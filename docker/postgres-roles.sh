#!/bin/sh
# Run by PostgreSQL's image once, when its volume is empty: the product's role owns its own database and
# nothing else, the backup's may only read. Each password is the one in that role's address.
set -eu

password_in() {
	url=$(cat "/run/secrets/$1")
	rest=${url#*://*:}
	printf %s "${rest%%@*}"
}

psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
	--set app="$(password_in database_url)" --set backup="$(password_in backup_url)" <<'SQL'
CREATE ROLE kisscrm LOGIN PASSWORD :'app';
CREATE ROLE backup LOGIN PASSWORD :'backup';
GRANT pg_read_all_data TO backup;
CREATE DATABASE kisscrm OWNER kisscrm;
REVOKE ALL ON DATABASE kisscrm FROM PUBLIC;
GRANT CONNECT ON DATABASE kisscrm TO backup;
SQL
