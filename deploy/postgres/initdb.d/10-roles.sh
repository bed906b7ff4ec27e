#!/bin/sh
# Run once, when the database is made: the logins of the API, its jobs and its look-ups, of backups and of
# copies. Migrations find the first three and go on.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set app="$APP_PASSWORD" --set worker="$WORKER_PASSWORD" --set lookup="$LOOKUP_PASSWORD" --set backup="$BACKUP_PASSWORD" --set copy="$COPY_PASSWORD" <<'SQL'
CREATE ROLE cashback_app LOGIN PASSWORD :'app' NOSUPERUSER NOBYPASSRLS;
CREATE ROLE cashback_worker LOGIN PASSWORD :'worker' NOSUPERUSER NOBYPASSRLS;
CREATE ROLE cashback_lookup_caller LOGIN PASSWORD :'lookup' NOSUPERUSER NOBYPASSRLS;
-- What api/src/lib/database.ts asks for when it connects. PgBouncer drops it, so its logins have it as well.
ALTER ROLE cashback_app SET statement_timeout = '5000';
ALTER ROLE cashback_app SET lock_timeout = '1000';
ALTER ROLE cashback_app SET idle_in_transaction_session_timeout = '15000';
ALTER ROLE cashback_app SET timezone = 'UTC';
ALTER ROLE cashback_lookup_caller SET statement_timeout = '5000';
ALTER ROLE cashback_lookup_caller SET lock_timeout = '1000';
ALTER ROLE cashback_lookup_caller SET idle_in_transaction_session_timeout = '15000';
ALTER ROLE cashback_lookup_caller SET timezone = 'UTC';
-- Reads every row and writes none: npm run ops -- backup.
CREATE ROLE cashback_backup LOGIN PASSWORD :'backup' BYPASSRLS IN ROLE pg_read_all_data;
-- Copies the server: base-backup.sh, and a standby.
CREATE ROLE cashback_copy LOGIN PASSWORD :'copy' REPLICATION;
SQL
