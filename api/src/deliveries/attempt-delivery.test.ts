import type { Misbehavior } from 'testing/providers/misbehavior';
import { freshPhone } from 'testing/signed-in-merchant';
import { describe, expect, test } from 'vitest';
import {
  type MerchantWithProvider,
  type OpenedApp,
  soon,
  useDeliveryFixture,
} from '../test/delivery-fixture.ts';

const fixture = useDeliveryFixture();

async function sell(merchant: MerchantWithProvider): Promise<void> {
  await merchant.counter.earn(freshPhone(), 10_000);
}

async function untilEnded(merchant: MerchantWithProvider, count = 1): Promise<void> {
  await soon(async () => {
    const ended = (await fixture.deliveriesOf(merchant.merchantId)).filter((row) => row.state !== 'waiting');
    expect(ended.length).toBe(count);
  });
}

/** The merchant's calls that its provider received. */
const callsOf = (merchant: MerchantWithProvider) =>
  fixture.mailchimp.requests.filter((call) => call.key === merchant.key).length;

/** It ended once, and no job is left. */
async function assertEnded(
  merchant: MerchantWithProvider,
  end: { state: string; attempts: number; error: RegExp | null },
): Promise<void> {
  const [row, ...others] = await fixture.deliveriesOf(merchant.merchantId);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ state: end.state, attempts: end.attempts });
  const status = end.state === 'delivered' ? 'success' : 'error';
  const log = await fixture.logOf(merchant.merchantId);
  expect(log).toEqual([
    {
      action: 'purchase',
      status,
      error_message: end.error === null ? null : expect.stringMatching(end.error),
    },
  ]);
  await soon(async () => expect(await fixture.jobsOf(merchant.merchantId)).toEqual([]));
}

async function openMerchant(
  ...options: Parameters<typeof fixture.open>
): Promise<[OpenedApp, MerchantWithProvider]> {
  const opened = await fixture.open(...options);
  return [opened, await fixture.insertMerchant(opened.app)];
}

test('a purchase that is confirmed reaches the provider within seconds, once, and the log says so', async () => {
  const [opened, merchant] = await openMerchant();
  opened.startJobs();
  await sell(merchant);
  await untilEnded(merchant);
  await assertEnded(merchant, { state: 'delivered', attempts: 1, error: null });
  expect(fixture.mailchimp.members().filter((member) => member.key === merchant.key)).toHaveLength(1);
  expect(fixture.mailchimp.violations).toEqual([]);
});

const MISBEHAVIORS: [Misbehavior, number | null, RegExp][] = [
  ['refuse', null, /Mailchimp/],
  ['hang', null, /Mailchimp/],
  ['error500', 500, /./],
  ['busy429', 429, /./],
  ['forbidden403', 403, /Mailchimp/],
  ['html200', 200, /Mailchimp/],
  ['cut', null, /Mailchimp/],
];

describe.each(MISBEHAVIORS)('while the provider does this: %s', (mode, status, message) => {
  test('purchases go on, and after eight attempts there is one final failure', async () => {
    // Any other call may take its time: one that is given up is one more attempt.
    const [opened, merchant] = await openMerchant({}, mode === 'hang' ? { timeLimitMs: 500 } : {});
    fixture.mailchimp.misbehave(mode, { key: merchant.key });
    const before = callsOf(merchant);
    await sell(merchant);
    expect(callsOf(merchant), 'the counter does not wait for a provider').toBe(before);
    opened.startJobs();
    await untilEnded(merchant);
    await assertEnded(merchant, { state: 'failed', attempts: 8, error: message });
    const [row] = await fixture.deliveriesOf(merchant.merchantId);
    expect(row?.last_status).toBe(status);
    if (mode !== 'refuse') expect(callsOf(merchant) - before, 'each attempt was a call').toBe(8);
  });
});

