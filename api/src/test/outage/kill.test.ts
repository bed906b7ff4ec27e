import { randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient, type HttpClient } from 'testing/http-client';
import { freshPhone, signUpMerchant } from 'testing/signed-in-merchant';
import { expect, onTestFinished, test } from 'vitest';
import { startApiProcess } from '../api-process.ts';
import { assertCleanLedger } from '../clean-ledger.ts';
import { startInProcessServer } from '../in-process-server.ts';

const fixture = useDatabaseFixture();
const LOCK = 20_261_127;

/** A sign-up waits for the lock in a statement, a purchase in its COMMIT. */
const STOPS = `
  CREATE FUNCTION stop_here() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 AS $$
    BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NULL; END $$;
  CREATE TRIGGER stop AFTER INSERT ON merchants FOR EACH ROW EXECUTE FUNCTION stop_here();
  CREATE CONSTRAINT TRIGGER stop AFTER INSERT ON transactions DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION stop_here();`;

test('of an API killed in a sign-up and in the COMMIT of a purchase the one is nowhere, and the other once', async () => {
  const { database, owner } = fixture;
  const [other, doomed] = await Promise.all([
    startInProcessServer(database.appUrl),
    startApiProcess({ databaseUrl: database.appUrl, extraEnv: { JOBS: 'off' } }),
  ]);
  const client = createHttpClient(doomed.url);
  onTestFinished(async () => {
    client.close();
    await Promise.all([other.close(), doomed.kill()]);
  });
  const { cookie } = await signUpMerchant(other.client);
  const input = { operationId: randomUUID(), phone: freshPhone(), amountCents: 10_000 };
  const sell = (to: HttpClient) => to.call('cashback.issue', input, { cookie });
  const countRows = async (text: string) => (await owner.query(text)).rowCount;
  await owner.query(STOPS);
  const blocker = await owner.connect();
  await blocker.query('SELECT pg_advisory_lock($1)', [LOCK]);
  const cutOff = Promise.allSettled([signUpMerchant(client), sell(client)]);
  const asking = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND mode = 'ShareLock'`;
  await expect.poll(() => countRows(asking)).toBe(2);
  await doomed.kill();
  expect((await cutOff).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await blocker.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  blocker.release();
  await expect.poll(() => countRows(asking)).toBe(0);
  expect(await countRows('SELECT FROM merchants')).toBe(1);
  expect(await countRows('SELECT FROM transactions')).toBe(1);
  const [first, second] = [await sell(other.client), await sell(other.client)];
  expect([first.status, second.data]).toEqual([200, first.data]);
  expect(await countRows('SELECT FROM transactions')).toBe(1);
  await assertCleanLedger(database.ownerUrl);
});
