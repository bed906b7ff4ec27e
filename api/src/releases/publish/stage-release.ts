import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ENTRY_FILE,
  federationName,
  fileName,
  RELEASE_FILE,
  type Release,
  type RemoteName,
  releaseSchema,
} from 'domain/releases';
import { integrityOf, versionOf } from '../release-integrity.ts';

/**
 * The packages that a remote was built from, as CycloneDX, written by `npm sbom`. Stored beside the build,
 * never served.
 */
export const BOM_FILE = 'sbom.cdx.json';

/** A release in the form in which the store will hold it. */
export interface StagedRelease {
  folder: string;
  release: Release;
}

interface Build {
  remote: RemoteName;
  /** The remote's `dist`, or a copy of it. */
  dist: string;
  /** The commit it was built from; null if unknown. */
  commit: string | null;
  /** Writes the remote's contract with the API into the folder and returns its file and hash. */
  writeContract?: ((remote: RemoteName, folder: string) => Release['contract']) | undefined;
  /** The remote's packages from the lock file, as `npm sbom` prints them. */
  readBom: (remote: RemoteName) => Promise<string>;
}

/** Name → hash of every file below `folder`; names use '/'. */
async function hashesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
  const hashes = names.map(async (name) => [name, integrityOf(await readFile(join(folder, name)))] as const);
  return Object.fromEntries(await Promise.all(hashes));
}

/** Throws an Error with a message if `dist` is no build of this remote. */
async function assertIsBuildOf(remote: RemoteName, dist: string): Promise<void> {
  const entry = await readFile(join(dist, ENTRY_FILE), 'utf8').catch(() => undefined);
  if (entry === undefined) throw new Error(`${dist} is no build of a remote: it has no ${ENTRY_FILE}.`);
  if (!entry.includes(federationName(remote))) {
    throw new Error(`${dist} is no build of ${remote}: its ${ENTRY_FILE} is another's.`);
  }
}

/**
 * Copies a build and writes its release.json beside it. Throws if it is no build. `remove` deletes the copy.
 */
export async function stageRelease({
  remote,
  dist,
  commit,
  writeContract,
  readBom,
}: Build): Promise<StagedRelease & { remove: () => Promise<void> }> {
  await assertIsBuildOf(remote, dist);
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await cp(dist, folder, { recursive: true });
    const files = await hashesOf(folder);
    const wrong = Object.keys(files).find((name) => !fileName.safeParse(name).success);
    if (wrong !== undefined) throw new Error(`${dist} holds a file that no build makes: '${wrong}'.`);
    // Written after the hashes: the contract is no part of the build.
    const contract = writeContract?.(remote, folder);
    const release = releaseSchema.parse({
      remote,
      version: versionOf(files),
      builtAt: new Date().toISOString(),
      commit,
      integrity: files[ENTRY_FILE],
      ...(contract && { contract }),
      files,
    });
    await writeFile(join(folder, BOM_FILE), await readBom(remote));
    await writeFile(join(folder, RELEASE_FILE), `${JSON.stringify(release, null, 2)}\n`);
    return { folder, release, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
