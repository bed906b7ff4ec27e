import { expect, test } from 'vitest';
import { DELIVERY_RECEIVERS } from '../delivery-receivers.ts';
import { type MerchantWithProvider, type OpenedApp, useDeliveryFixture } from '../test/delivery-fixture.ts';
import { freshPhone } from '../test/signed-in-merchant.ts';
import type { Delivery } from './delivery.ts';
import type { SendResult } from './send.ts';
import { settle } from './settle.ts';

/** A try whose process lost its locks comes to an end when another process has begun the next one. */

const fixture = useDeliveryFixture();
const FAILED: SendResult = { failed: { message: 'Fora do ar', status: 500, retryable: true } };
const REFUSED: SendResult = { failed: { message: 'Recusado', status: 400, retryable: false } };
const DELIVERED: SendResult = { delivered: { status: 200 } };
const POSTPONED: SendResult = { postponed: true };

interface Fixture extends OpenedApp {
  merchant: MerchantWithProvider;
  /** Writes down what the first try came to. */
  settleFirst(sent: SendResult): Promise<void>;
  row(): Promise<Record<string, unknown>>;
}

/** A delivery of which so many tries were begun. */
async function announce(tries: number): Promise<Fixture> {
  const opened = await fixture.open({ retryBaseMs: 600_000, snoozeBaseMs: 600_000, snoozeMaxMs: 600_000 });
  const merchant = await fixture.insertMerchant(opened.app);
  await merchant.counter.earn(freshPhone(), 10_000);
  await fixture.owner.query('UPDATE deliveries SET tries = $2 WHERE merchant_id = $1', [
    merchant.merchantId,
    tries,
  ]);
  const { rows } = await fixture.owner.query<Delivery>(
    `SELECT merchant_id AS "merchantId", id, integration_config_id AS "integrationConfigId",
       webhook_endpoint_id AS "webhookEndpointId", event, subject_id AS "subjectId", customer_id AS "customerId",
       bulk_sync_id AS "bulkSyncId", 1 AS tries, occurred_at AS "occurredAt", body
     FROM deliveries WHERE merchant_id = $1`,
    [merchant.merchantId],
  );
  const [delivery] = rows;
  if (!delivery) throw new Error('nothing was announced');
  return {
    ...opened,
    merchant,
    settleFirst: (sent) => settle({ ...opened.app, receivers: DELIVERY_RECEIVERS }, { delivery }, sent),
    row: async () =>
      (
        await fixture.owner.query(
          `SELECT state, tries, snoozed, last_error, next_try_at > clock_timestamp() + interval '1 minute' AS is_put_off
           FROM deliveries WHERE merchant_id = $1`,
          [merchant.merchantId],
        )
      ).rows[0],
  };
}

const untouched = { state: 'waiting', tries: 2, snoozed: 0, last_error: null, is_put_off: false };

test.each([
  ['failed', FAILED],
  ['was given back', POSTPONED],
])('a try that %s changes nothing once the next one has begun', async (_, sent) => {
  const { settleFirst, row } = await announce(2);
  await settleFirst(sent);
  expect(await row()).toEqual(untouched);
});

test.each([
  ['failed', FAILED, { tries: 1, snoozed: 0, last_error: 'Fora do ar' }],
  ['was given back', POSTPONED, { tries: 0, snoozed: 1, last_error: null }],
])('a try that %s, and is the last that was begun, is followed by another later', async (_, sent, after) => {
  const { settleFirst, row } = await announce(1);
  await settleFirst(sent);
  expect(await row()).toEqual({ state: 'waiting', is_put_off: true, ...after });
});

test('what the receiver took has ended, whoever is about to send it again; and it ends once', async () => {
  const { settleFirst, row, merchant } = await announce(2);
  await settleFirst(DELIVERED);
  await settleFirst(REFUSED);
  await settleFirst(FAILED);
  expect(await row()).toMatchObject({ state: 'delivered', last_error: null });
  expect(await fixture.logOf(merchant.merchantId)).toMatchObject([{ status: 'success' }]);
});
