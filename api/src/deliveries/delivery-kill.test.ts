import { expect, test } from 'vitest';
import { startApiProcess } from '../test/api-process.ts';
import { soon, useDeliveryScene } from '../test/delivery-scene.ts';
import { freshPhone } from '../test/signed-in-merchant.ts';

const scene = useDeliveryScene();

test('a worker alone works off what processes without jobs cause; killed in the middle of calls, others make every delivery', async () => {
  const opened = await scene.open();
  const shop = await scene.insertShop(opened.app);
  scene.mailchimp.misbehave('hang', { key: shop.key });
  const phones = Array.from({ length: 8 }, freshPhone);
  for (const phone of phones) await shop.till.earn(phone, 10_000);
  const doomed = await startApiProcess({
    databaseUrl: scene.database.appUrl,
    program: 'worker',
    extraEnv: scene.environment(),
  });
  await soon(() => expect(scene.mailchimp.connections(shop.key).now).toBeGreaterThanOrEqual(3));
  await doomed.kill('SIGKILL');
  scene.mailchimp.misbehave(undefined);
  const begun = (await scene.deliveriesOf(shop.merchantId)).filter((row) => row.tries > 0);
  expect(begun.length, 'tries that nobody will write down').toBeGreaterThanOrEqual(3);
  opened.startJobs();
  await soon(async () => {
    const states = (await scene.deliveriesOf(shop.merchantId)).map((row) => row.state);
    expect(new Set(states)).toEqual(new Set(['delivered']));
  });
  for (const { id } of begun) {
    const row = (await scene.deliveriesOf(shop.merchantId)).find((each) => each.id === id);
    expect(row?.tries).toBe(2);
  }
  const members = scene.mailchimp.members().filter((member) => member.key === shop.key);
  expect(members, 'each customer once').toHaveLength(phones.length);
  expect(await scene.logOf(shop.merchantId)).toHaveLength(phones.length);
});

test('a worker that is told to stop waits for no provider that hangs, and another one makes the delivery', async () => {
  const [stopping, other] = [await scene.open(), await scene.open()];
  const shop = await scene.insertShop(stopping.app);
  stopping.app.outgoing = () => new Promise(() => undefined);
  const jobs = stopping.startJobs();
  await shop.till.earn(freshPhone(), 10_000);
  await soon(async () => expect((await scene.deliveriesOf(shop.merchantId))[0]?.tries).toBe(1));
  const startedAt = performance.now();
  await jobs.stop();
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  other.startJobs();
  await soon(async () => {
    const [row] = await scene.deliveriesOf(shop.merchantId);
    expect(row).toMatchObject({ state: 'delivered', tries: 2 });
  });
});

test('a worker whose lease is cut gets another one, and makes every delivery, each with one end', async () => {
  const opened = await scene.open();
  const shop = await scene.insertShop(opened.app);
  opened.startJobs({ lostLimitMs: 5_000 });
  const phones = Array.from({ length: 6 }, freshPhone);
  for (const [index, phone] of phones.entries()) {
    await shop.till.earn(phone, 10_000);
    if (index % 2 === 1)
      await scene.owner.query(
        `SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
         WHERE l.locktype = 'advisory' AND d.datname = current_database()`,
      );
  }
  await soon(async () => {
    const states = (await scene.deliveriesOf(shop.merchantId)).map((row) => row.state);
    expect(states).toHaveLength(phones.length);
    expect(new Set(states)).toEqual(new Set(['delivered']));
  });
  expect(await scene.logOf(shop.merchantId)).toHaveLength(phones.length);
  expect(scene.mailchimp.members().filter((member) => member.key === shop.key)).toHaveLength(phones.length);
});
