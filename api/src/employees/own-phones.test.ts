import { randomUUID } from 'node:crypto';
import { spellingsOf } from 'domain/doubt-phone';
import { freshPhone } from 'testing/signed-in-merchant';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRedemption } from '../redemptions/create-redemption.ts';
import { insertEmployee, sessionOf } from '../test/employees.ts';
import { type Counter, createCounter, insertMerchant } from '../test/money-app.ts';
import { useMoneyFixture } from '../test/money-fixture.ts';

const fixture = useMoneyFixture();
const OWN_PHONE = {
  code: 'own_phone',
  message: 'Este telefone é ou já foi seu. Peça a outra pessoa da equipe para atender você.',
};
const OWN_ACCOUNT = { code: 'own_account' };

async function setPhone({ employeeId }: { employeeId: string }, phone: string | null): Promise<void> {
  await fixture.owner.query('UPDATE employees SET phone = $2 WHERE id = $1', [employeeId, phone]);
}

describe.each([
  ['today’s phone', async (own: string) => setPhone(fixture.staff, own)],
  [
    'a former phone, exchanged for another',
    async (own: string) => {
      await setPhone(fixture.staff, own);
      await setPhone(fixture.staff, freshPhone());
    },
  ],
  [
    'a former phone, taken away',
    async (own: string) => {
      await setPhone(fixture.staff, own);
      await setPhone(fixture.staff, null);
    },
  ],
])('%s is one’s own', (_whose, make) => {
  let own: string;
  /** Another employee of the same merchant. */
  let colleague: Counter;

  beforeEach(async () => {
    own = freshPhone().replace(/^119./, '1198');
    const employee = await insertEmployee(fixture.owner, fixture.staff.merchantId, 'manager');
    colleague = createCounter(fixture.app, sessionOf(fixture.staff, employee));
    await colleague.earn(own, 100_000);
    await make(own);
  });

  test('at issue', async () => {
    await expect(fixture.counter.issue(own, 10_000)).rejects.toMatchObject(OWN_PHONE);
    expect(await fixture.record(own)).toMatchObject({ spent: 100_000 });
  });

  test('at redemption, by the customer’s id and by the phone', async () => {
    await expect(fixture.counter.createRedemption(own, 100)).rejects.toMatchObject(OWN_PHONE);
    const request = { operationId: randomUUID(), phone: own, amountCents: 100 };
    const byPhone = createRedemption(fixture.app, fixture.staff, { ip: '127.0.0.1' }, request);
    await expect(byPhone).rejects.toMatchObject(OWN_PHONE);
  });

  test('at adjustment, merge and correction of a phone, on either side', async () => {
    const { counter, phone } = fixture;
    await counter.earn(phone, 20_000);
    await expect(counter.adjust(own, 100)).rejects.toMatchObject(OWN_ACCOUNT);
    await expect(counter.merge(own, phone)).rejects.toMatchObject(OWN_ACCOUNT);
    await expect(counter.merge(phone, own)).rejects.toMatchObject(OWN_ACCOUNT);
    await expect(counter.correctPhone(own, freshPhone())).rejects.toMatchObject(OWN_ACCOUNT);
    await expect(counter.correctPhone(phone, own)).rejects.toMatchObject(OWN_ACCOUNT);
  });

  test('in its other spelling too', async () => {
    const { counter, phone } = fixture;
    const other = spellingsOf(own)[1] ?? '';
    await counter.earn(phone, 20_000);
    await expect(counter.issue(other, 10_000)).rejects.toMatchObject(OWN_PHONE);
    await expect(counter.correctPhone(phone, other)).rejects.toMatchObject(OWN_ACCOUNT);
    await colleague.earn(other, 10_000);
    await expect(counter.createRedemption(other, 100)).rejects.toMatchObject(OWN_PHONE);
    await expect(counter.adjust(other, 100)).rejects.toMatchObject(OWN_ACCOUNT);
  });

  test('and no other: a colleague and another merchant serve it as any other', async () => {
    await colleague.earn(own, 10_000);
    await colleague.spend(own, 100);
    const elsewhere = createCounter(fixture.app, await insertMerchant(fixture.owner));
    await elsewhere.earn(own, 10_000);
    expect((await elsewhere.balance(own)).availableCents).toBe(500);
  });
});

test('every phone an employee has had is stored, whichever code writes it, and the API can change or delete none', async () => {
  const phones = [freshPhone(), freshPhone()];
  for (const phone of [phones[0], phones[1], null, phones[0]]) await setPhone(fixture.staff, phone ?? null);
  const { app, staff } = fixture;
  const kept = await app.tenancy.withTenant(staff.merchantId, (tx) =>
    tx.query<{ phone: string }>({ name: 'kept', text: 'SELECT phone FROM employee_phones' }, []),
  );
  expect(kept.map((row) => row.phone).sort()).toEqual(phones.flatMap(spellingsOf).sort());
  for (const text of ["UPDATE employee_phones SET phone = ''", 'DELETE FROM employee_phones'])
    await expect(
      app.tenancy.withTenant(staff.merchantId, (tx) => tx.query({ name: text, text }, [])),
    ).rejects.toThrow('permission denied');
});
