import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { asWorker } from '../test/as-worker.ts';
import { type MerchantWithProvider, type OpenedApp, useDeliveryFixture } from '../test/delivery-fixture.ts';
import { sweepIntegrations } from './sweep-integrations.ts';

const fixture = useDeliveryFixture();
let opened: OpenedApp;
let merchant: MerchantWithProvider;

beforeEach(async () => {
  opened = await fixture.open();
  merchant = await fixture.insertMerchant(opened.app);
});

test('a bulk sync whose job was lost is fed again, with one job', async () => {
  await fixture.owner.query(
    'INSERT INTO bulk_syncs (merchant_id, id, employee_id, total_count) VALUES ($1, $2, $3, 5)',
    [merchant.merchantId, randomUUID(), merchant.staff.employeeId],
  );
  await sweepIntegrations(asWorker(opened.app));
  await sweepIntegrations(asWorker(opened.app));
  const { rows } = await fixture.owner.query(
    "SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE task_identifier = 'feed-bulk-sync'",
  );
  expect(rows).toEqual([{ jobs: 1 }]);
});

test('requests to providers are deleted after a day', async () => {
  for (const age of ['2 days', '23 hours'])
    await fixture.owner.query(
      `INSERT INTO provider_requests (merchant_id, id, employee_id, provider, kind, input, created_at)
       VALUES ($1, $2, $3, 'mailchimp', 'test', '{}', now() - $4::interval)`,
      [merchant.merchantId, randomUUID(), merchant.staff.employeeId, age],
    );
  await sweepIntegrations(asWorker(opened.app));
  const { rows } = await fixture.owner.query(
    "SELECT (created_at > now() - interval '1 day') AS is_young FROM provider_requests WHERE merchant_id = $1",
    [merchant.merchantId],
  );
  expect(rows).toEqual([{ is_young: true }]);
});
