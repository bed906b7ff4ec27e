import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { waitForEnd } from 'processes/process-identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let dataDirectory: string;

beforeAll(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'cashback-scratch-'));
});

afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));

async function query(server: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.ownerUrl() });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A process that starts the server and waits, to be killed. */
async function startInAnotherProcess(): Promise<{ pid: number; serverPid: number }> {
  const code = `import { startEmbeddedPostgres } from '${import.meta.dirname}/embedded-postgres.ts';
    startEmbeddedPostgres({ dataDirectory: '${dataDirectory}' }).then((server) => {
      console.log(server.pid);
      setInterval(() => undefined, 1000);
    });`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code]);
  const [line] = await once(child.stdout, 'data');
  return { pid: child.pid ?? 0, serverPid: Number(String(line)) };
}

test('data outlives a stop and an immediate restart, which lose nothing committed', async () => {
  const server = await startEmbeddedPostgres({ dataDirectory });
  await query(server, 'CREATE TABLE kept (n int)');
  await query(server, 'INSERT INTO kept VALUES (1)');
  await server.restart('immediate');
  await query(server, 'INSERT INTO kept VALUES (2)');
  await server.stop();
  const again = await startEmbeddedPostgres({ dataDirectory });
  expect(await query(again, 'SELECT n FROM kept ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
  await again.stop();
  expect(await waitForEnd(again.pid, 0)).toBe(true);
});

test('the settings are durable unless told otherwise, only this machine can connect, and the log has no values', async () => {
  const server = await startEmbeddedPostgres({ dataDirectory, settings: { work_mem: '5MB' } });
  const rows = await query(
    server,
    `SELECT name, setting FROM pg_settings WHERE name IN
       ('fsync', 'synchronous_commit', 'listen_addresses', 'unix_socket_directories', 'work_mem',
        'log_error_verbosity', 'log_parameter_max_length', 'log_parameter_max_length_on_error') ORDER BY name`,
  );
  expect(rows).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'listen_addresses', setting: '127.0.0.1' },
    { name: 'log_error_verbosity', setting: 'terse' },
    { name: 'log_parameter_max_length', setting: '0' },
    { name: 'log_parameter_max_length_on_error', setting: '0' },
    { name: 'synchronous_commit', setting: 'on' },
    { name: 'unix_socket_directories', setting: '' },
    { name: 'work_mem', setting: '5120' },
  ]);
  await server.stop();
});

test('a password is asked for, and the file that keeps it is closed to others', async () => {
  const server = await startEmbeddedPostgres({ dataDirectory });
  const client = new pg.Client({ connectionString: server.ownerUrl().replace(/:[0-9a-f]{48}@/, ':guess@') });
  await expect(client.connect()).rejects.toThrow('password authentication failed');
  expect(statSync(join(server.dataDirectory, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(server.tokenSecret).toMatch(/^[0-9a-f]{64}$/);
  expect(Buffer.from(server.keyEncryptionKey, 'base64')).toHaveLength(32);
  await server.stop();
});

test('a second process is refused while the first one runs', async () => {
  const server = await startEmbeddedPostgres({ dataDirectory });
  await expect(startEmbeddedPostgres({ dataDirectory })).rejects.toThrow('in use by another process');
  await server.stop();
});

test('a process killed outright takes its server with it, and the next start works', async () => {
  const { pid, serverPid } = await startInAnotherProcess();
  process.kill(pid, 'SIGKILL');
  const next = await startEmbeddedPostgres({ dataDirectory });
  expect(await query(next, 'SELECT n FROM kept ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await waitForEnd(serverPid, 5_000)).toBe(true);
  await next.stop();
});
