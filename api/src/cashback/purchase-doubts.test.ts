import { randomUUID } from 'node:crypto';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { readRollups } from '../rollups/read-rollups.ts';
import { MINUTE_MS } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { issueCashback } from './issue-cashback.ts';
import { createNewPurchases, type NewPurchases } from './new-purchases.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };

interface Typed {
  phone?: string;
  amountCents?: number;
  operationId?: string;
  isChecked?: boolean;
  name?: string;
}

/** A purchase of R$ 45,00 of the test's own customer, as the counter's screen sends it. */
function issue(typed: Typed = {}, newPurchases: NewPurchases = fixture.app.newPurchases) {
  const { app, staff, phone } = fixture;
  const input = { operationId: randomUUID(), phone, amountCents: 4_500, isChecked: false, ...typed };
  return issueCashback({ ...app, newPurchases }, staff, REQUEST, input);
}

const repeated = (when: string) => ({
  code: 'purchase_repeated',
  message: `Igual à compra de ${when}. Registrar outra?`,
});

async function countRows(): Promise<{ purchases: number; customers: number; requests: number }> {
  const { rows } = await fixture.owner.query(
    `SELECT (SELECT count(*)::int FROM transactions WHERE merchant_id = $1) AS purchases,
       (SELECT count(*)::int FROM customers WHERE merchant_id = $1) AS customers,
       (SELECT count(*)::int FROM idempotency_keys WHERE merchant_id = $1) AS requests`,
    [fixture.staff.merchantId],
  );
  return rows[0];
}

/** Twenty purchases of R$ 45,00 of as many customers, counted by the rollups. */
async function sellUsually(purchases = 20) {
  for (let purchase = 0; purchase < purchases; purchase += 1) await issue({ phone: freshPhone() });
  await readRollups(fixture.app, fixture.staff.merchantId, async () => undefined);
}

test('the same phone and value within two minutes is a question, and what it says is how long ago', async () => {
  await issue();
  clock.advance(MINUTE_MS - 1);
  await expect(issue()).rejects.toMatchObject(repeated('agora há pouco'));
  clock.advance(1);
  await expect(issue()).rejects.toMatchObject(repeated('há 1 min'));
  clock.advance(MINUTE_MS);
  await issue();
});

test('another value, another phone or a purchase that was partly reversed raises none', async () => {
  const purchase = await issue();
  await issue({ amountCents: 4_501 });
  await issue({ phone: freshPhone() });
  await fixture.counter.reversePurchase(purchase, 1);
  await issue();
});

test('a question stores nothing and leaves the request id free for the answer', async () => {
  await issue();
  const before = await countRows();
  const operationId = randomUUID();
  await expect(issue({ operationId })).rejects.toMatchObject({ code: 'purchase_repeated' });
  expect(await countRows()).toEqual(before);
  const issued = await issue({ operationId, isChecked: true });
  expect(await countRows()).toMatchObject({ purchases: 2, requests: 2 });
  expect((await issue({ operationId })).transactionId).toBe(issued.transactionId);
});

test('who does not say that it can ask is never asked: programs and screens of older releases', async () => {
  const { app, staff, phone } = fixture;
  await sellUsually();
  for (const amountCents of [4_500, 4_500, 100_000_000])
    await issueCashback(app, staff, REQUEST, { operationId: randomUUID(), phone, amountCents });
});

test('a repeated request gets the first answer and no question, with or without the name it came with', async () => {
  const operationId = randomUUID();
  const first = await issue({ operationId, name: 'Ana Souza' });
  expect(await issue({ operationId })).toEqual(first);
  expect(await countRows()).toMatchObject({ purchases: 1 });
});

test('two counters at the same moment, of one process or of two: one of them is asked', async () => {
  const other = createNewPurchases(fixture.app);
  // The second process learns the merchant's terms, so that both purchases are recorded in one round trip.
  await issue({ amountCents: 1 }, other);
  for (const [amountCents, purchases] of [4_500, 4_600, 4_700].flatMap((cents) => [
    [cents, fixture.app.newPurchases] as const,
    [cents + 1, other] as const,
  ])) {
    const both = await Promise.allSettled([issue({ amountCents }), issue({ amountCents }, purchases)]);
    const refused = both.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(refused).toEqual(['purchase_repeated']);
  }
  expect(await countRows()).toMatchObject({ purchases: 7, customers: 1 });
});

