import { settleDueCustomers } from 'api/ledger/settle-due-customers';
import { assertCleanLedger } from 'api/test/clean-ledger';
import { createCounter, createMovableClock, DAY_MS, insertMerchant, openMoneyApp } from 'api/test/money-app';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { runProgram } from './lib/run-program.ts';

const fixture = useDatabaseFixture();
const run = (...args: string[]) =>
  runProgram('ledger-expiry.ts', args, { DATABASE_URL: fixture.database.appUrl });

test('what is held is shown, confirmed and, where that was a mistake, undone by the command', async () => {
  const clock = createMovableClock(new Date());
  const { app, close } = await openMoneyApp(fixture.database.appUrl, clock);
  const staff = await insertMerchant(fixture.owner, { cashback_expires: true, cashback_expiration_days: 30 });
  const counter = createCounter(app, staff);
  const phone = freshPhone();
  await counter.earn(phone, 10_000);
  clock.advance(200 * DAY_MS);
  await settleDueCustomers(app);
  const shown = await run();
  expect(shown).toMatch(/"merchant":"all".*"dueCents":500/);
  expect(shown).toContain('1 are held');
  expect(await run('--confirm')).toBe('500 centavos will expire within a minute.');
  expect(await settleDueCustomers(app)).toEqual({ customers: 1, failed: 0 });
  await expect(run('--confirm')).rejects.toThrow('Nothing is held there');

  clock.set(new Date());
  expect(await run('--undo', '--merchant', staff.merchantId)).toBe(
    '500 centavos put back, 1 customers corrected, 0 rows keep a wrong date, 0 differences.',
  );
  expect(await counter.balance(phone)).toMatchObject({ availableCents: 500 });
  await close();
  await assertCleanLedger(fixture.database.ownerUrl);
});
