import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from './load-program.ts';
import { unpackRecorded } from './record-release.ts';

/** Ample: it only ends what hangs. */
const READY_WITHIN_MS = 45_000;
const LOOK_EVERY_MS = 50;

export interface RecordedApi {
  url: string;
  /** Lets it drain, and removes its files. */
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** The API's bundle as it was recorded, below today's packages. */
function unpack(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cashback-recorded-api-'));
  mkdirSync(join(folder, 'api'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  // Versions that the API has to itself.
  symlinkSync(join(ROOT, 'api/node_modules'), join(folder, 'api/node_modules'));
  unpackRecorded('api', join(folder, 'api/dist'));
  return folder;
}

/**
 * Starts the API that ran before this one, on the environment given. Throws its own words where it does not
 * get ready.
 */
export async function startRecordedApi(environment: Record<string, string>): Promise<RecordedApi> {
  const folder = unpack();
  const port = await freePort();
  const child = spawn(process.execPath, [join(folder, 'api/dist/main.js')], {
    env: { ...environment, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  if (await getsReady(child, url)) return { url, stop };
  await stop();
  throw new Error(`The recorded API does not get ready:\n${output}`);
}

async function getsReady(child: ChildProcess, url: string): Promise<boolean> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until && child.exitCode === null) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return true;
    await wait(LOOK_EVERY_MS);
  }
  return false;
}
