import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../errors.ts';
import { useDatabaseScene } from './database-scene.ts';
import { openMoneyApp } from './money-app.ts';
import { readAllRows } from './tenant-rows.ts';
import { createShop, type Shop } from './tenant-world.ts';

const scene = useDatabaseScene();
let opened: Awaited<ReturnType<typeof openMoneyApp>>;
let shop: Shop;

beforeAll(async () => {
  opened = await openMoneyApp(scene.database.appUrl);
  shop = await createShop(opened.app, scene.owner);
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
  const before = await readAllRows(scene.owner);
  const { cashbackConfirmations, redemptionConfirmations } = opened.app;
  const ways = [
    ['CASHBACK', cashbackConfirmations],
    ['REDEMPTION', redemptionConfirmations],
  ] as const;
  for (const [kind, confirmations] of ways) {
    let invalid = 0;
    for (let made = 0; made < EACH_KIND; made += AT_ONCE) {
      const host = made % 1_000 ? shop.merchantId : undefined;
      const tries = Array.from({ length: AT_ONCE }, () =>
        isInvalid(confirmations.confirm(`${kind}_${randomBytes(20).toString('base64url')}`, host)),
      );
      invalid += (await Promise.all(tries)).filter(Boolean).length;
    }
    expect(invalid).toBe(EACH_KIND);
  }
  expect(await readAllRows(scene.owner)).toEqual(before);
  expect(await isInvalid(cashbackConfirmations.confirm(shop.sale.token, shop.merchantId))).toBe(false);
});
