import { outcomeOf } from 'api/test/money/model-fixture';
import { createCounter, insertMerchant, openMoneyApp } from 'api/test/money-app';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { runProgram } from './lib/run-program.ts';

const fixture = useDatabaseFixture();
const run = (...args: string[]) =>
  runProgram('ledger-verify.ts', args, {
    DATABASE_URL: fixture.database.appUrl,
    PLATFORM_EMAIL: 'plantao@plataforma.example',
  });

test('a difference found by hand holds the merchant and calls the platform, and a clean one releases it', async () => {
  const { app, close } = await openMoneyApp(fixture.database.appUrl);
  const merchants = [await insertMerchant(fixture.owner), await insertMerchant(fixture.owner)];
  const broken = merchants[0]?.merchantId ?? '';
  const phone = freshPhone();
  const counters = merchants.map((staff) => createCounter(app, staff));
  for (const counter of counters) await counter.earn(phone, 20_000);
  const redeem = () =>
    Promise.all(counters.map((counter) => outcomeOf(counter.createRedemption(phone, 100))));
  const skew = (cents: number) =>
    fixture.owner.query(
      'UPDATE customers SET total_spent_cents = total_spent_cents + $2 WHERE merchant_id = $1',
      [broken, cents],
    );
  const alarms = async () => {
    const { rows } = await fixture.owner.query(
      'SELECT kind, merchant_id FROM operations.alarms WHERE ended_at IS NULL',
    );
    return rows;
  };
  const DIFFERENCE = 'total spent = sum of purchases';
  const HELD = { kind: 'redemptions_held', merchant_id: broken };

  await skew(1);
  await expect(run('--merchant', broken, '--release')).rejects.toThrow(DIFFERENCE);
  expect(await alarms()).toEqual([HELD]);
  expect(await redeem()).toMatchObject([{ refusal: 'redemptions_held' }, { amountCents: 100 }]);
  const { rows: mails } = await fixture.owner.query(
    `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'send-alarms'`,
  );
  expect(mails).toHaveLength(1);

  await skew(-1);
  await run('--merchant', broken);
  expect(await alarms(), 'one merchant is released when that is asked for').toEqual([HELD]);
  expect(await run('--merchant', broken, '--release')).toContain('released');
  expect(await alarms()).toEqual([]);
  await skew(1);
  await expect(run()).rejects.toThrow(DIFFERENCE);
  expect(await alarms()).toEqual([HELD]);
  await skew(-1);
  await run();
  expect(await alarms(), 'a clean run over everything releases it').toEqual([]);
  expect(await redeem()).toMatchObject([{ amountCents: 100 }, { amountCents: 100 }]);
  await close();
});
