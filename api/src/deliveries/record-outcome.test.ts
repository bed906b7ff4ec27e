import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { DELIVERY_RECEIVERS } from '../delivery-receivers.ts';
import { type MerchantWithProvider, type OpenedApp, useDeliveryFixture } from '../test/delivery-fixture.ts';
import { recordOutcome } from './attempt-delivery.ts';
import type { AttemptOutcome, Delivery } from './delivery.ts';

/** An attempt whose process lost its locks ends after another process has claimed the next one. */

const fixture = useDeliveryFixture();
const FAILED: AttemptOutcome = { failed: { message: 'Fora do ar', status: 500, retryable: true } };
const REFUSED: AttemptOutcome = { failed: { message: 'Recusado', status: 400, retryable: false } };
const DELIVERED: AttemptOutcome = { delivered: { status: 200 } };
const DEFERRED: AttemptOutcome = { deferred: true };

interface Fixture extends OpenedApp {
  merchant: MerchantWithProvider;
  /** Records the outcome of the first attempt. */
  recordFirst(outcome: AttemptOutcome): Promise<void>;
  row(): Promise<Record<string, unknown>>;
}

/** A delivery with so many claimed attempts. */
async function announce(attempts: number): Promise<Fixture> {
  const opened = await fixture.open({ retryBaseMs: 600_000, deferBaseMs: 600_000, deferMaxMs: 600_000 });
  const merchant = await fixture.insertMerchant(opened.app);
  await merchant.counter.earn(freshPhone(), 10_000);
  await fixture.owner.query('UPDATE deliveries SET attempts = $2 WHERE merchant_id = $1', [
    merchant.merchantId,
    attempts,
  ]);
  const { rows } = await fixture.owner.query<Delivery>(
    `SELECT merchant_id AS "merchantId", id, integration_config_id AS "integrationConfigId",
       webhook_endpoint_id AS "webhookEndpointId", event, subject_id AS "subjectId", customer_id AS "customerId",
       bulk_sync_id AS "bulkSyncId", 1 AS attempts, 0 AS deferrals, occurred_at AS "occurredAt", body
     FROM deliveries WHERE merchant_id = $1`,
    [merchant.merchantId],
  );
  const [delivery] = rows;
  if (!delivery) throw new Error('nothing was announced');
  return {
    ...opened,
    merchant,
    recordFirst: (outcome) =>
      opened.app.tenancy.withTenant(merchant.merchantId, (tx) =>
        recordOutcome({ ...opened.app, receivers: DELIVERY_RECEIVERS }, tx, delivery, outcome),
      ),
    row: async () =>
      (
        await fixture.owner.query(
          `SELECT state, attempts, deferrals, last_error, next_attempt_at > clock_timestamp() + interval '1 minute' AS is_later
           FROM deliveries WHERE merchant_id = $1`,
          [merchant.merchantId],
        )
      ).rows[0],
  };
}

const untouched = { state: 'waiting', attempts: 2, deferrals: 0, last_error: null, is_later: false };

test.each([
  ['failed', FAILED],
  ['was deferred', DEFERRED],
])('an attempt that %s changes nothing once the next one is claimed', async (_, outcome) => {
  const { recordFirst, row } = await announce(2);
  await recordFirst(outcome);
  expect(await row()).toEqual(untouched);
});

test.each([
  ['failed', FAILED, { attempts: 1, deferrals: 0, last_error: 'Fora do ar' }],
  ['was deferred', DEFERRED, { attempts: 0, deferrals: 1, last_error: null }],
])(
  'an attempt that %s, and is the last that was claimed, is followed by another later',
  async (_, outcome, after) => {
    const { recordFirst, row } = await announce(1);
    await recordFirst(outcome);
    expect(await row()).toEqual({ state: 'waiting', is_later: true, ...after });
  },
);

test('a delivery that its receiver accepted has ended, even if a later attempt is under way, and it ends once', async () => {
  const { recordFirst, row, merchant } = await announce(2);
  await recordFirst(DELIVERED);
  await recordFirst(REFUSED);
  await recordFirst(FAILED);
  expect(await row()).toMatchObject({ state: 'delivered', last_error: null });
  expect(await fixture.logOf(merchant.merchantId)).toMatchObject([{ status: 'success' }]);
});
