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

test('what cannot be derived again is corrected with a reason; wrong dates call the platform and hold nobody', async () => {
  const { app, close } = await openMoneyApp(fixture.database.appUrl);
  const staff = await insertMerchant(fixture.owner);
  const { merchantId } = staff;
  const phone = freshPhone();
  const counter = createCounter(app, staff);
  for (const _ of ['once', 'again']) await counter.earn(phone, 20_000);
  const changeNewest = (change: string) =>
    fixture.owner.query(
      `UPDATE ledger_entries SET ${change} WHERE merchant_id = $1
         AND id = (SELECT max(id) FROM ledger_entries WHERE merchant_id = $1)`,
      [merchantId],
    );
  const alarms = async () => {
    const { rows } = await fixture.owner.query(
      'SELECT kind FROM operations.alarms WHERE ended_at IS NULL ORDER BY kind',
    );
    return rows.map(({ kind }) => kind);
  };
  const ofMerchant = (...args: string[]) => run('--merchant', merchantId, ...args);

  await changeNewest('balance_after_cents = balance_after_cents + 1');
  await expect(ofMerchant()).rejects.toThrow('balance after = sum of the entries so far');
  expect(await alarms()).toEqual(['redemptions_held']);
  await expect(ofMerchant('--release')).rejects.toThrow('balance after');
  await expect(run('--correct', 'saldo copiado errado')).rejects.toThrow('--merchant');
  await expect(ofMerchant('--correct', ' ')).rejects.toThrow('reason');
  expect(await alarms()).toEqual(['redemptions_held']);
  expect(await ofMerchant('--correct', 'saldo copiado errado', '--release')).toMatch(
    /1 differences were found, 1 stay.*released/s,
  );
  expect(await alarms()).toEqual([]);
  expect(await outcomeOf(counter.createRedemption(phone, 100))).toMatchObject({ amountCents: 100 });

  await changeNewest("created_at = created_at - interval '1 minute'");
  await expect(ofMerchant()).rejects.toThrow('entries of a customer follow each other in time');
  expect(await alarms()).toEqual(['dated_ahead']);
  expect(await outcomeOf(counter.createRedemption(phone, 200))).toMatchObject({ amountCents: 200 });
  const skew = (cents: number) =>
    fixture.owner.query(
      'UPDATE customers SET total_spent_cents = total_spent_cents + $2 WHERE merchant_id = $1',
      [merchantId, cents],
    );
  await skew(1);
  await expect(ofMerchant('--release')).rejects.toThrow('total spent');
  expect(await alarms()).toEqual(['dated_ahead', 'redemptions_held']);
  await skew(-1);
  await expect(ofMerchant('--release')).rejects.toThrow('follow each other');
  expect(await alarms(), 'no amount is wrong').toEqual(['dated_ahead']);
  await ofMerchant('--correct', 'relógio atrasado');
  expect(await run()).toContain(' 0 differences');
  expect(await alarms()).toEqual([]);
  const { rows } = await fixture.owner.query(
    'SELECT stays, reason, count(*)::int FROM operations.ledger_corrections GROUP BY 1, 2 ORDER BY 2, 1',
  );
  expect(rows).toEqual([
    { stays: false, reason: 'relógio atrasado', count: 1 },
    { stays: true, reason: 'relógio atrasado', count: 1 },
    { stays: false, reason: 'saldo copiado errado', count: 1 },
    { stays: true, reason: 'saldo copiado errado', count: 1 },
  ]);
  await close();
});
