import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_PAINT_SLOTS, type FirstPaint } from 'domain/first-paint';
import { ENTRY_FILE, type RemoteName } from 'domain/releases';
import type { RemoteEntry } from 'domain/remote-directory';
import { z } from 'zod';
import type { ReleaseFiles } from './release-files.ts';
import { integrityOf } from './release-integrity.ts';

/** The file lists that a front end's build writes. */
export interface BuiltFiles {
  /** Prefix of the files' URLs: '/remotes/mfe-customer/3f2a…/'. */
  address: string;
  /** The files to download for each entry; see federation's chunk-list-plugin. */
  chunks: Record<string, string[]>;
  /** The hashes with which the application requests the files. Older builds have none. */
  integrity: Record<string, string>;
}

/** One build of a remote, from which pages are made. Immutable: another build is another object. */
export interface RemoteBuild extends BuiltFiles {
  remote: RemoteName;
  entry: RemoteEntry;
  /** The customer remote's first paint; older builds have none. */
  firstPaint: Partial<FirstPaint> | undefined;
  /** The customer remote's only. */
  serviceWorker: Buffer | undefined;
}

const CHUNKS = 'chunks.json';
const INTEGRITY = 'integrity.json';
const FIRST_PAINT = 'first-paint.json';
const SERVICE_WORKER = 'service-worker.js';
const READ_FILES = [ENTRY_FILE, CHUNKS, INTEGRITY, FIRST_PAINT, SERVICE_WORKER] as const;

type ReadFiles = Partial<Record<string, Buffer | undefined>>;

/** Schemas for the files of another team's build. Pages are made of them, so they are checked like input. */
const chunksSchema = z.record(z.string(), z.array(z.string()));
const integritySchema = z.record(z.string(), z.string());
const markupSchema = z.array(z.union([z.string(), z.object({ slot: z.enum(FIRST_PAINT_SLOTS) })]));
const screenSchema = z.object({
  css: z.string(),
  firstCall: z.string().optional(),
  script: z.string(),
  standsAlone: z.boolean(),
  markup: z.object({ merchantWithLogo: markupSchema, merchant: markupSchema, noMerchant: markupSchema }),
});
const firstPaintSchema = z.record(z.string(), screenSchema);

/** Throws if the file has another shape. */
function parsed<Content>(schema: z.ZodType<Content>, file: Buffer | undefined): Content | undefined {
  return file && schema.parse(JSON.parse(file.toString('utf8')));
}

function describeFiles(address: string, files: ReadFiles): BuiltFiles {
  return {
    address,
    chunks: parsed(chunksSchema, files[CHUNKS]) ?? {},
    integrity: parsed(integritySchema, files[INTEGRITY]) ?? {},
  };
}

function describeBuild(remote: RemoteName, address: string, files: ReadFiles): RemoteBuild {
  const entry = files[ENTRY_FILE];
  return {
    ...describeFiles(address, files),
    remote,
    entry: { entry: `${address}${ENTRY_FILE}`, ...(entry && { integrity: integrityOf(entry) }) },
    firstPaint: parsed(firstPaintSchema, files[FIRST_PAINT]),
    serviceWorker: files[SERVICE_WORKER],
  };
}

/**
 * Loads a release, reading all files that visitors may request. Throws TamperedRelease, or an Error if the
 * store is away or has no such release.
 */
export async function readReleasedBuild(
  files: ReleaseFiles,
  remote: RemoteName,
  version: string,
): Promise<RemoteBuild> {
  const release = await files.findRelease(remote, version);
  if (!release) throw new Error(`there is no release ${remote}/${version}`);
  await files.readWhole(release);
  const read = await Promise.all(
    READ_FILES.map(async (name) => [name, await files.findFile(remote, version, name)] as const),
  );
  return describeBuild(remote, `/remotes/${remote}/${version}/`, Object.fromEntries(read));
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Reads the shell's files, which are built and shipped with the API. */
export function readBuiltFiles(dist: string, address: string): BuiltFiles {
  return describeFiles(address, {
    [CHUNKS]: readIfThere(join(dist, CHUNKS)),
    [INTEGRITY]: readIfThere(join(dist, INTEGRITY)),
  });
}

/**
 * Reads the build in the repository beside the API, again after each rebuild: a page never names the hash of
 * an entry that was replaced.
 */
export function createBuildBeside(root: string, remote: RemoteName): () => RemoteBuild {
  const dist = join(root, remote, 'dist');
  let known: { stamp: string; build: RemoteBuild } | undefined;
  return () => {
    const stamp = READ_FILES.map((name) => stampOf(join(dist, name))).join(' ');
    if (known?.stamp === stamp) return known.build;
    const files = READ_FILES.map((name) => [name, readIfThere(join(dist, name))] as const);
    try {
      known = { stamp, build: describeBuild(remote, `/remotes/${remote}/`, Object.fromEntries(files)) };
    } catch (error) {
      // A rebuild is in progress: the previous build is used until it ends.
      if (!known) throw error;
    }
    return known.build;
  };
}

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs}-${stats.size}` : '';
}
