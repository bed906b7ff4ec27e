import {
  REMOTES,
  type Release,
  type ReleasePointer,
  type ReleasePointers,
  type RemoteName,
} from 'domain/releases';
import type { ReleasePlace } from '../../env.ts';
import { changePointer } from './change-pointer.ts';
import { describePlace, openReleaseTarget, readPointers } from './open-release-target.ts';
import { promote, releaseToAll, rollBack, tryOut } from './pointer-changes.ts';
import type { ReleaseCommand } from './release-arguments.ts';
import type { ReleaseTarget } from './release-target.ts';
import { type StagedRelease, stageRelease } from './stage-release.ts';

/** The repository's tools that a release uses. */
export interface Workshop {
  place: ReleasePlace;
  /** Builds one remote and returns the folder. Throws with the build's own output. */
  build(remote: RemoteName): Promise<string>;
  /** The current commit; null if the repository has uncommitted changes. */
  commit(): string | null;
  writeContract(remote: RemoteName, folder: string): Release['contract'];
  readBom(remote: RemoteName): Promise<string>;
  /** Stores a release in the repository. */
  record(remote: RemoteName, folder: string): void;
  say(line: string): void;
}

type ReleaseAction = Extract<ReleaseCommand, { action: 'release' }>;

/** Runs the command, then prints the current releases. Throws an Error with a one-line message on failure. */
export async function runRelease(command: ReleaseCommand, workshop: Workshop): Promise<void> {
  const target = openReleaseTarget(workshop.place);
  try {
    if (command.action !== 'list') await change(command, target, workshop);
    const { pointers } = await readPointers(target);
    const remotes = command.remote ? [command.remote] : REMOTES;
    for (const remote of remotes) workshop.say(describePointer(remote, pointers));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Error(`The release store ${describePlace(workshop.place)} can not be used: ${message}`);
  }
}

async function change(
  command: Exclude<ReleaseCommand, { action: 'list' }>,
  target: ReleaseTarget,
  workshop: Workshop,
): Promise<void> {
  const { remote } = command;
  const { pointers } = await readPointers(target);
  const { [remote]: seen } = pointers.remotes;
  if (command.action === 'promote') return await changePointer(target, remote, seen, promote(remote, seen));
  if (command.action === 'roll back')
    return await changePointer(target, remote, seen, rollBack(remote, seen));
  // Rejects a senseless command before anything is built.
  nextPointer(command, seen, 'a build to come');
  const staged = await stage(command, workshop);
  try {
    const next = nextPointer(command, seen, staged.release.version);
    await target.add(staged);
    // The release is complete only now.
    await changePointer(target, remote, seen, next);
    if (command.record) workshop.record(remote, staged.folder);
  } finally {
    await staged.remove();
  }
}

function nextPointer(
  { remote, audience }: ReleaseAction,
  seen: ReleasePointer | undefined,
  version: string,
): ReleasePointer {
  return audience ? tryOut(remote, seen, version, audience) : releaseToAll(remote, seen, version);
}

async function stage(
  { remote, from }: ReleaseAction,
  { build, commit, writeContract, readBom, say }: Workshop,
): Promise<StagedRelease & { remove: () => Promise<void> }> {
  if (from === undefined) say(`Building ${remote}`);
  const dist = from ?? (await build(remote));
  return await stageRelease({
    remote,
    dist,
    commit: from === undefined ? commit() : null,
    writeContract,
    readBom,
  });
}

/** 'mfe-customer  3f2a… (before: 9c1d…); tried out: 77aa… by 5 % of the merchants and merchants 0198…' */
function describePointer(remote: RemoteName, { remotes }: ReleasePointers): string {
  const pointer = remotes[remote];
  const name = remote.padEnd(Math.max(...REMOTES.map((each) => each.length)));
  if (!pointer) return `${name}  never released`;
  const { current, history, trial } = pointer;
  const before = history.length > 0 ? ` (before: ${history.slice(0, 3).join(', ')})` : '';
  if (!trial) return `${name}  ${current}${before}`;
  const share = trial.percent > 0 ? [`${trial.percent} % of the merchants`] : [];
  const named = trial.merchants.length > 0 ? [`merchants ${trial.merchants.join(', ')}`] : [];
  return `${name}  ${current}${before}; tried out: ${trial.version} by ${[...share, ...named].join(' and ')}`;
}
