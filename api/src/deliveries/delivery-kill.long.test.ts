import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { startApiProcess } from '../test/api-process.ts';
import { soon, useDeliveryFixture } from '../test/delivery-fixture.ts';

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

test('a worker alone works off what processes without jobs cause; killed in the middle of calls, others make every delivery', async () => {
  const opened = await fixture.open();
  const merchant = await fixture.insertMerchant(opened.app);
  fixture.mailchimp.misbehave('hang', { key: merchant.key });
  const phones = Array.from({ length: 8 }, freshPhone);
  for (const phone of phones) await merchant.counter.earn(phone, 10_000);
  const doomed = await startApiProcess({
    databaseUrl: fixture.database.appUrl,
    program: 'worker',
    extraEnv: fixture.environment(),
  });
  await soon(() => expect(fixture.mailchimp.connections(merchant.key).now).toBeGreaterThanOrEqual(3));
  await doomed.kill('SIGKILL');
  fixture.mailchimp.misbehave(undefined);
  const begun = (await fixture.deliveriesOf(merchant.merchantId)).filter((row) => row.attempts > 0);
  expect(begun.length, 'attempts whose outcome is not recorded').toBeGreaterThanOrEqual(3);
  opened.startJobs();
  await soon(async () => {
    const states = (await fixture.deliveriesOf(merchant.merchantId)).map((row) => row.state);
    expect(new Set(states)).toEqual(new Set(['delivered']));
  });
  for (const { id } of begun) {
    const row = (await fixture.deliveriesOf(merchant.merchantId)).find((each) => each.id === id);
    expect(row?.attempts).toBe(2);
  }
  const members = fixture.mailchimp.members().filter((member) => member.key === merchant.key);
  expect(members, 'each customer once').toHaveLength(phones.length);
  expect(await fixture.logOf(merchant.merchantId)).toHaveLength(phones.length);
});

test('a worker whose lease is cut gets another one, and makes every delivery, each with one end', async () => {
  const opened = await fixture.open();
  const merchant = await fixture.insertMerchant(opened.app);
  opened.startJobs({ lostLimitMs: 5_000 });
  const phones = Array.from({ length: 6 }, freshPhone);
  for (const [index, phone] of phones.entries()) {
    await merchant.counter.earn(phone, 10_000);
    if (index % 2 === 1)
      await fixture.owner.query(
        `SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
         WHERE l.locktype = 'advisory' AND d.datname = current_database()`,
      );
  }
  await soon(async () => {
    const states = (await fixture.deliveriesOf(merchant.merchantId)).map((row) => row.state);
    expect(states).toHaveLength(phones.length);
    expect(new Set(states)).toEqual(new Set(['delivered']));
  });
  expect(await fixture.logOf(merchant.merchantId)).toHaveLength(phones.length);
  expect(fixture.mailchimp.members().filter((member) => member.key === merchant.key)).toHaveLength(
    phones.length,
  );
});
