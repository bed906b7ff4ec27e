import { randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient } from 'testing/http-client';
import { freshPhone, signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../test/api-process.ts';
import { assertCleanLedger } from '../test/clean-ledger.ts';

const fixture = useDatabaseFixture();
let api: ApiProcess | undefined;
afterAll(() => api?.stop());

/** Each batch but the first waits for this advisory lock. */
const HOLD = 4_711;

test('killed in the middle of an import, the next process goes on with it: every customer once', async () => {
  const { database, owner } = fixture;
  api = await startApiProcess({ databaseUrl: database.appUrl });
  const merchant = await signUpMerchant(createHttpClient(api.url));
  const lines = Array.from({ length: 900 }, () => `${freshPhone()};0,10`);
  const file = Buffer.from(`Telefone;Saldo\n${lines.join('\n')}`);
  const path = `/files/customers/import?operationId=${randomUUID()}`;
  const send = () =>
    fetch(`${api?.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'sec-fetch-site': 'same-origin', cookie: merchant.cookie },
      body: file,
    });
  const counts = async () => {
    const { rows } = await owner.query(
      `SELECT (SELECT stored_count FROM customer_imports) AS stored,
         (SELECT count(*)::int FROM customers) AS customers, (SELECT count(*)::int FROM ledger_entries) AS entries,
         (SELECT count(*)::int FROM adjustments WHERE import_id IS NOT NULL) AS credits,
         (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND objid = ${HOLD} AND NOT granted) AS held`,
    );
    return rows[0];
  };
  await owner.query(
    `CREATE FUNCTION hold_batch() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_advisory_xact_lock(${HOLD}); RETURN NEW; END $$;
     CREATE TRIGGER hold_batch BEFORE UPDATE ON customer_imports FOR EACH ROW WHEN (NEW.stored_count > 200)
       EXECUTE FUNCTION hold_batch()`,
  );
  const holder = await owner.connect();
  try {
    await holder.query(`SELECT pg_advisory_lock(${HOLD})`);
    const cut = send().then(
      () => 'answered',
      () => 'cut',
    );
    await expect.poll(async () => (await counts()).held, { timeout: 20_000 }).toBe(1);
    await api.kill('SIGKILL');
    expect(await cut).toBe('cut');
    await holder.query(`SELECT pg_advisory_unlock(${HOLD})`);
  } finally {
    holder.release();
  }
  await expect.poll(async () => (await counts()).held).toBe(0);
  expect(await counts()).toMatchObject({ stored: 200, customers: 200, entries: 200, credits: 200 });
  await owner.query('DROP TRIGGER hold_batch ON customer_imports');
  api = await startApiProcess({ databaseUrl: database.appUrl });
  const outcome = { newCount: 900, knownCount: 0, creditCount: 900, creditCents: 9_000, overtakenCount: 0 };
  for (const _ of ['goes on', 'is repeated']) {
    const answer = await send();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject(outcome);
    expect(await counts()).toMatchObject({ stored: 900, customers: 900, entries: 900, credits: 900 });
  }
  await assertCleanLedger(database.ownerUrl);
});
