import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { POINTERS_FILE, RELEASE_FILE } from 'domain/releases';
import { type BucketAddress, openBucket } from '../../lib/bucket.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import type { ReleaseTarget } from './release-target.ts';
import { BOM_FILE } from './stage-release.ts';

const UPLOADS_AT_ONCE = 6;
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Content types. Compressed files have none of their own: each is stored as bytes, its `.br` as a separate
 * file.
 */
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** A release store in a bucket. A release exists once its release.json does, which is written last. */
export function createBucketTarget(address: BucketAddress): ReleaseTarget {
  const bucket = openBucket(address);

  async function upload(folder: string, key: string, name: string): Promise<void> {
    const contentType = TYPES[extname(name)] ?? 'application/octet-stream';
    const content = await readFile(join(folder, name));
    await bucket.put(`${key}/${name}`, content, { contentType, cacheControl: FOR_EVER });
  }

  return {
    async readPointers() {
      const object = await bucket.get(POINTERS_FILE);
      return { text: object?.content.toString('utf8'), tag: object?.etag ?? null };
    },
    replacePointers: (text, tag) =>
      bucket.put(POINTERS_FILE, Buffer.from(text), {
        contentType: 'application/json; charset=utf-8',
        cacheControl: 'no-cache',
        replaces: tag,
      }),
    async add({ folder, release }) {
      const key = `${release.remote}/${release.version}`;
      if (await bucket.get(`${key}/${RELEASE_FILE}`)) return;
      const names = [...Object.keys(release.files), BOM_FILE];
      if (release.contract) names.push(release.contract.file);
      const uploads = createSemaphore(UPLOADS_AT_ONCE, names.length, () => new Error('too many uploads'));
      await Promise.all(names.map((name) => uploads.run(() => upload(folder, key, name))));
      await upload(folder, key, RELEASE_FILE);
    },
  };
}
