import { randomUUID } from 'node:crypto';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLive } from '../lib/live.ts';
import type { Tenancy } from '../tenant.ts';
import { createCounter, insertMerchant } from '../test/money-app.ts';
import { useMoneyFixture } from '../test/money-fixture.ts';
import { createConfirmationWatch } from './confirmation-watch.ts';

const fixture = useMoneyFixture();

/** Dialogs over the product's own database, without any messaging unless `live` brings some. */
function open(live = createLive(undefined)) {
  const questions: { name: string; ids: unknown }[] = [];
  const count: Tenancy['withoutTenant'] = (statement, values) => {
    questions.push({ name: statement.name, ids: values[1] });
    return fixture.app.tenancy.withoutTenant(statement, values);
  };
  const failures: unknown[] = [];
  const tenancy = { ...fixture.app.tenancy, withoutTenant: count };
  const onLook = (error: unknown) => void (error !== undefined && failures.push(error));
  const watch = createConfirmationWatch({ tenancy, live, onLook });
  const closing = new AbortController();
  onTestFinished(async () => {
    closing.abort();
    await watch.stop();
  });
  /** Opens a dialog and collects its answers until its stream ends. */
  const dialog = (merchantId: string, id: string, signal = closing.signal) => {
    const told: boolean[] = [];
    const over = (async () => {
      const stream = watch.watch({ merchantId, id }, async () => false, signal);
      for await (const { confirmed } of stream) told.push(confirmed);
    })();
    return { told, over };
  };
  return { dialog, questions, failures };
}

test('dialogs of many merchants are one question a look, and each turns when its own code is confirmed', async () => {
  const other = await insertMerchant(fixture.owner);
  const counters = [
    { counter: fixture.counter, merchantId: fixture.staff.merchantId },
    { counter: createCounter(fixture.app, other), merchantId: other.merchantId },
  ];
  const { dialog, questions } = open();
  const codes = await Promise.all(
    counters.flatMap(({ counter, merchantId }) =>
      [0, 1].map(async () => ({ counter, merchantId, purchase: await counter.issue(freshPhone(), 10_000) })),
    ),
  );
  const { counter, merchantId } = { counter: fixture.counter, merchantId: fixture.staff.merchantId };
  await counter.earn(fixture.phone, 50_000);
  const redemption = await counter.createRedemption(fixture.phone, 1_000);
  // Twenty-five dialogs, five of each code.
  const dialogs = Array.from({ length: 5 }, () => [
    ...codes.map((code) => dialog(code.merchantId, code.purchase.transactionId)),
    dialog(merchantId, redemption.redemptionId),
  ]);
  await expect.poll(() => questions.length).toBe(2);
  await codes[0]?.counter.open(codes[0].purchase);
  await codes[3]?.counter.open(codes[3].purchase);
  await counter.redeem(redemption);
  const before = questions.length;
  const turned = dialogs.flatMap((row) => [row[0], row[3], row[4]]);
  await Promise.all(turned.map((each) => each?.over));
  expect(questions.length - before, 'told by the next look').toBeLessThanOrEqual(2);
  expect(new Set(questions.map(({ name }) => name))).toEqual(new Set(['confirmed_among']));
  expect(turned.map((each) => each?.told)).toEqual(turned.map(() => [false, true]));
  expect(dialogs.flatMap((row) => [row[1], row[2]]).map((each) => each?.told)).toEqual(
    Array.from({ length: 10 }, () => [false]),
  );
});

test('a code of another merchant is never shown as confirmed', async () => {
  const other = await insertMerchant(fixture.owner);
  const purchase = await fixture.counter.issue(freshPhone(), 10_000);
  const { dialog, questions } = open();
  const [own, foreign] = [
    dialog(fixture.staff.merchantId, purchase.transactionId),
    dialog(other.merchantId, randomUUID()),
  ];
  const elsewhere = open();
  const stranger = elsewhere.dialog(other.merchantId, purchase.transactionId);
  await fixture.counter.open(purchase);
  await own.over;
  await expect.poll(() => elsewhere.questions.length).toBeGreaterThan(1);
  expect([own.told, foreign.told, stranger.told]).toEqual([[false, true], [false], [false]]);
  expect(questions.length).toBeGreaterThan(0);
});

test('a publication asks about its own code alone, at once', async () => {
  const live = { ...createLive(undefined), hearsOthers: () => true };
  const { dialog, questions } = open(live);
  const [purchase, waiting] = [
    await fixture.counter.issue(freshPhone(), 10_000),
    await fixture.counter.issue(freshPhone(), 10_000),
  ];
  const dialogs = [purchase, waiting].map((each) => dialog(fixture.staff.merchantId, each.transactionId));
  await expect.poll(() => questions.length).toBe(1);
  await fixture.counter.open(purchase);
  live.publish(purchase.transactionId);
  await dialogs[0]?.over;
  expect(questions[1]?.ids).toEqual([purchase.transactionId]);
});

test('a dialog that is closed is asked about no more', async () => {
  const purchase = await fixture.counter.issue(freshPhone(), 10_000);
  const { dialog, questions } = open();
  const closing = new AbortController();
  const { over, told } = dialog(fixture.staff.merchantId, purchase.transactionId, closing.signal);
  await expect.poll(() => questions.length).toBe(1);
  closing.abort();
  await over;
  expect(told).toEqual([false]);
  const [later, before] = [await fixture.counter.issue(freshPhone(), 10_000), questions.length];
  dialog(fixture.staff.merchantId, later.transactionId);
  await expect.poll(() => questions.length).toBeGreaterThan(before + 1);
  for (const { ids } of questions.slice(before)) expect(ids).toEqual([later.transactionId]);
});

test.each([
  ['two seconds where nothing is heard of other processes', false, 2_000],
  ['fourteen where it is', true, 14_000],
])('the longest time between two looks at all dialogs: %s', async (_, hearsOthers, longestMs) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let looks = 0;
  const tenancy: Tenancy = {
    ...fixture.app.tenancy,
    withoutTenant: async () => {
      looks += 1;
      return [];
    },
  };
  const live = { ...createLive(undefined), hearsOthers: () => hearsOthers };
  const watch = createConfirmationWatch({ tenancy, live, onLook: () => undefined });
  const closing = new AbortController();
  const dialog = { merchantId: fixture.staff.merchantId, id: randomUUID() };
  const over = watch.watch(dialog, async () => false, closing.signal);
  await over.next();
  const turning = over.next();
  while (looks === 0) await vi.advanceTimersByTimeAsync(100);
  for (let look = 1; look <= 3; look += 1) {
    await vi.advanceTimersByTimeAsync(longestMs - 1);
    expect(looks).toBe(look);
    await vi.advanceTimersByTimeAsync(1);
    expect(looks).toBe(look + 1);
  }
  closing.abort();
  await turning;
  await watch.stop();
});
