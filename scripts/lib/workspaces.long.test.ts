import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase } from 'database/test-database';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { copyCheckout } from './clean-checkout.ts';

const FRONT_ENDS = ['shell', 'mfe-backoffice', 'mfe-customer', 'mfe-analytics'];
const WORKSPACES = ['api', ...FRONT_ENDS];
const INSTALL = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
/** Ample for a machine that does much else: it only ends what hangs. */
const AMPLE_MS = 10 * 60_000;

let checkout: string;
const running = new Set<ChildProcess>();

interface Outcome {
  code: number | null;
  output: string;
}

/** npm in the copy, as a process group of its own, and knowing nothing of the npm that runs these tests. */
function npm(
  args: string[],
  env: Record<string, string> = {},
): { child: ChildProcess; ended: Promise<Outcome> } {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|VITEST|NODE_ENV|DATABASE_|TOKEN_SECRET|KEY_ENCRYPTION)/i.test(name),
  );
  const child = spawn('npm', args, {
    cwd: checkout,
    detached: true,
    env: { ...Object.fromEntries(own), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  running.add(child);
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return { code: code as number | null, output };
  });
  return { child, ended };
}

async function expectDone(...args: string[]): Promise<void> {
  const { code, output } = await npm(args).ended;
  expect(code, output).toBe(0);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The first answer of a starting program, or its output where it ended instead. */
async function firstAnswer(url: string, ended: Promise<Outcome>): Promise<Response> {
  let outcome: Outcome | undefined;
  void ended.then((last) => {
    outcome = last;
  });
  for (;;) {
    if (outcome) throw new Error(`Ended (${outcome.code}):\n${outcome.output}`);
    const response = await fetch(url).catch(() => undefined);
    if (response) return response;
    await wait(100);
  }
}

function forgetWhatWasMade(): void {
  for (const workspace of WORKSPACES)
    rmSync(join(checkout, workspace, 'dist'), { recursive: true, force: true });
  rmSync(join(checkout, 'api/src/generated'), { recursive: true, force: true });
}

const built = () => WORKSPACES.filter((workspace) => existsSync(join(checkout, workspace, 'dist')));

/** Ends the processes that a test started or left running, with all that they started in turn. */
function endWhatRuns(): void {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
}

beforeAll(() => {
  checkout = copyCheckout();
}, AMPLE_MS);

afterEach(endWhatRuns);

afterAll(async () => {
  endWhatRuns();
  await rm(checkout, { recursive: true, force: true });
}, AMPLE_MS);

/** Checks, builds and tests one workspace where nothing was made before, neither of it nor of another. */
function expectAlone(workspace: string): void {
  beforeAll(forgetWhatWasMade);

  test(
    `${workspace} checks its types`,
    async () => {
      await expectDone('run', 'typecheck', '-w', workspace);
      expect(built()).toEqual([]);
    },
    AMPLE_MS,
  );

  test(
    `${workspace} is built`,
    async () => {
      await expectDone('run', 'build', '-w', workspace);
      expect(built()).toEqual([workspace]);
    },
    AMPLE_MS,
  );

  // This run covers all of the API's tests elsewhere; a few show that they start by themselves. Failures by
  // load on a busy machine are no matter of this test, hence the retries.
  const few = workspace === 'api' ? ['--', '--shard=1/100', '--retry=3'] : [];
  test(`${workspace} tests itself`, () => expectDone('test', '-w', workspace, ...few), AMPLE_MS);
}

describe('a clean checkout with what one remote needs only', () => {
  beforeAll(() => expectDone(...INSTALL, '-w', 'mfe-customer', '--include-workspace-root'), AMPLE_MS);

  test('lacks what other remotes need', () => {
    expect(existsSync(join(checkout, 'node_modules/recharts'))).toBe(false);
  });

  expectAlone('mfe-customer');
});

describe('a clean checkout whose packages ran no code while they were installed', () => {
  beforeAll(() => expectDone(...INSTALL), AMPLE_MS);

  describe.each(WORKSPACES.filter((each) => each !== 'mfe-customer'))('%s alone', expectAlone);

  test.each(FRONT_ENDS)(
    '%s starts as a page of its own',
    async (workspace) => {
      const port = await freePort();
      const { ended } = npm(['start', '-w', workspace, '--', '--port', String(port)]);
      const page = await firstAnswer(`http://localhost:${port}/`, ended);
      expect(page.status).toBe(200);
      const html = await page.text();
      expect(html).toContain('<div id="root">');
      const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(html) ?? [];
      expect((await fetch(new URL(script, page.url))).status).toBe(200);
    },
    AMPLE_MS,
  );

  test(
    'the API says which settings it needs, in sentences',
    async () => {
      const { code, output } = await npm(['start', '-w', 'api']).ended;
      expect(code).not.toBe(0);
      expect(output).toMatch(/DATABASE_URL/);
      expect(output).toMatch(/TOKEN_SECRET/);
      expect(output).not.toMatch(/^\s+at /m);
    },
    AMPLE_MS,
  );

  test(
    'the API starts on a database and ends when npm is told to stop',
    async () => {
      const database = await createTestDatabase();
      const port = await freePort();
      const { child, ended } = npm(['start', '-w', 'api'], {
        DATABASE_URL: database.appUrl,
        TOKEN_SECRET: 'a'.repeat(32),
        KEY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
        PORT: String(port),
      });
      expect((await firstAnswer(`http://localhost:${port}/readyz`, ended)).status).toBe(200);
      child.kill('SIGTERM');
      await ended;
      await expect(fetch(`http://localhost:${port}/healthz`)).rejects.toThrow();
      await database.drop();
    },
    AMPLE_MS,
  );
});
