import { isDeepStrictEqual } from 'node:util';
import { pointersSchema, type ReleasePointer, type RemoteName } from 'domain/releases';
import { readPointers } from './open-release-target.ts';
import type { ReleaseTarget } from './release-target.ts';

/**
 * Retries after losing a compare-and-swap against changes of other remotes; real teams never cause so many.
 */
const MAX_ATTEMPTS = 20;

/**
 * Changes one remote's pointer and no other's. `seen` is its value when the command began: if it has changed
 * since, the change stands and this throws.
 */
export async function changePointer(
  target: Pick<ReleaseTarget, 'readPointers' | 'replacePointers'>,
  remote: RemoteName,
  seen: ReleasePointer | undefined,
  next: ReleasePointer,
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { pointers, tag } = await readPointers(target);
    const { [remote]: now } = pointers.remotes;
    // Also true if an earlier attempt succeeded and only its answer was lost.
    if (isDeepStrictEqual(now, next)) return;
    if (!isDeepStrictEqual(now, seen)) {
      throw new Error(
        `Somebody else has changed ${remote} meanwhile (${now?.current} is current now), so nothing was changed. ` +
          'Look at --list and try again.',
      );
    }
    // Validates first: unreadable pointers would end all releases.
    const changed = pointersSchema.parse({ remotes: { ...pointers.remotes, [remote]: next } });
    if (await target.replacePointers(`${JSON.stringify(changed, null, 2)}\n`, tag)) return;
  }
  throw new Error('Others keep changing the pointers; nothing was changed. Try again in a minute.');
}
