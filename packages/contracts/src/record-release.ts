import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './load-program.ts';
import { packBuild, unpackBuild } from './packed-build.ts';
import { CONTRACT_FILE } from './write-contract.ts';

/**
 * Folder of the recorded releases, kept with the sources: one folder for each front end and one for the API.
 * A clone can thus be compared with the releases without reaching any store.
 */
export const RECORDED = join(ROOT, 'released');
const BUILD_FILE = 'build.json.br';
const RELEASE_FILE = 'release.json';

/** The release in `folder` is the latest of its remote from now on. */
export function recordRelease(remote: string, folder: string): void {
  const target = emptied(remote);
  for (const name of [RELEASE_FILE, CONTRACT_FILE]) copyFileSync(join(folder, name), join(target, name));
  writeFileSync(join(target, BUILD_FILE), packBuild(folder, [RELEASE_FILE, CONTRACT_FILE]));
}

/** The shell is shipped with the API, but open tabs go on with the one from before. */
export function recordShell(contract: string): void {
  writeFileSync(join(emptied('shell'), CONTRACT_FILE), contract);
}

/** The API's bundle alone, which goes on for a while beside a database that was migrated for the next one. */
export function recordApi(dist: string): void {
  const beside = readdirSync(dist).filter((name) => name !== 'main.js');
  writeFileSync(join(emptied('api'), BUILD_FILE), packBuild(dist, beside));
}

export function unpackRecorded(name: string, folder: string): void {
  unpackBuild(readFileSync(join(RECORDED, name, BUILD_FILE)), folder);
}

export interface RecordedContract {
  consumer: string;
  version: string;
  text: string;
}

/** The contracts of the front ends that are out there. */
export function readRecordedContracts(): RecordedContract[] {
  return readdirSync(RECORDED)
    .filter((consumer) => existsSync(join(RECORDED, consumer, CONTRACT_FILE)))
    .sort()
    .map((consumer) => {
      const text = readFileSync(join(RECORDED, consumer, CONTRACT_FILE), 'utf8');
      return {
        consumer,
        text,
        version: versionIn(join(RECORDED, consumer, RELEASE_FILE)) ?? shortHash(text),
      };
    });
}

function versionIn(releaseFile: string): string | undefined {
  if (!existsSync(releaseFile)) return undefined;
  return (JSON.parse(readFileSync(releaseFile, 'utf8')) as { version: string }).version;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function emptied(name: string): string {
  const target = join(RECORDED, name);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  return target;
}
