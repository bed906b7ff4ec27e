import type { ReleasePointer, RemoteName } from 'domain/releases';

/**
 * What may be done with a remote's pointer. Each throws the sentence for whoever asked for what makes no
 * sense.
 */

/** Enough to go back; the releases themselves stay for ever. */
const MAX_HISTORY = 50;

/** Who gets a release before everybody else: a share of all merchants, and these. */
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

/** Everybody gets it. The same release once more changes nothing. */
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

/** Some get it, all others stay where they are. It takes the place of what was tried out before. */
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

/** What was tried out is for everybody. */
export function promote(remote: RemoteName, pointer: ReleasePointer | undefined): ReleasePointer {
  const known = assertReleased(remote, pointer);
  if (!known.trial) throw new Error(`Nothing of ${remote} is being tried out.`);
  return followedBy(known.trial.version, known);
}

/** A trial ends and nothing else changes; without one everybody gets the release before this one again. */
export function rollBack(remote: RemoteName, pointer: ReleasePointer | undefined): ReleasePointer {
  const { current, history, trial } = assertReleased(remote, pointer);
  if (trial) return { current, history };
  const [before, ...rest] = history;
  if (before === undefined) throw new Error(`There is no release of ${remote} before ${current}.`);
  return { current: before, history: rest };
}
