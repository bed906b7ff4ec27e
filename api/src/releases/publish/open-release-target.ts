import { POINTERS_FILE, pointersSchema, type ReleasePointers } from 'domain/releases';
import type { ReleasePlace } from '../../env.ts';
import { createBucketTarget } from './bucket-target.ts';
import { createFolderTarget } from './folder-target.ts';
import type { ReleaseTarget } from './release-target.ts';

export function openReleaseTarget(place: ReleasePlace): ReleaseTarget {
  return place.kind === 'folder' ? createFolderTarget(place.path) : createBucketTarget(place);
}

/** '/srv/releases', 's3://bucket/prefix' */
export function describePlace(place: ReleasePlace): string {
  if (place.kind === 'folder') return place.path;
  return ['s3:/', place.bucket, place.prefix].filter(Boolean).join('/');
}

/** Reads and checks remotes.json. Throws if it is invalid. */
export async function readPointers(
  target: Pick<ReleaseTarget, 'readPointers'>,
): Promise<{ pointers: ReleasePointers; tag: string | null }> {
  const { text, tag } = await target.readPointers();
  if (text === undefined) return { pointers: { remotes: {} }, tag };
  try {
    return { pointers: pointersSchema.parse(JSON.parse(text)), tag };
  } catch (cause) {
    throw new Error(`${POINTERS_FILE} in the release store can not be read; nothing was changed.`, { cause });
  }
}
