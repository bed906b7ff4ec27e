// npm run ops -- erasures:list <folder>: appends the erasures of DATABASE_BACKUP_URL (else
// DATABASE_OWNER_URL) to the list beside the backups, as every backup does. By cron, it bounds what a
// restored backup could bring back to the minutes between two runs.
// npm run ops -- erasures:apply <folder>: erases the listed customers again in DATABASE_OWNER_URL.
import { mkdirSync } from 'node:fs';
import { applyErasures } from 'api/commands/apply-erasures';
import { appendErasures, readErasures } from 'database/backup/erasure-list';
import pg from 'pg';

async function list(url: string, folder: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return `${await appendErasures(client, folder)} erasures were added to the list.`;
  } finally {
    await client.end();
  }
}

try {
  const [action, folder] = process.argv.slice(2);
  const owner = process.env.DATABASE_OWNER_URL;
  const url = action === 'list' ? process.env.DATABASE_BACKUP_URL || owner : owner;
  if (!folder) throw new Error(`Say which folder: npm run ops -- erasures:${action} <folder>`);
  if (!url) throw new Error('Set DATABASE_OWNER_URL.');
  console.log(
    action === 'list'
      ? await list(url, folder)
      : `${await applyErasures(url, readErasures(folder))} listed records are erased.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
