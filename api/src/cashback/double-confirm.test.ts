import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { behindCustomerLock } from '../test/behind-lock.ts';
import { createCounter, openMoneyApp } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { statementsOf } from '../test/security/statements-of.ts';

const fixture = useMoneyFixture();
let second: Awaited<ReturnType<typeof openMoneyApp>>;

beforeAll(async () => {
  second = await openMoneyApp(fixture.database.appUrl, clock);
});

afterAll(() => second?.close());

test('a link opened at once on two processes credits once, is published once and shows both the same success', async () => {
  const { app, owner, counter, phone, staff } = fixture;
  const published = [app, second.app].map(({ live }) => vi.spyOn(live, 'publish'));
  const counters = [counter, createCounter(second.app, staff)];
  const purchase = await counter.issue(phone, 20_000);
  const [one, two] = await behindCustomerLock(owner, phone, () =>
    counters.map((each) => each.open(purchase)),
  );
  expect(one).toMatchObject({ value: { phone, cashbackCents: 1_000, availableCents: 1_000 } });
  expect(two).toEqual(one);
  expect(await fixture.entriesOf(purchase.transactionId)).toMatchObject([{ kind: 'accrual', cents: 1_000 }]);
  expect(published.flatMap(({ mock }) => mock.calls)).toEqual([[purchase.transactionId]]);
});

test('a link opened 100 times at once on one process reaches the database once', async () => {
  const { app, counter, phone } = fixture;
  const purchase = await counter.issue(phone, 20_000);
  const answers = new Set<string>();
  const statements = await statementsOf(app, async () => {
    const opened = await Promise.all(Array.from({ length: 100 }, () => counter.open(purchase)));
    for (const answer of opened) answers.add(JSON.stringify(answer));
  });
  expect(answers.size).toBe(1);
  expect(statements.filter((text) => text.includes('confirm_cashback'))).toHaveLength(1);
});
