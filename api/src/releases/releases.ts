import {
  POINTERS_FILE,
  pointersSchema,
  REMOTES,
  type ReleasePointer,
  type RemoteName,
  type Trial,
} from 'domain/releases';
import type { Logger } from 'pino';
import { repeat } from '../lib/repeat.ts';
import { isInTrial } from './choose-release.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { ReleaseStore } from './release-store.ts';
import { createBuildBeside, type RemoteBuild, readReleasedBuild } from './remote-build.ts';

/** Chooses the build of each remote for each merchant. Answers from memory, even while the store is away. */
export interface Releases {
  /** `merchantId` is undefined for visitors of an unknown merchant. */
  buildFor(remote: RemoteName, merchantId: string | undefined): RemoteBuild;
  /** Returns whether some merchants get another build. */
  hasTrials(): boolean;
  /** Starts following the store. Resolves after the first read, also a failed one. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Shown {
  current: RemoteBuild;
  trial: (Trial & { build: RemoteBuild }) | undefined;
}

/** Nothing was released yet, or RELEASES names the wrong store. */
const NO_POINTERS = `there is no ${POINTERS_FILE} in the release store; what was known goes on`;

interface Dependencies {
  store: ReleaseStore | undefined;
  files: ReleaseFiles | undefined;
  /** The repository, which holds a build of each remote that has no release yet. */
  root: string;
  everyMs: number;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

export function createReleases({ store, files, root, everyMs, log }: Dependencies): Releases {
  const beside = new Map(REMOTES.map((remote) => [remote, createBuildBeside(root, remote)]));
  const shown = new Map<RemoteName, Shown>();
  /** The pointers last read and fully applied; any other text is applied again. */
  let followed: string | undefined;
  const complaints = new Set<string>();

  /** Logs each problem once, not at every poll. */
  function complain(what: string, err?: unknown): void {
    if (!complaints.has(what)) log.error({ err }, what);
    complaints.add(what);
  }

  async function load(remote: RemoteName, version: string): Promise<RemoteBuild | undefined> {
    const known = shown.get(remote);
    const address = `/remotes/${remote}/${version}/`;
    const same = [known?.current, known?.trial?.build].find((build) => build?.address === address);
    if (same || !files) return same;
    try {
      return await readReleasedBuild(files, remote, version);
    } catch (err) {
      complain(`${remote} ${version} is not shown`, err);
      return undefined;
    }
  }

  /**
   * Applies a pointer and returns whether that succeeded in full. A build that cannot be loaded changes
   * nothing.
   */
  async function follow(remote: RemoteName, pointer: ReleasePointer): Promise<boolean> {
    const before = shown.get(remote);
    const wanted = await load(remote, pointer.current);
    const [newestBefore] = pointer.history;
    const current = wanted ?? before?.current ?? (newestBefore && (await load(remote, newestBefore)));
    if (!current) return false;
    const build = pointer.trial && (await load(remote, pointer.trial.version));
    const trial = pointer.trial && build && { ...pointer.trial, build };
    if (before?.current !== current) log.info(`${remote} is shown from ${current.address}`);
    shown.set(remote, { current, trial });
    return wanted !== undefined && (trial !== undefined || !pointer.trial);
  }

  async function look(source: ReleaseStore): Promise<void> {
    const text = (await source.read(POINTERS_FILE))?.toString('utf8');
    if (text === undefined) return complain(NO_POINTERS);
    if (text === followed) return complaints.clear();
    const { remotes } = pointersSchema.parse(JSON.parse(text));
    let isComplete = true;
    for (const remote of REMOTES) {
      const pointer = remotes[remote];
      if (pointer && !(await follow(remote, pointer))) isComplete = false;
    }
    if (isComplete) complaints.clear();
    followed = isComplete ? text : undefined;
  }

  const looking =
    store &&
    repeat(
      () => look(store),
      everyMs,
      (err) => complain('the releases can not be read; what was known goes on', err),
    );
  return {
    buildFor(remote, merchantId) {
      const known = shown.get(remote);
      if (!known) return (beside.get(remote) as () => RemoteBuild)();
      const { current, trial } = known;
      return trial && isInTrial(remote, trial, merchantId) ? trial.build : current;
    },
    hasTrials: () => [...shown.values()].some(({ trial }) => trial !== undefined),
    start: async () => await looking?.start(),
    stop: async () => await looking?.stop(),
  };
}
