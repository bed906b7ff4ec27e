// npm run ops -- backup <folder> [--keep <n>]: writes what DATABASE_BACKUP_URL (else DATABASE_OWNER_URL)
// holds at one moment to a new folder below that one, while purchases go on, and keeps the newest n. `npm run
// ops -- restore:drill <folder>` proves that it is good.
import { parseArgs } from 'node:util';
import { takeBackup } from 'database/backup/take-backup';

function readKeep(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const keep = Number(text);
  if (!Number.isInteger(keep) || keep < 1) throw new Error('--keep takes a number from 1.');
  return keep;
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' } },
  });
  const url = process.env.DATABASE_BACKUP_URL || process.env.DATABASE_OWNER_URL;
  const [parent] = positionals;
  if (!parent) throw new Error('Say where to: npm run ops -- backup <folder>');
  if (!url)
    throw new Error('Set DATABASE_BACKUP_URL: the database, as a superuser or a role with BYPASSRLS.');
  const keep = readKeep(values.keep);
  const startedAt = performance.now();
  const { folder, manifest } = await takeBackup(url, parent, keep === undefined ? {} : { keep });
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  const megabytes = (manifest.dump.bytes / 1e6).toFixed(1);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${folder}: ${rows} rows in ${megabytes} MB, ${seconds} s.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
