// npm run ops -- restore:drill <folder>: restores the newest backup of a folder into an empty server and
// proves that the product could go on with it. Exit code 1 if not.
//   --into <address>        an empty database, or one to be made, on a server of yours, as its superuser; the
//                           default is a server of the bundled version, which is removed after the drill
//   --running <address>     proves a server that is restored already, to a moment by its own log for example
// At last the customers are erased again that the list beside the backups names.
//   --max-age-hours <n>     fails besides when the backup is older
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { readKeyEncryptionKeys } from 'api/env';
import { type ListedErasure, readErasures } from 'database/backup/erasure-list';
import { findBackup, type Manifest, readBackup } from 'database/backup/manifest';
import { restoreBackup } from 'database/backup/restore-backup';
import { withScratchServer } from 'database/scratch-server';
import { type Proof, proveRestored } from './lib/backup/prove-restored.ts';

const SHOWN = 20;
const HOUR_MS = 3_600_000;

const secondsSince = (startedAt: number) => ((performance.now() - startedAt) / 1_000).toFixed(1);

function tell({ what, found, problems }: Proof): void {
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${what}${found && `: ${found}`}`);
  for (const problem of problems.slice(0, SHOWN)) console.log(`       ${problem}`);
  if (problems.length > SHOWN) console.log(`       and ${problems.length - SHOWN} more`);
}

async function prove(
  url: string,
  manifest: Manifest | undefined,
  erasures: readonly ListedErasure[],
): Promise<boolean> {
  const startedAt = performance.now();
  const keys = process.env.KEY_ENCRYPTION_KEY ? readKeyEncryptionKeys(process.env) : undefined;
  const holds = await proveRestored({ url, manifest, keys, erasures }, tell);
  console.log(`${holds ? 'Proved' : 'NOT proved'} in ${secondsSince(startedAt)} s.`);
  return holds;
}

function isYoungEnough(manifest: Manifest, maxAgeHours: string | undefined): boolean {
  const hours = (Date.now() - Date.parse(manifest.takenAt)) / HOUR_MS;
  const isYoung = maxAgeHours === undefined || hours <= Number(maxAgeHours);
  const age = `taken at ${manifest.takenAt}, ${hours.toFixed(1)} hours old`;
  console.log(`${isYoung ? 'ok    ' : 'FAILED'} age: ${age}`);
  return isYoung;
}

async function restoreAndProve(folder: string, manifest: Manifest, url: string): Promise<boolean> {
  const startedAt = performance.now();
  await restoreBackup(folder, manifest, url);
  const megabytes = (manifest.dump.bytes / 1e6).toFixed(1);
  console.log(`${folder}: ${megabytes} MB restored in ${secondsSince(startedAt)} s.`);
  return await prove(url, manifest, readErasures(dirname(folder)));
}

async function drill(
  folder: string,
  { into, maxAgeHours }: Record<'into' | 'maxAgeHours', string | undefined>,
) {
  // Damaged, it is not worth a server.
  const manifest = await readBackup(folder);
  const isYoung = isYoungEnough(manifest, maxAgeHours);
  const holds = into
    ? await restoreAndProve(folder, manifest, into)
    : await withScratchServer((server) => restoreAndProve(folder, manifest, server.ownerUrl('restored')));
  return holds && isYoung;
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      into: { type: 'string' },
      running: { type: 'string' },
      'max-age-hours': { type: 'string' },
    },
  });
  const { into, running, 'max-age-hours': maxAgeHours } = values;
  const [parent] = positionals;
  if (!parent && !running) throw new Error('Say what to restore: npm run ops -- restore:drill <folder>');
  const holds = running
    ? await prove(running, undefined, parent ? readErasures(parent) : [])
    : await drill(findBackup(parent ?? ''), { into, maxAgeHours });
  if (!holds) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
