import { z } from 'zod';

/**
 * The release store: a folder or a bucket with every release of every remote.
 *
 *   remotes.json                        the release shown to each merchant; the only file that changes
 *   <remote>/<version>/…                one build, never changed again
 *   <remote>/<version>/release.json     its list of files
 */

/** The remotes, by the names of their workspaces. */
export const REMOTES = ['mfe-backoffice', 'mfe-customer', 'mfe-analytics'] as const;
export type RemoteName = (typeof REMOTES)[number];

/** As Module Federation knows a remote: its names become JavaScript identifiers. */
export function federationName(remote: RemoteName): string {
  return remote.replaceAll('-', '_');
}

export const POINTERS_FILE = 'remotes.json';
export const RELEASE_FILE = 'release.json';
/** The name of each remote's entry file in its build. */
export const ENTRY_FILE = 'remoteEntry.js';

/** The beginning of a SHA-256 over the names and contents of a build's files. */
export const VERSION_SHAPE = /^[0-9a-f]{12}$/;

const version = z.string().regex(VERSION_SHAPE);
const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);
/** A file of a build: no folder above its own, nothing hidden. */
export const fileName = z
  .string()
  .max(200)
  .regex(/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/);

export const merchantId = z.uuid();

/** The merchants that get another release than the rest. */
const trialSchema = z.strictObject({
  version,
  /** A share of all merchants, in whole percent. */
  percent: z.int().min(0).max(100),
  merchants: z.array(merchantId).max(10_000),
});
export type Trial = z.output<typeof trialSchema>;

const pointerSchema = z.strictObject({
  current: version,
  /** The earlier releases, newest first. */
  history: z.array(version),
  trial: trialSchema.optional(),
});
/** The releases of one remote that are shown. */
export type ReleasePointer = z.output<typeof pointerSchema>;

/** remotes.json. A remote that was never released is not in it. */
export const pointersSchema = z.strictObject({
  remotes: z.partialRecord(z.enum(REMOTES), pointerSchema),
});
export type ReleasePointers = z.output<typeof pointersSchema>;

/** release.json */
export const releaseSchema = z.strictObject({
  remote: z.enum(REMOTES),
  version,
  builtAt: z.iso.datetime(),
  /** The commit it was built from, where that is known. */
  commit: z.string().max(64).nullable(),
  /** The entry's. */
  integrity,
  /** The API as the remote was built against it, beside release.json. */
  contract: z.strictObject({ file: fileName, sha256: z.string().regex(/^[0-9a-f]{64}$/) }).optional(),
  /** Each of the build's files with its hash; the version is made of these. */
  files: z.record(fileName, integrity),
});
export type Release = z.output<typeof releaseSchema>;
