import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Manifest of a backup: a folder with the dump and this file beside it, which is written last. */
export interface Manifest {
  format: 1;
  /** The moment whose state it holds, in ISO 8601. */
  takenAt: string;
  /** '18.4' */
  serverVersion: string;
  database: string;
  /**
   * Roles that own something in it or may do something with it. They belong to the server, so no dump has
   * them.
   */
  roles: string[];
  /** 'public.customers' → number of rows at that moment. */
  rows: Record<string, number>;
  dump: { bytes: number; sha256: string };
}

export const DUMP_FILE = 'database.dump';
export const MANIFEST_FILE = 'manifest.json';

/** '2026-11-22T09-59-00.000Z': until it is whole a backup has another name. */
const NAMED_BY_MOMENT = /^\d{4}-\d\d-\d\dT/;

export async function describeDump(path: string): Promise<Manifest['dump']> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { bytes: statSync(path).size, sha256: hash.digest('hex') };
}

/** True if it holds everything that a restore is made from and proved by. */
function isManifest(value: Partial<Manifest>): value is Manifest {
  const { format, takenAt, serverVersion, roles, rows, dump } = value;
  const counts = Object.values(rows ?? {});
  return (
    format === 1 &&
    Number.isFinite(Date.parse(takenAt ?? '')) &&
    Number.parseInt(serverVersion ?? '', 10) > 0 &&
    Array.isArray(roles) &&
    counts.length > 0 &&
    counts.every((count) => Number.isInteger(count)) &&
    typeof dump?.sha256 === 'string'
  );
}

/** Reads a backup's manifest. Throws unless the folder holds everything that it lists, byte for byte. */
export async function readBackup(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST_FILE);
  if (!existsSync(path)) throw new Error(`${folder} holds no backup: there is no ${MANIFEST_FILE} in it.`);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Partial<Manifest>;
  if (!isManifest(manifest)) throw new Error(`${path} is of a format that is not known here.`);
  const found = await describeDump(join(folder, DUMP_FILE));
  if (found.sha256 !== manifest.dump.sha256)
    throw new Error(
      `${join(folder, DUMP_FILE)} is damaged: ${found.bytes} of ${manifest.dump.bytes} bytes, SHA-256 ${found.sha256} instead of ${manifest.dump.sha256}.`,
    );
  return manifest;
}

/** Whole backups below a folder, the newest first: their names are their moments. */
export function listBackups(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => NAMED_BY_MOMENT.test(name))
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, MANIFEST_FILE)))
    .sort()
    .reverse();
}

/** The folder itself where it is a backup, else the newest below it. */
export function findBackup(folder: string): string {
  if (existsSync(join(folder, MANIFEST_FILE))) return folder;
  const [newest] = listBackups(folder);
  if (newest === undefined) throw new Error(`There is no backup in ${folder}.`);
  return newest;
}
