import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changePointer } from 'api/releases/publish/change-pointer';
import { openReleaseTarget } from 'api/releases/publish/open-release-target';
import { stageRelease } from 'api/releases/publish/stage-release';
import { unpackRecorded } from 'contracts/record-release';
import { REMOTES, type RemoteName } from 'domain/releases';

const ROOT = join(import.meta.dirname, '../..');

export interface Versions {
  today: string;
  /** Uses the build that is recorded in `released`. */
  yesterday: string;
}

export interface ReleaseFolder {
  path: string;
  versions: Record<RemoteName, Versions>;
  /** Today's build by default, yesterday's for these merchants. */
  show(merchants: (remote: RemoteName) => string[]): Promise<void>;
  discard(): void;
}

/** A release store with each remote as it is built now, and as it was recorded. */
export async function createReleaseFolder(): Promise<ReleaseFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'cashback-yesterday-'));
  const path = join(folder, 'store');
  const target = openReleaseTarget({ kind: 'folder', path });
  async function add(remote: RemoteName, dist: string): Promise<string> {
    const staged = await stageRelease({ remote, dist, commit: null, readBom: async () => '{}' });
    await target.add(staged);
    await staged.remove();
    return staged.release.version;
  }
  const versions = await Promise.all(
    REMOTES.map(async (remote) => {
      const recorded = join(folder, remote);
      unpackRecorded(remote, recorded);
      const today = await add(remote, join(ROOT, remote, 'dist'));
      return [remote, { today, yesterday: await add(remote, recorded) }] as const;
    }),
  );
  const byRemote = Object.fromEntries(versions) as Record<RemoteName, Versions>;
  return {
    path,
    versions: byRemote,
    async show(merchants) {
      for (const remote of REMOTES) {
        const { today, yesterday } = byRemote[remote];
        const trial = { version: yesterday, percent: 0, merchants: merchants(remote) };
        await changePointer(target, remote, undefined, { current: today, history: [], trial });
      }
    },
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}
