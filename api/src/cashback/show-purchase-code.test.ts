import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY_MS } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';

const fixture = useMoneyFixture();

test('the code of a purchase that waits is shown again as it was, and confirms', async () => {
  const { phone, counter } = fixture;
  const issued = await counter.issue(phone, 12_345);
  clock.advance(30 * DAY_MS - 1);
  expect(await counter.showPurchase(issued)).toEqual(issued);
  expect(await counter.open(await counter.showPurchase(issued))).toMatchObject({ cashbackCents: 617 });
});

test('what was reversed meanwhile is not shown', async () => {
  const { phone, counter } = fixture;
  const issued = await counter.issue(phone, 10_000);
  await counter.reversePurchase(issued, 4_000);
  const left = { link: issued.link, amountCents: 6_000, cashbackCents: 300 };
  expect(await counter.showPurchase(issued)).toMatchObject(left);
});

test('a code that no longer confirms anything is not shown, and the reason is said', async () => {
  const { phone, counter } = fixture;
  const confirmed = await counter.earn(phone, 10_000);
  const reversed = await counter.issue(phone, 10_000);
  await counter.reversePurchase(reversed, 10_000);
  const expired = await counter.issue(phone, 10_000);
  clock.advance(30 * DAY_MS);
  await expect(counter.showPurchase(confirmed)).rejects.toThrow('O cliente já confirmou este QR Code.');
  await expect(counter.showPurchase(reversed)).rejects.toThrow('Esta operação já foi estornada.');
  await expect(counter.showPurchase(expired)).rejects.toThrow('O prazo deste QR Code terminou.');
  await expect(counter.showPurchase({ transactionId: randomUUID() })).rejects.toThrow(
    'Operação não encontrada',
  );
});
