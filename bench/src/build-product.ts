import { join } from 'node:path';
import { ROOT, runChild } from './child-process.ts';

/** Builds what changed since the last time. Throws with the tool's own words. */
export async function buildProduct(): Promise<void> {
  await runChild(process.execPath, ['scripts/prisma-generate.mjs']);
  const turbo = join(ROOT, 'node_modules/.bin/turbo');
  await runChild(turbo, ['run', 'build', '--output-logs=errors-only'], {
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
  });
}
