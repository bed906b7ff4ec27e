import { randomUUID } from 'node:crypto';
import { cp, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { POINTERS_FILE, RELEASE_FILE } from 'domain/releases';
import type { PointersText, ReleaseTarget } from './release-target.ts';

/**
 * Longest wait for the lock. A change takes milliseconds, so a lock held longer belongs to a process that is
 * gone.
 */
const LOCK_WAIT_LIMIT_MS = 3_000;
const LOCK_STEP_MS = 25;

/** A release store in a folder. Files appear complete: they are written elsewhere and renamed. */
export function createFolderTarget(root: string): ReleaseTarget {
  const pointers = join(root, POINTERS_FILE);
  const lock = `${pointers}.lock`;

  async function readText(): Promise<PointersText> {
    try {
      const text = await readFile(pointers, 'utf8');
      return { text, tag: text };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { text: undefined, tag: null };
      throw error;
    }
  }

  /** Creates the lock file, which only one process at a time can. */
  async function takeLock(): Promise<void> {
    const until = Date.now() + LOCK_WAIT_LIMIT_MS;
    for (;;) {
      try {
        await (await open(lock, 'wx')).close();
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        if (Date.now() > until) {
          throw new Error(`Somebody else is changing ${pointers}. If nobody is, remove ${lock}.`);
        }
        await pause(LOCK_STEP_MS);
      }
    }
  }

  return {
    readPointers: readText,
    async replacePointers(text, tag) {
      await mkdir(root, { recursive: true });
      await takeLock();
      try {
        if ((await readText()).tag !== tag) return false;
        const written = `${pointers}.${randomUUID()}`;
        await writeFile(written, text);
        await rename(written, pointers);
        return true;
      } finally {
        await rm(lock, { force: true });
      }
    },
    async add({ folder, release: { remote, version } }) {
      const place = join(root, remote, version);
      if (await isThere(join(place, RELEASE_FILE))) return;
      const copy = join(root, remote, `.${version}-${randomUUID()}`);
      try {
        // Created with default permissions: the staged folder is private to its maker, and the API may be
        // another user.
        await mkdir(copy, { recursive: true });
        await cp(folder, copy, { recursive: true });
        await rename(copy, place);
      } catch (error) {
        await rm(copy, { recursive: true, force: true });
        // Another process may have added the same release meanwhile.
        if (!(await isThere(join(place, RELEASE_FILE)))) throw error;
      }
    },
  };
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
