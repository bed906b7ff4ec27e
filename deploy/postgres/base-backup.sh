#!/bin/sh
# A copy of the whole server from which its kept log leads to any later moment: base-backup.sh /backup [how
# many to keep]. Connects as libpq's environment says (PGHOST, PGUSER, PGPASSFILE), as a role with
# REPLICATION.
set -eu
base="$1/base"
wal="$1/wal"
keep=${2:-7}
umask 077

mkdir -p "$base"
rm -rf "$base/unfinished"
# Returns once the log that the copy needs is kept as well.
pg_basebackup --no-password --pgdata="$base/unfinished" --format=plain --wal-method=none --checkpoint=fast \
  --manifest-checksums=SHA256
pg_verifybackup --quiet --no-parse-wal "$base/unfinished"
sync
# Its end gives it its name: to a moment before that it does not lead.
name=$(date -u +%Y-%m-%dT%H-%M-%SZ)
mv "$base/unfinished" "$base/$name"

ls -1d "$base"/*Z | sort -r | tail -n "+$((keep + 1))" | xargs -r rm -rf
# Removes the log older than the oldest copy, which nothing can be restored from any more.
oldest=$(ls -1d "$base"/*Z | sort | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\)).*/\1/p' "$oldest/backup_label")
pg_archivecleanup -x .gz "$wal" "$first"
echo "$base/$name"
