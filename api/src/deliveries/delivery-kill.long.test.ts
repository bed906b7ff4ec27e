import { expect, test } from 'vitest';
import { startApiProcess } from '../test/api-process.ts';
import { useDeliveryScene } from '../test/delivery-scene.ts';
import { freshPhone } from '../test/signed-in-merchant.ts';

const scene = useDeliveryScene();

/** What is promised of a job whose worker was killed. */
const AGAIN_WITHIN_MS = 60_000;

test('with the product’s own intervals, the deliveries of a killed worker are made within a minute by another', {
  timeout: 150_000,
}, async () => {
  const opened = await scene.open();
  const shop = await scene.insertShop(opened.app);
  const start = () =>
    startApiProcess({
      databaseUrl: scene.database.appUrl,
      program: 'worker',
      extraEnv: scene.environment(),
    });
  scene.mailchimp.misbehave('hang', { key: shop.key });
  const phones = Array.from({ length: 12 }, freshPhone);
  for (const phone of phones) await shop.till.earn(phone, 10_000);
  const doomed = await start();
  await expect
    .poll(() => scene.mailchimp.connections(shop.key).now, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(3);
  const survivor = await start();
  await doomed.kill('SIGKILL');
  const killedAt = performance.now();
  scene.mailchimp.misbehave(undefined);
  const open = async () =>
    (await scene.deliveriesOf(shop.merchantId)).filter((row) => row.state !== 'delivered').length;
  await expect.poll(open, { timeout: AGAIN_WITHIN_MS, interval: 500 }).toBe(0);
  expect(performance.now() - killedAt).toBeLessThan(AGAIN_WITHIN_MS);
  await survivor.stop();
  expect(scene.mailchimp.members().filter((member) => member.key === shop.key)).toHaveLength(phones.length);
  expect(await scene.logOf(shop.merchantId)).toHaveLength(phones.length);
});
