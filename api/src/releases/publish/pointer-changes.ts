import type { ReleasePointer, RemoteName } from 'domain/releases';

/**
 * The changes of a remote's pointer. Each throws an Error with a message for the user when the change makes
 * no sense.
 */

/** Enough to go back; the releases themselves are never deleted. */
const MAX_HISTORY = 50;

/** The merchants that get a release before all others: a share of all, and the listed ones. */
export interface Audience {
  percent: number;
  merchants: string[];
}

function followedBy(version: string, { current, history }: ReleasePointer): ReleasePointer {
  const before = [current, ...history].filter((each) => each !== version);
  return { current: version, history: before.slice(0, MAX_HISTORY) };
}

function assertReleased(remote: RemoteName, pointer: ReleasePointer | undefined): ReleasePointer {
  if (pointer) return pointer;
  throw new Error(`${remote} was never released. Release it to everybody first.`);
}

/** Makes the version current for all merchants. Does nothing if it is already. */
export function releaseToAll(
  remote: RemoteName,
  pointer: ReleasePointer | undefined,
  version: string,
): ReleasePointer {
  if (!pointer) return { current: version, history: [] };
  if (pointer.trial) {
    throw new Error(
      `${pointer.trial.version} of ${remote} is being tried out. End that first: --promote gives it to everybody, ` +
        '--rollback takes it back.',
    );
  }
  return pointer.current === version ? pointer : followedBy(version, pointer);
}

/**
 * Starts a trial of the version for the audience; all others keep the current one. It replaces an earlier
 * trial.
 */
export function tryOut(
  remote: RemoteName,
  pointer: ReleasePointer | undefined,
  version: string,
  audience: Audience,
): ReleasePointer {
  const { current, history } = assertReleased(remote, pointer);
  if (current === version) throw new Error(`${version} of ${remote} is what everybody has already.`);
  return { current, history, trial: { version, ...audience } };
}

/** Makes the version on trial current for all merchants. */
export function promote(remote: RemoteName, pointer: ReleasePointer | undefined): ReleasePointer {
  const known = assertReleased(remote, pointer);
  if (!known.trial) throw new Error(`Nothing of ${remote} is being tried out.`);
  return followedBy(known.trial.version, known);
}

/** Ends a trial and changes nothing else; without a trial it makes the previous release current again. */
export function rollBack(remote: RemoteName, pointer: ReleasePointer | undefined): ReleasePointer {
  const { current, history, trial } = assertReleased(remote, pointer);
  if (trial) return { current, history };
  const [before, ...rest] = history;
  if (before === undefined) throw new Error(`There is no release of ${remote} before ${current}.`);
  return { current: before, history: rest };
}
