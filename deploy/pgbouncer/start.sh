#!/bin/sh
# Writes PgBouncer's users and logins from the environment (APP_PASSWORD, LOOKUP_PASSWORD, POSTGRES_HOST), and
# becomes PgBouncer.
set -eu
umask 077
quoted() { printf %s "$1" | sed 's/"/""/g'; }
printf '"cashback_app" "%s"\n"cashback_lookup_caller" "%s"\n' "$(quoted "$APP_PASSWORD")" "$(quoted "$LOOKUP_PASSWORD")" >/tmp/userlist.txt
sed "s/%POSTGRES_HOST%/${POSTGRES_HOST:-postgres}/" "${PGBOUNCER_TEMPLATE:-/etc/pgbouncer/pgbouncer.ini}" >/tmp/pgbouncer.ini
exec pgbouncer /tmp/pgbouncer.ini
