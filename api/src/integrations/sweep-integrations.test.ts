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
