import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DUMP_FILE, describeDump, findBackup, MANIFEST_FILE, readBackup } from './manifest.ts';

/** Checks that a manifest is accepted only when it holds everything by which the backup can be proved. */

const folder = mkdtempSync(join(tmpdir(), 'cashback-manifest-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function writeBackup(name: string, changes: object): Promise<string> {
  const backup = join(folder, name);
  mkdirSync(backup);
  writeFileSync(join(backup, DUMP_FILE), 'dump');
  const manifest = {
    format: 1,
    takenAt: '2026-11-22T09:59:00.000Z',
    serverVersion: '18.4',
    database: 'cashback',
    roles: ['cashback_app'],
    rows: { 'public.customers': 2 },
    dump: await describeDump(join(backup, DUMP_FILE)),
    ...changes,
  };
  writeFileSync(join(backup, MANIFEST_FILE), JSON.stringify(manifest));
  return backup;
}

test('a whole backup is read; one whose manifest lacks the counted rows, the roles or the moment is none', async () => {
  expect(await readBackup(await writeBackup('whole', {}))).toMatchObject({ rows: { 'public.customers': 2 } });
  const lacking = [
    { rows: undefined },
    { rows: {} },
    { rows: { 'public.customers': '2' } },
    { roles: undefined },
    { takenAt: 'yesterday' },
    { serverVersion: '' },
    { dump: undefined },
    { format: 2 },
  ];
  for (const [index, changes] of lacking.entries())
    await expect(
      readBackup(await writeBackup(String(index), changes)),
      JSON.stringify(changes),
    ).rejects.toThrow(/manifest\.json is of a format that is not known here/);
});

test('the leftover of a killed backup is never the newest, however much of it is there', async () => {
  await writeBackup('unfinished-Zx81', { takenAt: '2026-11-01T00:00:00.000Z' });
  expect(() => findBackup(folder)).toThrow('There is no backup');
  await writeBackup('2026-11-21T09-59-00.000Z', {});
  const newest = await writeBackup('2026-11-22T09-59-00.000Z', {});
  expect(findBackup(folder)).toBe(newest);
});
