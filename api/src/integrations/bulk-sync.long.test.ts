import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { useDatabaseFixture } from 'testing/database-fixture';
import { startMailchimpFake } from 'testing/providers/mailchimp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../context.ts';
import type { StaffSession } from '../staff-session.ts';
import { insertMerchant, openMoneyApp } from '../test/money-app.ts';
import type { MeasuredWorker } from '../test/worker-memory.ts';
import { saveIntegration } from './save-integration.ts';
import { setIntegrationActive } from './set-integration-active.ts';
import { type BulkSync, showBulkSync } from './show-bulk-sync.ts';
import { startBulkSync } from './start-bulk-sync.ts';

const FEW = 1_000;
const MANY = 10_000;
/** One customer in this many has an address that the provider refuses for good. */
const REFUSED_EACH = 50;
const MORE_BYTES = 16_000_000;
/** Deliveries of one page, beside those that may be ready before it. */
const MOST_WAITING = 600;
const PROGRAM = fileURLToPath(new URL('../test/worker-memory.ts', import.meta.url));
const REQUEST = { ip: '127.0.0.1' };

const fixture = useDatabaseFixture();
const workers: ChildProcess[] = [];
let app: App;
let close: () => Promise<void>;
let mailchimp: Awaited<ReturnType<typeof startMailchimpFake>>;
let peakBytes = 0;

beforeAll(async () => {
  ({ app, close } = await openMoneyApp(fixture.database.appUrl));
  mailchimp = await startMailchimpFake();
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await mailchimp.stop();
  await close();
});

async function startWorker(): Promise<ChildProcess> {
  const worker = fork(PROGRAM, { execArgv: ['--expose-gc', '--import', 'tsx'] });
  workers.push(worker);
  worker.on('message', (bytes: number) => {
    peakBytes = Math.max(peakBytes, bytes);
  });
  worker.send({
    databaseUrl: fixture.database.appUrl,
    mailchimpApi: mailchimp.url,
  } satisfies MeasuredWorker);
  await once(worker, 'message');
  return worker;
}

/** A merchant of so many customers, each with one purchase, put straight into the tables. */
async function insertBuyers(count: number): Promise<StaffSession> {
  const staff = await insertMerchant(fixture.owner);
  await fixture.owner.query(
    `WITH buyers AS (
       INSERT INTO customers (merchant_id, id, phone, name, email, total_spent_cents, last_purchase_at)
       SELECT $1, gen_random_uuid(), '119' || lpad(n::text, 8, '0'), 'Cliente ' || n, 'cliente' || n || '@mail.example',
         1000, now() FROM generate_series(1, $3::int) n
       RETURNING merchant_id, id)
     INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
       token_hash, token_expires_at, created_at)
     SELECT merchant_id, gen_random_uuid(), id, $2, 1000, 50, 500, sha256(id::text::bytea), now() + interval '30 days', now()
     FROM buyers`,
    [staff.merchantId, staff.employeeId, count],
  );
  await fixture.owner.query('ANALYZE customers, transactions');
  const apiKey = 'k'.repeat(31) + staff.merchantId.slice(0, 8);
  const account = { provider: 'mailchimp', apiKey, audienceId: 'a1b2c3d4e5', serverPrefix: 'us21' } as const;
  const sync = {
    syncOnSignup: false,
    syncOnPurchase: false,
    syncOnRedemption: false,
    sendsWithoutConsent: true,
  };
  await saveIntegration(app, staff, REQUEST, { ...account, ...sync });
  await setIntegrationActive(app, staff, REQUEST, { provider: 'mailchimp', isActive: true });
  return staff;
}

async function countWaiting({ merchantId }: StaffSession): Promise<number> {
  const { rows } = await fixture.owner.query(
    `SELECT count(*)::int AS waiting FROM deliveries WHERE merchant_id = $1 AND state = 'waiting'`,
    [merchantId],
  );
  return rows[0].waiting;
}

/** Resolves when the run is over. `onHalf` is called once, about halfway. */
async function runBulkSync(staff: StaffSession, onHalf?: () => Promise<void>): Promise<BulkSync> {
  await startBulkSync(app, staff, REQUEST);
  let half = onHalf;
  for (;;) {
    const { latest } = await showBulkSync(app, staff.merchantId);
    if (!latest) throw new Error('nothing runs');
    if (latest.state === 'completed') return latest;
    expect(latest.done).toBe(latest.successCount + latest.errorCount);
    expect(await countWaiting(staff)).toBeLessThanOrEqual(MOST_WAITING);
    if (half && latest.done > latest.total / 2) {
      await half();
      half = undefined;
    }
    // The fake's own memory does not count.
    mailchimp.requests.length = 0;
    await wait(300);
  }
}

test('ten thousand customers are synced with the memory of a tenth of them, and the counts are exact although a worker is killed', async () => {
  for (let number = REFUSED_EACH; number <= MANY; number += REFUSED_EACH)
    mailchimp.refuse(`cliente${number}@mail.example`);
  const [few, many] = [await insertBuyers(FEW), await insertBuyers(MANY)];
  const victim = await startWorker();
  await startWorker();
  const countsOf = (total: number) => {
    const errorCount = total / REFUSED_EACH;
    return { total, done: total, successCount: total - errorCount, errorCount };
  };
  expect(await runBulkSync(few)).toMatchObject(countsOf(FEW));
  const peakOfFew = peakBytes;
  const last = await runBulkSync(many, async () => void victim.kill('SIGKILL'));
  expect(last).toMatchObject(countsOf(MANY));
  expect(peakBytes).toBeLessThan(peakOfFew + MORE_BYTES);

  const { rows } = await fixture.owner.query(
    `SELECT count(*)::int AS entries, count(DISTINCT customer_id)::int AS customers,
       count(*) FILTER (WHERE status = 'success')::int AS taken
     FROM integration_sync_log WHERE merchant_id = $1`,
    [many.merchantId],
  );
  const { successCount } = countsOf(MANY);
  expect(rows).toEqual([{ entries: MANY, customers: MANY, taken: successCount }]);
  expect(mailchimp.members()).toHaveLength(successCount + countsOf(FEW).successCount);
  expect(mailchimp.violations).toEqual([]);
  expect(mailchimp.connections().most).toBeLessThanOrEqual(10);
}, 1_800_000);
