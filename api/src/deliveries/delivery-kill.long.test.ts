import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { startApiProcess } from '../test/api-process.ts';
import { useDeliveryFixture } from '../test/delivery-fixture.ts';

const fixture = useDeliveryFixture();

/** The promise for a job whose worker was killed. */
const AGAIN_WITHIN_MS = 60_000;

test('with the product’s own intervals, the deliveries of a killed worker are made within a minute by another', {
  timeout: 150_000,
}, async () => {
  const opened = await fixture.open();
  const merchant = await fixture.insertMerchant(opened.app);
  const start = () =>
    startApiProcess({
      databaseUrl: fixture.database.appUrl,
      program: 'worker',
      extraEnv: fixture.environment(),
    });
  fixture.mailchimp.misbehave('hang', { key: merchant.key });
  const phones = Array.from({ length: 12 }, freshPhone);
  for (const phone of phones) await merchant.counter.earn(phone, 10_000);
  const doomed = await start();
  await expect.poll(() => fixture.mailchimp.connections(merchant.key).now).toBeGreaterThanOrEqual(3);
  const survivor = await start();
  await doomed.kill('SIGKILL');
  const killedAt = performance.now();
  fixture.mailchimp.misbehave(undefined);
  const open = async () =>
    (await fixture.deliveriesOf(merchant.merchantId)).filter((row) => row.state !== 'delivered').length;
  await expect.poll(open, { timeout: AGAIN_WITHIN_MS, interval: 500 }).toBe(0);
  expect(performance.now() - killedAt).toBeLessThan(AGAIN_WITHIN_MS);
  await survivor.stop();
  expect(fixture.mailchimp.members().filter((member) => member.key === merchant.key)).toHaveLength(
    phones.length,
  );
  expect(await fixture.logOf(merchant.merchantId)).toHaveLength(phones.length);
});
