#!/bin/sh
# Fills an empty data directory: restore-to-moment.sh /backup /var/lib/postgresql/18/docker ['2026-11-22
# 09:59:00+00']. Without a moment, up to the last log that was kept. The server then started on it replays the
# log and is ready when it has promoted itself; prove it before it is used: npm run ops -- restore:drill
# --running postgres://…
set -eu
backup=$1
data=$2
moment=${3:-}

if [ -n "$(ls -A "$data" 2>/dev/null)" ]; then
  echo "$data is not empty; what is there is moved away first, never written over" >&2
  exit 1
fi

limit=$(date -u ${moment:+-d "$moment"} +%Y-%m-%dT%H-%M-%SZ)
for copy in $(ls -1d "$backup"/base/*Z | sort); do
  if [ "$(basename "$copy")" \< "$limit" ]; then chosen=$copy; fi
done
if [ -z "${chosen:-}" ]; then
  echo "no copy in $backup/base is older than $limit" >&2
  exit 1
fi

pg_verifybackup --quiet --no-parse-wal "$chosen"
mkdir -p "$data"
cp -R "$chosen/." "$data/"
chmod 700 "$data"
{
  echo "restore_command = 'gunzip -c \"$backup/wal/%f.gz\" > \"%p\"'"
  if [ -n "$moment" ]; then
    echo "recovery_target_time = '$moment'"
    echo "recovery_target_action = 'promote'"
  fi
} >>"$data/postgresql.auto.conf"
touch "$data/recovery.signal"
echo "$chosen"
