import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressesOf } from 'database/migrate';
import { build } from 'esbuild';
import { packagesStayOutside } from '../../packages-stay-outside.ts';

/** A real API in a process of its own, as it runs in production: bundled, on its own port, killable. */
export interface ApiProcess {
  /** 'http://127.0.0.1:41234'; 'none' of a worker alone. */
  url: string;
  /** 'http://127.0.0.1:41235', with METRICS_PORT. */
  monitoringUrl: string | undefined;
  pid: number;
  /** The output so far, its log included. */
  output(): string;
  /** Sends SIGTERM, and waits until it has drained and exited. */
  stop(): Promise<void>;
  /** Ends it with the signal (SIGKILL by default) and waits until it has exited. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

export const TEST_TOKEN_SECRET = 'a secret that only the tests know, 32+';
export const TEST_KEY_ENCRYPTION_KEY = Buffer.from('a key only tests seal secrets with')
  .subarray(0, 32)
  .toString('base64');

/** Made once per test file. */
const bundled = new Map<string, Promise<string>>();

/** Without a source map: reading one is a fifth of the work of a start, and tests start many processes. */
async function bundle(entry: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
    plugins: [packagesStayOutside],
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Writes the bundled program beside api/dist/main.js, so that packages and front ends are found as from
 * there. Returns its path.
 */
export async function writeProgram(
  entry = new URL('./api-process-entry.ts', import.meta.url),
): Promise<string> {
  const text = bundled.get(entry.href) ?? bundle(entry);
  bundled.set(entry.href, text);
  const path = fileURLToPath(new URL(`../../dist/test-api-${randomUUID()}.mjs`, import.meta.url));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await text);
  return path;
}

/**
 * Starts one. Unless `extraEnv` says otherwise it believes X-Forwarded-For of the loopback, takes any
 * loopback Host for the platform's, logs warnings and has wide time limits; `TIME_LIMITS: 'product'` gives it
 * the product's. Rejects with the process's own words when it does not start.
 */
export async function startApiProcess(options: {
  databaseUrl: string;
  redisUrl?: string | undefined;
  port?: number;
  /** 'worker': what `npm start -- --worker` starts. */
  program?: 'api' | 'worker';
  /** Lead of the process's own clock. */
  clockShiftMs?: number;
  extraEnv?: Record<string, string>;
}): Promise<ApiProcess> {
  const program = await writeProgram();
  const shift = `(${shiftClock})(${options.clockShiftMs ?? 0})`;
  const child = fork(program, {
    silent: true,
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(shift)}`],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  child.send({
    PROGRAM: options.program ?? 'api',
    NODE_ENV: 'test',
    ...addressesOf(options.databaseUrl),
    REDIS_URL: options.redisUrl ?? '',
    PORT: String(options.port ?? 0),
    HOST: '127.0.0.1',
    TOKEN_SECRET: TEST_TOKEN_SECRET,
    KEY_ENCRYPTION_KEY: TEST_KEY_ENCRYPTION_KEY,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
    ...options.extraEnv,
  });
  const { url, monitoringUrl } = await listening(child)
    .catch((error: Error) => {
      child.kill('SIGKILL');
      throw new Error(`${error.message}\n${output}`);
    })
    // Loaded, or never to be.
    .finally(() => rmSync(program, { force: true }));
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    url,
    monitoringUrl,
    pid: child.pid ?? 0,
    output: () => output,
    stop: () => kill('SIGTERM'),
    kill,
  };
}

/** Runs in the new process before its program: from then on it lives that far from the real time. */
function shiftClock(shiftMs: number): void {
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...parts: [] | [number]) {
      if (parts.length === 0) super(RealDate.now() + shiftMs);
      else super(...parts);
    }

    static override now(): number {
      return RealDate.now() + shiftMs;
    }
  } as DateConstructor;
}

function listening(child: ChildProcess): Promise<{ url: string; monitoringUrl: string | undefined }> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`the API ended at its start: ${code ?? signal}`)));
    child.once('message', (message: { url?: string; monitoringUrl?: string; failure?: string }) => {
      if (message.url) resolve({ url: message.url, monitoringUrl: message.monitoringUrl });
      else reject(new Error(message.failure));
    });
  });
}
