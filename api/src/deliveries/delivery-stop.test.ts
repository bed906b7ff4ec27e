import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { soon, useDeliveryFixture } from '../test/delivery-fixture.ts';

const fixture = useDeliveryFixture();

test('a worker that has to stop does not wait for a provider that hangs, and another one makes the delivery', async () => {
  const [stopping, other] = [await fixture.open(), await fixture.open()];
  const merchant = await fixture.insertMerchant(stopping.app);
  stopping.app.outgoing = () => new Promise(() => undefined);
  const jobs = stopping.startJobs();
  await merchant.counter.earn(freshPhone(), 10_000);
  await soon(async () => expect((await fixture.deliveriesOf(merchant.merchantId))[0]?.attempts).toBe(1));
  await jobs.stop();
  other.startJobs();
  await soon(async () => {
    const [row] = await fixture.deliveriesOf(merchant.merchantId);
    expect(row).toMatchObject({ state: 'delivered', attempts: 2 });
  });
});
