import { addressesOf } from 'database/migrate';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createApp } from '../app.ts';
import { readEnvironment } from '../env.ts';
import { createLog } from '../lib/log.ts';
import { type JobOptions, type Jobs, startJobs } from '../start-jobs.ts';
import { startApiProcess, TEST_KEY_ENCRYPTION_KEY, TEST_TOKEN_SECRET } from '../test/api-process.ts';
import { createMovableClock, insertMerchant, MINUTE_MS } from '../test/money-app.ts';
import { enqueueScheduled } from './jobs.sql.ts';
import { SCHEDULE } from './schedule.ts';
import { createWorkerLease } from './worker-lease.ts';

/** The product's intervals, hurried. */
const QUICK = { everyMs: 100, silenceMs: 800, retryMs: 50, pollMs: 50, graceMs: 100, stopMs: 1_000 };

/** Of one process: those for jobs of the database alone, and those for remote servers. */
const WORKERS = 2 + 16;

let database: TestDatabase;
let owner: pg.Pool;
const clock = createMovableClock('2026-03-10T12:00:00Z');
let opened: Awaited<ReturnType<typeof createApp>>;
const running: Jobs[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  // Noon, when nothing recurring but the minute is due.
  const env = readEnvironment({
    DATABASE_URL: database.appUrl,
    DATABASE_WORKER_URL: addressesOf(database.appUrl).DATABASE_WORKER_URL,
    TOKEN_SECRET: TEST_TOKEN_SECRET,
    KEY_ENCRYPTION_KEY: TEST_KEY_ENCRYPTION_KEY,
    LOG_LEVEL: 'silent',
  });
  opened = await createApp(env, { clock });
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
  await owner.query('DELETE FROM graphile_worker._private_jobs');
});

afterAll(async () => {
  await opened.close();
  await owner.end();
  await database.drop();
});

function start(options: JobOptions, { app = opened.app, tenancyOver = opened.tenancyOver } = {}): Jobs {
  const jobs = startJobs(app, tenancyOver, { ...QUICK, ...options });
  running.push(jobs);
  return jobs;
}

async function enqueue(task: string): Promise<void> {
  await owner.query('SELECT graphile_worker.add_job($1)', [task]);
}

const soon = <Result>(check: () => Result | Promise<Result>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 30 });

async function waitingJobs(task: string): Promise<{ locked_by: string | null; attempts: number }[]> {
  const { rows } = await owner.query(
    'SELECT locked_by, attempts FROM graphile_worker.jobs WHERE task_identifier = $1',
    [task],
  );
  return rows;
}

/** The connection that marks it as alive, of each worker. */
async function leases(): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
}