test('a purchase waits for who holds its customer, and is asked about what was sold meanwhile', async () => {
  const { owner, staff } = fixture;
  await issue({ amountCents: 1 });
  const holder = await owner.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('UPDATE customers SET total_spent_cents = 4501 WHERE merchant_id = $1', [
      staff.merchantId,
    ]);
    const waiting = issue().catch((error: unknown) => error);
    const isWaiting = () =>
      owner.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
    await expect.poll(async () => (await isWaiting()).rowCount).toBe(1);
    await holder.query(
      `INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents,
         rate_basis_points, token_hash, token_expires_at, created_at)
       SELECT merchant_id, gen_random_uuid(), customer_id, employee_id, 4500, 225, 500,
         sha256(token_hash), token_expires_at, created_at
       FROM transactions WHERE merchant_id = $1`,
      [staff.merchantId],
    );
    await holder.query('COMMIT');
    expect(await waiting).toMatchObject({ code: 'purchase_repeated' });
  } finally {
    holder.release(true);
  }
  expect(await countRows()).toMatchObject({ purchases: 2, customers: 1 });
});

test('more than ten times the usual purchase is a question that says how many times', async () => {
  await sellUsually();
  await issue({ amountCents: 45_000 });
  await expect(issue({ amountCents: 45_001 })).rejects.toMatchObject({
    code: 'purchase_unusual',
    message: 'R$\u00a0450,01 é 10 vezes a sua compra comum (R$\u00a045,00). Está certo?',
  });
  await expect(issue({ amountCents: 100_000_000 })).rejects.toMatchObject({
    message: 'R$\u00a01.000.000,00 é 20 mil vezes a sua compra comum (R$\u00a045,00). Está certo?',
  });
  await issue({ amountCents: 100_000_000, isChecked: true });
});

/** Above which the counter asks while no usual purchase is known. */
const askAbove = (cents: number | null) =>
  fixture.owner.query('UPDATE merchants SET ask_purchases_above_cents = $2 WHERE id = $1', [
    fixture.staff.merchantId,
    cents,
  ]);

test('with fewer than twenty purchases a question comes above R$ 2.000,00, or where the merchant wants it', async () => {
  await sellUsually(19);
  await issue({ amountCents: 200_000 });
  const question = { code: 'purchase_unusual' };
  await expect(issue({ amountCents: 200_001 })).rejects.toMatchObject({
    ...question,
    message: 'R$\u00a02.000,01 é um valor alto para uma compra. Está certo?',
  });
  await askAbove(10_000);
  await expect(issue({ amountCents: 10_001 })).rejects.toMatchObject(question);
  await issue({ amountCents: 10_001, isChecked: true });
  await askAbove(null);
  await issue({ amountCents: 100_000_000 });
});

test('where a usual purchase is known, it alone decides', async () => {
  await sellUsually();
  await askAbove(100);
  await issue({ amountCents: 45_000 });
});

test('an older release, which cannot ask without a usual purchase, is answered as before', async () => {
  const { tenancy } = fixture.app;
  const older = createNewPurchases({
    tenancy: {
      withoutTenant(statement, [keys = '', merchants, ...others]) {
        expect(merchants).toContain('"asks_above":true,');
        const sent = String(merchants).replace('"asks_above":true,', '');
        return tenancy.withoutTenant(statement, [keys, sent, ...others]);
      },
    },
  });
  await issue({ amountCents: 100_000_000 }, older);
});

test('a name is given to who has none and never replaces one; who comes back is found by it', async () => {
  const nameOf = async () => (await fixture.counter.balance(fixture.phone)).name;
  await issue();
  expect(await nameOf()).toBeNull();
  await issue({ name: 'Ana Souza', isChecked: true });
  expect(await nameOf()).toBe('Ana Souza');
  await issue({ name: 'Bia Lima', isChecked: true });
  expect(await nameOf()).toBe('Ana Souza');
  const { rows } = await fixture.owner.query(
    'SELECT search_text FROM customer_search WHERE merchant_id = $1',
    [fixture.staff.merchantId],
  );
  expect(rows[0]?.search_text).toContain('ana souza');
});

test('a new customer is stored with the name, and their last purchase is told', async () => {
  await issue({ name: 'Ana Souza' });
  expect(await fixture.counter.balance(fixture.phone)).toMatchObject({
    name: 'Ana Souza',
    lastPurchaseAt: clock.now().toISOString(),
  });
});