test('a provider that comes back after some attempts gets the delivery, and the log has one entry, of success', async () => {
  const [opened, merchant] = await openMerchant();
  fixture.mailchimp.misbehave('error500', { key: merchant.key, times: 3 });
  opened.startJobs();
  await sell(merchant);
  await untilEnded(merchant);
  await assertEnded(merchant, { state: 'delivered', attempts: 4, error: null });
});

test('a call that the provider refuses for good is not retried', async () => {
  const [opened, merchant] = await openMerchant();
  await fixture.owner.query(
    "UPDATE integration_configs SET audience_id = 'missing1' WHERE merchant_id = $1",
    [merchant.merchantId],
  );
  opened.startJobs();
  await sell(merchant);
  await untilEnded(merchant);
  await assertEnded(merchant, { state: 'failed', attempts: 1, error: /./ });
});

test('a provider that asks for a pause gets it', async () => {
  const [opened, merchant] = await openMerchant();
  fixture.mailchimp.misbehave('busy429', { key: merchant.key, times: 1, retryAfterSeconds: 2 });
  opened.startJobs();
  await sell(merchant);
  await untilEnded(merchant);
  await assertEnded(merchant, { state: 'delivered', attempts: 2, error: null });
  const [first, second] = fixture.mailchimp.requests.filter((call) => call.key === merchant.key);
  expect((second?.at.getTime() ?? 0) - (first?.at.getTime() ?? 0)).toBeGreaterThanOrEqual(2_000);
});

test('an account that does not answer is not called, while its deliveries use up their attempts and end', async () => {
  const [opened, merchant] = await openMerchant({ breakerFailures: 3, breakerOpenMs: 60_000 });
  fixture.mailchimp.misbehave('error500', { key: merchant.key });
  opened.startJobs();
  await sell(merchant);
  await untilEnded(merchant);
  await sell(merchant);
  await untilEnded(merchant, 2);
  expect(callsOf(merchant)).toBe(3);
  const rows = await fixture.deliveriesOf(merchant.merchantId);
  expect(rows.map((row) => [row.state, row.attempts])).toEqual([
    ['failed', 8],
    ['failed', 8],
  ]);
  expect(rows[1]?.last_error, 'the second one was never called').toBe('Sem resposta.');
});

test('an integration that was turned off meanwhile is not called, and the log says why', async () => {
  const [opened, merchant] = await openMerchant();
  await sell(merchant);
  await fixture.owner.query('UPDATE integration_configs SET is_active = false WHERE merchant_id = $1', [
    merchant.merchantId,
  ]);
  opened.startJobs();
  await untilEnded(merchant);
  await assertEnded(merchant, { state: 'failed', attempts: 1, error: /^Integração desativada$/ });
  expect(callsOf(merchant)).toBe(0);
});

test('no transaction is open while the provider is waited for', async () => {
  const [opened, merchant] = await openMerchant();
  const transactions = async () => {
    const { rows } = await fixture.owner.query<{ id: string }>(
      `SELECT pid || ' since ' || xact_start AS id FROM pg_stat_activity
       WHERE datname = current_database() AND usename = 'cashback_worker' AND xact_start IS NOT NULL`,
    );
    return rows.map(({ id }) => id);
  };
  const { outgoing } = opened.app;
  opened.app.outgoing = async (request) => {
    // Those of other jobs end meanwhile. One around the call could end only by the database's own limit,
    // and the attempt would fail.
    const atCall = await transactions();
    await soon(async () => expect((await transactions()).filter((id) => atCall.includes(id))).toEqual([]));
    return await outgoing(request);
  };
  opened.startJobs();
  await sell(merchant);
  await untilEnded(merchant);
  await assertEnded(merchant, { state: 'delivered', attempts: 1, error: null });
});

test('a defect of ours is retried like a failure, and ends as one', async () => {
  const [opened, merchant] = await openMerchant();
  opened.app.outgoing = () => Promise.reject(new TypeError('not a function'));
  opened.startJobs();
  await sell(merchant);
  await untilEnded(merchant);
  await assertEnded(merchant, { state: 'failed', attempts: 8, error: /./ });
});
