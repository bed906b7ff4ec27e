import { randomUUID } from 'node:crypto';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import type { StaffSession } from '../staff-session.ts';
import { createCounter, insertMerchant, setRules } from '../test/money-app.ts';
import { useMoneyFixture } from '../test/money-fixture.ts';
import { createRedemption } from './create-redemption.ts';
import { createNewRedemptions, type NewRedemptions } from './new-redemptions.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };

function redeem(
  staff: StaffSession,
  customerId: string,
  amountCents: number,
  { operationId = randomUUID(), newRedemptions = fixture.app.newRedemptions } = {},
) {
  const input = { operationId, customerId, amountCents };
  return createRedemption({ ...fixture.app, newRedemptions }, staff, REQUEST, input);
}

/** A merchant with a customer who has R$ 50,00. */
async function openMerchant(): Promise<{ staff: StaffSession; phone: string; id: string }> {
  const staff = await insertMerchant(fixture.owner);
  const phone = freshPhone();
  const counter = createCounter(fixture.app, staff);
  await counter.earn(phone, 100_000);
  return { staff, phone, id: (await counter.balance(phone)).id };
}

test('redemptions that are asked for together commit together, and refusals touch no other', async () => {
  const [one, two] = [await openMerchant(), await openMerchant()];
  const settled = await Promise.allSettled([
    redeem(one.staff, one.id, 100),
    redeem(two.staff, two.id, 200),
    redeem(one.staff, two.id, 300),
    redeem(two.staff, two.id, 5_001),
    redeem(two.staff, two.id, 400),
  ]);
  expect(
    settled.map((each) => (each.status === 'rejected' ? each.reason.code : each.value.amountCents)),
  ).toEqual([100, 200, 'customer_not_found', 'amount_above_balance', 400]);
  const { rows } = await fixture.owner.query(
    `SELECT r.merchant_id, r.amount_cents::int AS cents, count(*) OVER (PARTITION BY r.xmin::text)::int AS together
     FROM redemptions r
     JOIN customers c ON c.merchant_id = r.merchant_id AND c.id = r.customer_id
     JOIN audit_log a ON a.merchant_id = r.merchant_id AND a.entity_id = r.id::text AND a.employee_id = r.employee_id
     JOIN idempotency_keys k ON k.merchant_id = r.merchant_id AND k.response ->> 'redemptionId' = r.id::text
     ORDER BY 2`,
  );
  expect(rows).toEqual([
    { merchant_id: one.staff.merchantId, cents: 100, together: 3 },
    { merchant_id: two.staff.merchantId, cents: 200, together: 3 },
    { merchant_id: two.staff.merchantId, cents: 400, together: 3 },
  ]);
});

test('the same request twice at once is done once', async () => {
  const { staff, id } = await openMerchant();
  const operationId = randomUUID();
  const settled = await Promise.allSettled([
    redeem(staff, id, 100, { operationId }),
    redeem(staff, id, 100, { operationId }),
  ]);
  expect(settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))).toEqual([
    'operation_in_flight',
  ]);
  const again = await redeem(staff, id, 100, { operationId });
  expect(settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))).toEqual([again]);
});

test('facts that change between the judgment and the redemption are judged again', async () => {
  const { staff, phone, id } = await openMerchant();
  /** Changes something after each judgment, before the redemption is made. */
  const beforeMaking = (change: () => Promise<unknown>): NewRedemptions => {
    let isJudged = false;
    return createNewRedemptions({
      tenancy: {
        withoutTenant: async (statement, values) => {
          if (isJudged) await change();
          isJudged = true;
          return await fixture.app.tenancy.withoutTenant(statement, values);
        },
      },
    });
  };
  const stricter = () => setRules(fixture.owner, staff.merchantId, { redemption_min_balance_cents: 5_001 });
  await expect(redeem(staff, id, 100, { newRedemptions: beforeMaking(stricter) })).rejects.toMatchObject({
    code: 'redemption_balance_too_small',
  });
  await setRules(fixture.owner, staff.merchantId, { redemption_min_balance_cents: null });
  const spent = async () => {
    const counter = createCounter(fixture.app, staff);
    const { availableCents } = await counter.balance(phone);
    if (availableCents > 1_000)
      await counter.redeem(await counter.createRedemption(phone, availableCents - 1_000));
  };
  await expect(redeem(staff, id, 1_001, { newRedemptions: beforeMaking(spent) })).rejects.toMatchObject({
    code: 'amount_above_balance',
  });
});

test('a redemption for a customer who is being merged waits, and is not left on the old record', async () => {
  const { staff, phone, id } = await openMerchant();
  const target = freshPhone();
  await createCounter(fixture.app, staff).earn(target, 10_000);
  const merger = await fixture.owner.connect();
  try {
    // No more of a merge than its end; triggers would record it.
    await merger.query("SET session_replication_role = 'replica'");
    await merger.query('BEGIN');
    await merger.query(
      `UPDATE customers SET phone = NULL, merged_into_id = (SELECT id FROM customers WHERE merchant_id = $1 AND phone = $3)
       WHERE merchant_id = $1 AND phone = $2`,
      [staff.merchantId, phone, target],
    );
    const asked = redeem(staff, id, 100).catch((error: unknown) => error);
    await expect
      .poll(async () => {
        const { rowCount } = await fixture.owner.query(
          "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        );
        return rowCount;
      })
      .toBe(1);
    await merger.query('COMMIT');
    expect(await asked).toMatchObject({ code: 'customer_not_found' });
    const { rowCount } = await merger.query('SELECT FROM redemptions WHERE merchant_id = $1', [
      staff.merchantId,
    ]);
    expect(rowCount).toBe(0);
    // The ledger is verified after each test.
    await merger.query(
      'UPDATE customers SET phone = $2, merged_into_id = NULL WHERE merchant_id = $1 AND phone IS NULL',
      [staff.merchantId, phone],
    );
  } finally {
    merger.release(true);
  }
});
