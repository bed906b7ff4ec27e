import type { Misbehaviour } from 'provider-stand-ins/misbehaviour';
import { describe, expect, test } from 'vitest';
import { type OpenedApp, type ShopWithProvider, soon, useDeliveryScene } from '../test/delivery-scene.ts';
import { freshPhone } from '../test/signed-in-merchant.ts';

const scene = useDeliveryScene();

async function sell(shop: ShopWithProvider): Promise<void> {
  await shop.till.earn(freshPhone(), 10_000);
}

async function untilEnded(shop: ShopWithProvider, count = 1): Promise<void> {
  await soon(async () => {
    const ended = (await scene.deliveriesOf(shop.merchantId)).filter((row) => row.state !== 'waiting');
    expect(ended.length).toBe(count);
  });
}

/** Calls of the shop's that its provider received. */
const callsOf = (shop: ShopWithProvider) =>
  scene.mailchimp.requests.filter((call) => call.key === shop.key).length;

/** Nothing about it is left to be done, and it ended once. */
async function assertEnded(
  shop: ShopWithProvider,
  end: { state: string; tries: number; error: RegExp | null },
): Promise<void> {
  const [row, ...others] = await scene.deliveriesOf(shop.merchantId);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ state: end.state, tries: end.tries });
  const status = end.state === 'delivered' ? 'success' : 'error';
  const log = await scene.logOf(shop.merchantId);
  expect(log).toEqual([
    {
      action: 'purchase',
      status,
      error_message: end.error === null ? null : expect.stringMatching(end.error),
    },
  ]);
  await soon(async () => expect(await scene.jobsOf(shop.merchantId)).toEqual([]));
}

async function openShop(rules?: Parameters<typeof scene.open>[0]): Promise<[OpenedApp, ShopWithProvider]> {
  const opened = await scene.open(rules);
  return [opened, await scene.insertShop(opened.app)];
}

test('a sale that is confirmed reaches the provider within seconds, once, and the log says so', async () => {
  const [opened, shop] = await openShop();
  opened.startJobs();
  await sell(shop);
  await untilEnded(shop);
  await assertEnded(shop, { state: 'delivered', tries: 1, error: null });
  expect(scene.mailchimp.members().filter((member) => member.key === shop.key)).toHaveLength(1);
  expect(scene.mailchimp.violations).toEqual([]);
});

const MISBEHAVIOURS: [Misbehaviour, number | null, RegExp][] = [
  ['refuse', null, /Mailchimp/],
  ['hang', null, /Mailchimp/],
  ['error500', 500, /./],
  ['busy429', 429, /./],
  ['forbidden403', 403, /Mailchimp/],
  ['html200', 200, /Mailchimp/],
  ['cut', null, /Mailchimp/],
];

describe.each(MISBEHAVIOURS)('while the provider does this: %s', (mode, status, message) => {
  test('sales go on, and after eight tries there is one final failure', async () => {
    const [opened, shop] = await openShop();
    scene.mailchimp.misbehave(mode, { key: shop.key });
    const before = callsOf(shop);
    opened.startJobs();
    const startedAt = performance.now();
    await sell(shop);
    expect(performance.now() - startedAt, 'nobody at the counter waits for a provider').toBeLessThan(2_000);
    await untilEnded(shop);
    await assertEnded(shop, { state: 'failed', tries: 8, error: message });
    const [row] = await scene.deliveriesOf(shop.merchantId);
    expect(row?.last_status).toBe(status);
    if (mode !== 'refuse') expect(callsOf(shop) - before, 'each try was a call').toBe(8);
  });
});

test('a provider that comes back after some tries is told, and the log has one entry, of success', async () => {
  const [opened, shop] = await openShop();
  scene.mailchimp.misbehave('error500', { key: shop.key, times: 3 });
  opened.startJobs();
  await sell(shop);
  await untilEnded(shop);
  await assertEnded(shop, { state: 'delivered', tries: 4, error: null });
});

test('what the provider refuses for good is not tried again', async () => {
  const [opened, shop] = await openShop();
  await scene.owner.query("UPDATE integration_configs SET audience_id = 'missing1' WHERE merchant_id = $1", [
    shop.merchantId,
  ]);
  opened.startJobs();
  await sell(shop);
  await untilEnded(shop);
  await assertEnded(shop, { state: 'failed', tries: 1, error: /./ });
});

test('a provider that asks for a pause gets it', async () => {
  const [opened, shop] = await openShop();
  scene.mailchimp.misbehave('busy429', { key: shop.key, times: 1, retryAfterSeconds: 2 });
  opened.startJobs();
  await sell(shop);
  await untilEnded(shop);
  await assertEnded(shop, { state: 'delivered', tries: 2, error: null });
  const [first, second] = scene.mailchimp.requests.filter((call) => call.key === shop.key);
  expect((second?.at.getTime() ?? 0) - (first?.at.getTime() ?? 0)).toBeGreaterThanOrEqual(2_000);
});

test('an account that does not answer is left alone, while its deliveries use up their tries and end', async () => {
  const [opened, shop] = await openShop({ breakerFailures: 3, breakerOpenMs: 60_000 });
  scene.mailchimp.misbehave('error500', { key: shop.key });
  opened.startJobs();
  await sell(shop);
  await untilEnded(shop);
  await sell(shop);
  await untilEnded(shop, 2);
  expect(callsOf(shop)).toBe(3);
  const rows = await scene.deliveriesOf(shop.merchantId);
  expect(rows.map((row) => [row.state, row.tries])).toEqual([
    ['failed', 8],
    ['failed', 8],
  ]);
  expect(rows[1]?.last_error, 'and the second one never met anybody').toBe('Sem resposta.');
});

test('an integration that was turned off meanwhile is not called, and the log says why', async () => {
  const [opened, shop] = await openShop();
  await sell(shop);
  await scene.owner.query('UPDATE integration_configs SET is_active = false WHERE merchant_id = $1', [
    shop.merchantId,
  ]);
  opened.startJobs();
  await untilEnded(shop);
  await assertEnded(shop, { state: 'failed', tries: 1, error: /^Integração desativada$/ });
  expect(callsOf(shop)).toBe(0);
});

test('no transaction is open while the provider is waited for', async () => {
  const [opened, shop] = await openShop();
  scene.mailchimp.misbehave('hang', { key: shop.key });
  opened.startJobs();
  await sell(shop);
  await soon(() => expect(scene.mailchimp.connections(shop.key).now).toBeGreaterThan(0));
  let looks = 0;
  while (scene.mailchimp.connections(shop.key).now > 0 && looks < 5) {
    const { rows } = await scene.owner.query(
      `SELECT state, query FROM pg_stat_activity WHERE datname = current_database() AND usename = 'cashback_app'
         AND (state = 'idle in transaction' OR state = 'idle in transaction (aborted)')`,
    );
    expect(rows).toEqual([]);
    looks += 1;
  }
  expect(looks).toBeGreaterThan(0);
});

test('a mistake of ours is tried again like a failure, and ends as one', async () => {
  const [opened, shop] = await openShop();
  opened.app.outgoing = () => Promise.reject(new TypeError('not a function'));
  opened.startJobs();
  await sell(shop);
  await untilEnded(shop);
  await assertEnded(shop, { state: 'failed', tries: 8, error: /./ });
});
