import { type OutageDatabase, startOutageDatabase } from 'testing/outage-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertCleanLedger } from '../clean-ledger.ts';
import { type InProcessServer, startInProcessServer } from '../in-process-server.ts';
import { expectRecovery, expectUnavailable, openProbedMerchant, runProbes } from './probes.ts';

/** One round each, in this process. Under load, timed and again and again: *.long.test.ts. */

let database: OutageDatabase;
let api: InProcessServer;

beforeAll(async () => {
  database = await startOutageDatabase();
  api = await startInProcessServer(database.appUrl);
});

afterAll(async () => {
  await api?.close();
  await database?.discard();
});

const statusOf = async (path: string) => (await api.client.fetch(path)).status;

test('a PostgreSQL stopped like by a power cut: 503 for every call, then all is well without a new API', async () => {
  const probes = await openProbedMerchant(api.client);
  await database.server.stop('immediate');
  expectUnavailable(await runProbes(probes));
  expect([await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([503, 200]);
  await database.server.restart('immediate');
  await expectRecovery(probes);
});

test('a server that takes no more connections: 503 at once, and well as soon as there are some', async () => {
  const probes = await openProbedMerchant(api.client);
  // As a full server refuses, except the superuser; unlike there, no connection becomes free meanwhile.
  await database.owner.query('ALTER DATABASE outage CONNECTION LIMIT 0');
  await expect.poll(() => database.terminateApi()).toBe(0);
  expectUnavailable(await runProbes(probes));
  await database.owner.query('ALTER DATABASE outage CONNECTION LIMIT -1');
  await expectRecovery(probes);
});

test('a full disk: 503 and nothing stored, whether the statement or the commit meets it', async () => {
  const probes = await openProbedMerchant(api.client);
  // The real thing needs a file system of its own; the error is the one it raises.
  await database.owner.query(`
    CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER full_at_once BEFORE INSERT OR UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION disk_is_full();
    CREATE TRIGGER full_at_once BEFORE INSERT ON merchants FOR EACH ROW EXECUTE FUNCTION disk_is_full();
    CREATE CONSTRAINT TRIGGER full_at_commit AFTER INSERT ON transactions DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION disk_is_full();
    ALTER TABLE transactions DISABLE TRIGGER full_at_commit;
  `);
  const stored = async () => {
    const { rows } = await database.owner.query(
      'SELECT (SELECT count(*) FROM transactions) AS purchases, (SELECT count(*) FROM idempotency_keys) AS keys, (SELECT count(*) FROM merchants) AS merchants',
    );
    return rows;
  };
  const before = await stored();
  const probesOf = (...names: string[]) => probes.filter(({ name }) => names.includes(name));
  expectUnavailable(await runProbes(probesOf('issue', 'confirm', 'sign-up (Prisma)')));
  await database.owner.query(`
    ALTER TABLE customers DISABLE TRIGGER full_at_once;
    ALTER TABLE transactions ENABLE TRIGGER full_at_commit`);
  expectUnavailable(await runProbes(probesOf('issue')));
  expect(await stored()).toEqual(before);
  await database.owner.query('DROP FUNCTION disk_is_full() CASCADE');
  await expectRecovery(probes);
  await assertCleanLedger(database.ownerUrl);
});
