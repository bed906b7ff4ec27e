import { ENTRY_FILE, RELEASE_FILE, type Release, type RemoteName, releaseSchema } from 'domain/releases';
import { createSemaphore } from '../lib/semaphore.ts';
import { integrityOf, versionOf } from './release-integrity.ts';
import type { ReleaseStore } from './release-store.ts';

/** Thrown when the store's content differs from the release. Such content is never served. */
export class TamperedRelease extends Error {}

/**
 * The files of releases. Each is checked against its release's hash when it is read, and then cached in
 * memory.
 */
export interface ReleaseFiles {
  /** Returns whether the release is known without reading the store. */
  knows(remote: RemoteName, version: string): boolean;
  /** Undefined if there is no such release. Throws TamperedRelease, or an Error if the store is away. */
  findRelease(remote: RemoteName, version: string): Promise<Release | undefined>;
  /** Undefined if the release has no such file. Throws as `findRelease`. */
  findFile(remote: RemoteName, version: string, name: string): Promise<Buffer | undefined>;
  /**
   * Reads all files that visitors may request, so that the store may go away afterwards. Throws as
   * `findFile`.
   */
  readWhole(release: Release): Promise<void>;
}

/** Some sixty releases, each plain and compressed. */
const MAX_BYTES = 64_000_000;
const MAX_RELEASES = 500;
const READS_AT_ONCE = 8;

export function createReleaseFiles(store: ReleaseStore, maxBytes = MAX_BYTES): ReleaseFiles {
  const releases = new Map<string, Release>();
  const contents = new Map<string, Buffer>();
  const releasesUnderWay = new Map<string, Promise<Release | undefined>>();
  const contentsUnderWay = new Map<string, Promise<Buffer>>();
  let bytes = 0;

  async function findRelease(remote: RemoteName, version: string): Promise<Release | undefined> {
    const folder = `${remote}/${version}`;
    const known = releases.get(folder);
    return known ?? (await once(releasesUnderWay, folder, () => readRelease(remote, version)));
  }

  async function readRelease(remote: RemoteName, version: string): Promise<Release | undefined> {
    const folder = `${remote}/${version}`;
    const text = await store.read(`${folder}/${RELEASE_FILE}`);
    if (!text) return undefined;
    const release = checkRelease(remote, version, text);
    const [oldest] = releases.keys();
    if (oldest !== undefined && releases.size >= MAX_RELEASES) releases.delete(oldest);
    releases.set(folder, release);
    return release;
  }

  async function readFile(key: string, integrity: string): Promise<Buffer> {
    const content = await store.read(key);
    if (!content || integrityOf(content) !== integrity) {
      throw new TamperedRelease(`${key} is not what was released`);
    }
    keep(key, content);
    return content;
  }

  /** Caches a file; evicts the least recently used. */
  function keep(key: string, content: Buffer): void {
    contents.set(key, content);
    bytes += content.length;
    for (const [oldest, old] of contents) {
      if (bytes <= maxBytes) break;
      contents.delete(oldest);
      bytes -= old.length;
    }
  }

  async function findFile(remote: RemoteName, version: string, name: string): Promise<Buffer | undefined> {
    const release = await findRelease(remote, version);
    if (!release || !Object.hasOwn(release.files, name)) return undefined;
    const key = `${remote}/${version}/${name}`;
    const kept = contents.get(key);
    if (kept) {
      contents.delete(key);
      contents.set(key, kept);
      return kept;
    }
    return await once(contentsUnderWay, key, () => readFile(key, release.files[name] ?? ''));
  }

  return {
    knows(remote, version) {
      const folder = `${remote}/${version}`;
      return releases.has(folder) || releasesUnderWay.has(folder);
    },
    findRelease,
    findFile,
    async readWhole({ remote, version, files }) {
      // Source maps are not served to visitors.
      const names = Object.keys(files).filter((name) => !name.endsWith('.map'));
      const reads = createSemaphore(READS_AT_ONCE, names.length, () => new Error('too many reads'));
      await Promise.all(names.map((name) => reads.run(() => findFile(remote, version, name))));
    },
  };
}

/** Shares one read among concurrent requests for the same key. */
function once<Content>(
  underWay: Map<string, Promise<Content>>,
  key: string,
  read: () => Promise<Content>,
): Promise<Content> {
  const reading = underWay.get(key) ?? read().finally(() => underWay.delete(key));
  underWay.set(key, reading);
  return reading;
}

/**
 * Parses a release.json. Throws TamperedRelease if it names another release or its hashes are not those of
 * its version.
 */
function checkRelease(remote: RemoteName, version: string, text: Buffer): Release {
  const tampered = (reason: string, cause?: unknown) =>
    new TamperedRelease(`${remote}/${version}/${RELEASE_FILE} ${reason}`, { cause });
  let release: Release;
  try {
    release = releaseSchema.parse(JSON.parse(text.toString('utf8')));
  } catch (error) {
    throw tampered('can not be read', error);
  }
  if (release.remote !== remote || release.version !== version) throw tampered('is of another release');
  if (versionOf(release.files) !== version) throw tampered('has hashes of other files');
  if (release.files[ENTRY_FILE] !== release.integrity) throw tampered('has no such entry');
  return release;
}
