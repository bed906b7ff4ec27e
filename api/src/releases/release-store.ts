import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleasePlace } from '../env.ts';
import { openBucket } from '../lib/bucket.ts';

/** A folder or a bucket with all releases; domain/releases describes its content. */
export interface ReleaseStore {
  /** Undefined if there is no such file. Throws if the store is away. */
  read(key: string): Promise<Buffer | undefined>;
}

export function openReleaseStore(place: ReleasePlace): ReleaseStore {
  if (place.kind === 'folder') return { read: (key) => readFromFolder(place.path, key) };
  const bucket = openBucket(place);
  return { read: async (key) => (await bucket.get(key))?.content };
}

async function readFromFolder(folder: string, key: string): Promise<Buffer | undefined> {
  try {
    return await readFile(join(folder, key));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    throw error;
  }
}
