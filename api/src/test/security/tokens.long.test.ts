import { randomBytes } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmCashback } from '../../cashback/confirm-cashback.ts';
import { Refusal } from '../../errors.ts';
import { confirmRedemption } from '../../redemptions/confirm-redemption.ts';
import { openMoneyApp } from '../money-app.ts';
import { createMerchant, type Merchant } from '../tenant-fixture.ts';
import { readAllRows } from '../tenant-rows.ts';

const fixture = useDatabaseFixture();
let opened: Awaited<ReturnType<typeof openMoneyApp>>;
let merchant: Merchant;

beforeAll(async () => {
  opened = await openMoneyApp(fixture.database.appUrl);
  merchant = await createMerchant(opened.app, fixture.owner);
});

afterAll(() => opened?.close());

const EACH_KIND = 500_000;
const AT_ONCE = 500;

async function isInvalid(confirmed: Promise<unknown>): Promise<boolean> {
  return await confirmed.then(
    () => false,
    (error: unknown) => error instanceof Refusal && error.code === 'invalid_token',
  );
}

test('a million random tokens find nothing and change nothing', { timeout: 900_000 }, async () => {
  const before = await readAllRows(fixture.owner);
  const ways = [
    ['CASHBACK', confirmCashback],
    ['REDEMPTION', confirmRedemption],
  ] as const;
  for (const [kind, confirm] of ways) {
    let invalid = 0;
    for (let made = 0; made < EACH_KIND; made += AT_ONCE) {
      const hostMerchantId = made % 1_000 ? merchant.merchantId : undefined;
      const tries = Array.from({ length: AT_ONCE }, () => {
        const token = `${kind}_${randomBytes(20).toString('base64url')}`;
        return isInvalid(confirm(opened.app, { token, hostMerchantId }));
      });
      invalid += (await Promise.all(tries)).filter(Boolean).length;
    }
    expect(invalid).toBe(EACH_KIND);
  }
  expect(await readAllRows(fixture.owner)).toEqual(before);
  const { token } = merchant.purchase;
  const { merchantId: hostMerchantId } = merchant;
  expect(await isInvalid(confirmCashback(opened.app, { token, hostMerchantId }))).toBe(false);
});
