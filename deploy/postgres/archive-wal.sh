#!/bin/sh
# Keeps one file of PostgreSQL's log, for restoring to any moment: archive_command = 'archive-wal.sh %p %f
# /backup/wal'. PostgreSQL keeps the file, and tries again, until this ends with 0; so it does only once the
# copy is whole and on the disk.
set -eu
file=$1
kept="$3/$2.gz"

if [ -f "$kept" ]; then
  # Tried again after a crash. Anything else under this name is another server's, and must not be written
  # over.
  gunzip -c "$kept" | cmp -s - "$file" && exit 0
  echo "$kept is there already, and another file" >&2
  exit 1
fi

# Files are 16 MB however little is in them; the rest is zeros.
gzip -1 -c "$file" >"$kept.part"
sync "$kept.part"
mv "$kept.part" "$kept"
sync "$3"
