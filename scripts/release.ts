// npm run release -- <remote>: builds one remote, adds it to the release store and says who is shown it.
// Nothing else is built and no process is restarted; --rollback goes back. docs/releases.md says how a team
// uses it.
import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ReleasePlace, readReleasePlace } from 'api/env';
import { readReleaseArguments, refuseTakenOptions } from 'api/releases/publish/release-arguments';
import { runRelease } from 'api/releases/publish/run-release';
import { recordRelease } from 'contracts/record-release';
import { writeContract } from 'contracts/write-contract';
import type { RemoteName } from 'domain/releases';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
/** Default store of releases, for trials; it is not in the repository. */
const LOCAL_STORE = join(ROOT, '.releases');

async function build(remote: RemoteName): Promise<string> {
  const turbo = join(ROOT, 'node_modules/.bin/turbo');
  try {
    await run(turbo, ['run', 'build', `--filter=${remote}`, '--output-logs=errors-only'], {
      cwd: ROOT,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`The build of ${remote} failed:\n${stdout}${stderr}`);
  }
  return join(ROOT, remote, 'dist');
}

/** Reads the lock file alone: packages installed for other workspaces and for development are not in it. */
async function readBom(remote: RemoteName): Promise<string> {
  const args = [
    'sbom',
    '--package-lock-only',
    '--sbom-format=cyclonedx',
    '--omit=dev',
    `--workspace=${remote}`,
  ];
  const { stdout } = await run('npm', args, { cwd: ROOT, maxBuffer: 64 * 1_024 * 1_024 });
  return stdout;
}

function commit(): string | null {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : null;
  } catch {
    // Not a repository, as in a container that only has the sources.
    return null;
  }
}

function placeOf(to: string | undefined): ReleasePlace {
  const place = readReleasePlace(to === undefined ? process.env : { ...process.env, RELEASES: to });
  return place ?? { kind: 'folder', path: LOCAL_STORE };
}

try {
  refuseTakenOptions(process.env);
  const command = readReleaseArguments(process.argv.slice(2));
  const place = placeOf(command.to);
  await runRelease(command, {
    place,
    build,
    commit,
    writeContract,
    readBom,
    record: recordRelease,
    say: console.log,
  });
  if (place.kind === 'folder' && command.action === 'release' && !process.env.RELEASES) {
    console.log(`The API shows releases when it is started with RELEASES=${place.path}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