async function terminateConnections(): Promise<void> {
  await owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename = 'cashback_worker'`,
  );
}

test('a job runs as the role that owns nothing, and is gone once it ended well', async () => {
  const roles: string[] = [];
  start({
    tasks: {
      who: async (_payload, { query }) => {
        roles.push((await query<{ role: string }>('SELECT current_user AS role')).rows[0]?.role ?? '');
      },
    },
  });
  await enqueue('who');
  await soon(async () => expect(await waitingJobs('who')).toEqual([]));
  expect(roles).toEqual(['cashback_worker']);
});

test('what is logged for a job says which it is, deep inside the code too, and nothing else does', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const telling = async () => {
    await new Promise(setImmediate);
    log.info('inside');
  };
  start({ tasks: { telling } });
  log.info('outside');
  await enqueue('telling');
  await soon(() => expect(lines).toHaveLength(2));
  const [outside, inside] = lines.map((line) => JSON.parse(line) as object);
  expect(outside).not.toHaveProperty('task');
  expect(inside).toMatchObject({ msg: 'inside', task: 'telling', jobId: expect.anything() });
});

test('a recurring job is enqueued once for each scheduled time, however often that is asked', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  await enqueueScheduled(owner, { task: 'recurring' }, at(0));
  expect(await waitingJobs('recurring'), 'a task that was never known begins with the next time').toEqual([]);
  const count = async () => {
    const jobs = await waitingJobs('recurring');
    await owner.query('DELETE FROM graphile_worker._private_jobs');
    return jobs.length;
  };
  await Promise.all(Array.from({ length: 8 }, () => enqueueScheduled(owner, { task: 'recurring' }, at(1))));
  expect(await count()).toBe(1);
  await enqueueScheduled(owner, { task: 'recurring' }, at(1));
  await enqueueScheduled(owner, { task: 'recurring' }, at(0));
  expect(await count(), 'neither the same time again nor an earlier one').toBe(0);
  await enqueueScheduled(owner, { task: 'recurring' }, at(2));
  await enqueueScheduled(owner, { task: 'recurring' }, at(3));
  expect(await count(), 'one that still waits is replaced').toBe(1);
});

test('retention waits in the queue of sweeps, so the two never take both workers', async () => {
  const retention = SCHEDULE.find(({ task }) => task === 'apply-retention');
  if (!retention) throw new Error('retention is not scheduled');
  await owner.query("DELETE FROM operations.job_schedules WHERE task = 'apply-retention'");
  for (const minute of [0, 60])
    await enqueueScheduled(owner, retention, new Date(Date.UTC(2026, 0, 1, 0, minute)));
  const { rows } = await owner.query('SELECT task_identifier, queue_name FROM graphile_worker.jobs');
  expect(rows).toEqual([{ task_identifier: 'apply-retention', queue_name: 'sweep' }]);
});

test('the schedule is kept while the process runs', async () => {
  start({});
  const scheduled = async () =>
    (
      await owner.query('SELECT enqueued_for FROM operations.job_schedules WHERE task = $1', [
        'settle-due-customers',
      ])
    ).rows[0]?.enqueued_for;
  await soon(async () => expect(await scheduled()).toEqual(new Date('2026-03-10T12:00:00Z')));
  clock.advance(2 * MINUTE_MS);
  await soon(async () => expect(await scheduled()).toEqual(new Date('2026-03-10T12:02:00Z')));
});

test('a killed process loses no job: another one does it', async () => {
  await insertMerchant(owner);
  // The verification takes its time to write down how it went, and is killed meanwhile.
  await owner.query(`
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(30); RETURN new; END $$;
    CREATE TRIGGER dawdle BEFORE INSERT ON operations.ledger_verifications FOR EACH ROW EXECUTE FUNCTION dawdle()`);
  // Its clock is the real one; the schedule must not add a job of its own.
  await owner.query(
    "INSERT INTO operations.job_schedules SELECT 'verify-ledger', 'infinity' ON CONFLICT (task) DO UPDATE SET enqueued_for = excluded.enqueued_for",
  );
  const doomed = await startApiProcess({ databaseUrl: database.appUrl });
  await enqueue('verify-ledger');
  await soon(async () => expect((await waitingJobs('verify-ledger'))[0]?.locked_by).toBeTruthy());
  await doomed.kill('SIGKILL');
  await owner.query('DROP FUNCTION dawdle CASCADE');
  await soon(async () => expect(await leases()).toEqual([]));
  expect((await waitingJobs('verify-ledger'))[0]?.locked_by, 'its lock outlives it').toBeTruthy();
  start({});
  await soon(async () => {
    const { rows } = await owner.query('SELECT error FROM operations.ledger_verifications');
    expect(rows).toEqual([{ error: null }]);
  });
  await soon(async () => expect(await waitingJobs('verify-ledger')).toEqual([]));
});

test('a living worker keeps its long job, whoever looks for dead ones and though every connection is cut', async () => {
  let runs = 0;
  let shortRuns = 0;
  let endLong = () => {};
  const end = new Promise<void>((resolve) => {
    endLong = resolve;
  });
  const tasks = {
    long: async () => {
      runs += 1;
      await end;
    },
    short: async () => {
      shortRuns += 1;
    },
  };
  // However slow the machine is, they get their leases back before they are taken for dead.
  const lenient = { tasks, silenceMs: 600_000, lostLimitMs: 600_000 };
  start(lenient);
  await enqueue('long');
  await soon(() => expect(runs).toBe(1));
  start(lenient);
  await soon(async () => expect(await leases()).toHaveLength(2 * WORKERS));
  const cut = await leases();
  await terminateConnections();
  await soon(async () =>
    expect((await leases()).filter((pid) => !cut.includes(pid))).toHaveLength(2 * WORKERS),
  );
  // And now one that takes a worker for dead at its first look.
  let looks = 0;
  const tenancyOver: typeof opened.tenancyOver = (...args) => {
    const tenancy = opened.tenancyOver(...args);
    const now = () => {
      looks += 1;
      return tenancy.now();
    };
    return { ...tenancy, now };
  };
  start({ tasks, silenceMs: 0 }, { tenancyOver });
  await soon(() => expect(looks).toBeGreaterThan(3));
  expect((await waitingJobs('long'))[0]?.locked_by).toBeTruthy();
  endLong();
  await soon(async () => expect(await waitingJobs('long')).toEqual([]));
  expect(runs).toBe(1);
  await enqueue('short');
  await soon(() => expect(shortRuns, 'and both go on working').toBe(1));
});

test('a connection lost with the answer that its workers are marked marks nobody', async () => {
  const pool = new pg.Pool({ connectionString: addressesOf(database.appUrl).DATABASE_WORKER_URL, max: 1 });
  pool.on('error', () => undefined);
  pool.once('connect', (client) => {
    client.on('error', () => undefined);
    const query = client.query.bind(client) as (...statement: unknown[]) => Promise<unknown>;
    const answerLate = async (...statement: unknown[]) => {
      const answer = await query(...statement);
      const ended = new Promise((resolve) => client.once('end', resolve));
      await terminateConnections();
      await ended;
      return answer;
    };
    Object.assign(client, { query: answerLate });
  });
  const onLostForLong = vi.fn();
  const lease = createWorkerLease(pool, { retryMs: 50, lostLimitMs: 600_000, onLostForLong });
  try {
    await lease.hold('a worker', new AbortController().signal);
    expect(await leases()).toHaveLength(1);
  } finally {
    lease.close();
    await pool.end();
  }
});

test('a job that could not be written down as done is done again, by workers in place of the one that gave up', async () => {
  let runs = 0;
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const tasks = {
    undone: async () => {
      runs += 1;
      if (runs === 1)
        await owner.query('REVOKE DELETE ON graphile_worker._private_jobs FROM cashback_worker');
    },
  };
  start({ tasks }, { app: { ...opened.app, log } });
  // One worker that gives up is enough for the pool to be replaced.
  await enqueue('undone');
  await soon(() => expect(lines.join('')).toContain('the workers are replaced'));
  await owner.query('GRANT DELETE ON graphile_worker._private_jobs TO cashback_worker');
  await soon(async () => expect(await waitingJobs('undone')).toEqual([]));
  expect(runs).toBe(2);
});

test('stopping waits for no job longer than it may, and another process does the rest', async () => {
  const seen: string[] = [];
  let isOver = false;
  const stubborn = (name: string): JobOptions => ({
    tasks: {
      stubborn: async () => {
        seen.push(name);
        if (name === 'first') await new Promise(() => undefined);
        isOver = true;
      },
    },
  });
  const first = start(stubborn('first'));
  await enqueue('stubborn');
  await soon(() => expect(seen).toEqual(['first']));
  await first.stop();
  running.splice(0);
  expect(isOver).toBe(false);
  start(stubborn('second'));
  await soon(async () => expect(await waitingJobs('stubborn')).toEqual([]));
  expect(seen).toEqual(['first', 'second']);
});

test('with JOBS=off a process leaves the queue alone', async () => {
  const idle = await startApiProcess({ databaseUrl: database.appUrl, extraEnv: { JOBS: 'off' } });
  const { rows } = await owner.query(
    "SELECT count(*)::int AS leases FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
  );
  await idle.stop();
  expect(rows).toEqual([{ leases: 0 }]);
});
