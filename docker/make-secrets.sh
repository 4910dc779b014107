#!/bin/sh
# Make docker/secrets/: long random values, and an empty file for HubSpot's service key. What is there stays.
set -eu
folder=$(dirname "$0")/secrets
mkdir -p "$folder"
chmod 700 "$folder" # on this machine for its owner only; a container sees single files of it

keep() { # NAME VALUE
	test -e "$folder/$1" || printf '%s' "$2" >"$folder/$1"
	chmod 444 "$folder/$1"
}

random() {
	od -An -N 32 -t x1 /dev/urandom | tr -d ' \n'
}

keep secret_key "$(random)"
keep postgres_password "$(random)"
keep database_url "postgres://kisscrm:$(random)@postgres:5432/kisscrm"
keep backup_url "postgres://backup:$(random)@postgres:5432/kisscrm"
keep hubspot_access_token ""
echo "Put HubSpot's service key into $folder/hubspot_access_token."
