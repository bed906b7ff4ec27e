import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient } from 'testing/http-client';
import { freshPhone, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { startApiProcess } from '../test/api-process.ts';
import { assertCleanLedger } from '../test/clean-ledger.ts';

const fixture = useDatabaseFixture();
const ROUNDS = 12;
const CUSTOMERS = 12;

const start = () => startApiProcess({ databaseUrl: fixture.database.appUrl });

/** The last statement of each transaction that erases or sweeps, of a process that makes no more. */
async function openTransactions(): Promise<string[]> {
  const { rows } = await fixture.owner.query<{ query: string }>(
    `SELECT query FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`,
  );
  return rows.map(({ query }) => query.replace(/\s+/g, ' ').slice(0, 60));
}

/** How many erasures are committed, and how many batches of their sweeps. */
async function progressOf(ids: string[]): Promise<{ committed: number; swept: number; done: number }> {
  const { rows } = await fixture.owner.query<{ committed: number; swept: number; done: number }>(
    `SELECT count(*)::int AS committed, coalesce(sum(sweep_step), 0)::int AS swept,
       count(*) FILTER (WHERE state = 'done')::int AS done
     FROM erasures WHERE customer_id = ANY ($1::uuid[])`,
    [ids],
  );
  return rows[0] ?? { committed: 0, swept: 0, done: 0 };
}

/** Sweeps begin at once, not a minute later. */
async function hastenSweeps(): Promise<void> {
  await fixture.owner.query(
    `UPDATE erasures SET created_at = created_at - interval '1 minute'
     WHERE state = 'sweeping' AND created_at > now() - interval '1 minute'`,
  );
  await fixture.owner.query(
    "UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key LIKE 'sweep%' AND run_at > now()",
  );
}

/** Where a round waits to kill: at the first erasures, in the middle of them, in their sweeps. */
const MOMENTS: ((progress: { committed: number; swept: number; done: number }) => boolean)[] = [
  () => true,
  ({ committed }) => committed >= 1,
  ({ committed }) => committed >= CUSTOMERS / 2,
  ({ swept }) => swept >= 3,
];

test('a process killed while it erases leaves each customer whole or erased, and another one ends every sweep', {
  timeout: 600_000,
}, async () => {
  let api = await start();
  const merchant = await signUpMerchant(createHttpClient(api.url));
  const staff = { cookie: merchant.cookie };
  const landed = { beforeAny: 0, inErasure: 0, betweenCommits: 0, inSweep: 0, afterAll: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = createHttpClient(api.url);
    const customers: { phone: string; id: string }[] = [];
    while (customers.length < CUSTOMERS) {
      const phone = freshPhone();
      // One code is used, so that there is a balance to give up, and one waits.
      for (const isUsed of [true, false]) {
        const purchase = { operationId: randomUUID(), phone, amountCents: 1_000 };
        const sold = await client.call('cashback.issue', purchase, staff);
        expect(sold.status).toBe(200);
        if (isUsed) await client.call('cashback.confirm', { token: tokenOf(sold.data.link) });
      }
      customers.push({ phone, id: (await client.query('customers.find', { phone }, staff)).data.id });
    }
    const ids = customers.map(({ id }) => id);
    const erasing = Promise.allSettled(
      customers.map(({ id, phone }) => client.call('customers.erase', { customerId: id, phone }, staff)),
    );
    const isMoment = MOMENTS[round % MOMENTS.length] ?? (() => true);
    while (!isMoment(await progressOf(ids))) {
      await hastenSweeps();
      await sleep(1);
    }
    // Another moment of each kind every time.
    await sleep(Math.floor(round / MOMENTS.length) * 7);
    // Stopped first: statements under way end, and none follows, so what is read here is what the kill finds.
    process.kill(api.pid, 'SIGSTOP');
    await sleep(50);
    const open = await openTransactions();
    const progress = await progressOf(ids);
    await api.kill('SIGKILL');
    await erasing;
    client.close();
    const isInSweep = open.some((query) => query.includes('sweep_traces'));
    const isInErasure = open.some((query) => !/sweep_traces|^BEGIN/.test(query));
    landed.inErasure += Number(isInErasure);
    landed.inSweep += Number(isInSweep || (progress.swept > 0 && progress.done < progress.committed));
    landed.betweenCommits += Number(progress.committed > 0 && progress.done < CUSTOMERS);
    landed.beforeAny += Number(progress.committed === 0);
    landed.afterAll += Number(progress.done === CUSTOMERS);
    console.log(`round ${round}:`, JSON.stringify(progress), open.join(' | ') || 'no open transaction');
    const { rows } = await fixture.owner.query(
      `SELECT c.phone IS NULL AS is_gone, c.erased_at IS NOT NULL AS is_erased, e.id IS NOT NULL AS is_recorded,
         EXISTS (SELECT FROM transactions t WHERE t.customer_id = c.id AND t.token_expires_at <= t.created_at) AS is_ended,
         (SELECT count(*) = 1 AND sum(l.amount_cents) = -50 FROM ledger_entries l
          WHERE l.customer_id = c.id AND l.kind = 'forfeit') AS is_given_up_once
       FROM customers c LEFT JOIN erasures e ON e.customer_id = c.id WHERE c.id = ANY ($1::uuid[])`,
      [ids],
    );
    for (const row of rows) expect(new Set(Object.values(row)).size, JSON.stringify(row)).toBe(1);
    api = await start();
  }
  console.log('kills landed', JSON.stringify(landed));
  expect(landed.betweenCommits, JSON.stringify(landed)).toBeGreaterThanOrEqual(ROUNDS / 2);
  expect(landed.inErasure, JSON.stringify(landed)).toBeGreaterThan(0);
  expect(landed.inSweep, JSON.stringify(landed)).toBeGreaterThan(0);
  const countWaiting = async () => {
    await hastenSweeps();
    return (await fixture.owner.query("SELECT FROM erasures WHERE state <> 'done'")).rowCount;
  };
  await expect.poll(countWaiting, { timeout: 90_000, interval: 500 }).toBe(0);
  await api.stop();
  const { rows } = await fixture.owner.query(
    "SELECT count(*)::int AS forfeits, count(DISTINCT customer_id)::int AS customers FROM ledger_entries WHERE kind = 'forfeit'",
  );
  expect(rows[0].forfeits).toBe(rows[0].customers);
  await assertCleanLedger(fixture.database.ownerUrl);
});
