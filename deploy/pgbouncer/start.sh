#!/bin/sh
# Writes down whom PgBouncer lets in and logs in as, from the environment (APP_PASSWORD, POSTGRES_HOST), and becomes PgBouncer.
set -eu
umask 077
printf '"cashback_app" "%s"\n' "$(printf %s "$APP_PASSWORD" | sed 's/"/""/g')" >/tmp/userlist.txt
sed "s/%POSTGRES_HOST%/${POSTGRES_HOST:-postgres}/" "${PGBOUNCER_TEMPLATE:-/etc/pgbouncer/pgbouncer.ini}" >/tmp/pgbouncer.ini
exec pgbouncer /tmp/pgbouncer.ini
