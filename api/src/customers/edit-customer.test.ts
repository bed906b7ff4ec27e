import type { Role } from 'domain/roles';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { listAudit } from '../audit/list-audit.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { editCustomer } from './edit-customer.ts';
import { showCustomer } from './show-customer.ts';
import { signUpCustomer } from './sign-up-customer.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };

/** A customer without a name, as a purchase at the counter makes one. */
async function boughtFirst(phone = fixture.phone): Promise<string> {
  await fixture.counter.issue(phone, 100);
  return (await fixture.counter.balance(phone)).id;
}

const edit = (
  customerId: string,
  sent: { name?: string | null; email?: string | null },
  role: Role = 'manager',
) => {
  const { client } = fixture.staff;
  const staff = { ...fixture.staff, client: { ...client, employee: { ...client.employee, role } } };
  return editCustomer(fixture.app, staff, REQUEST, { customerId, ...sent });
};

const signUp = (name: string, email?: string) =>
  signUpCustomer(fixture.app, undefined, REQUEST, {
    slug: fixture.staff.client.merchant.signupLinkSlug,
    phone: fixture.phone,
    name,
    email,
  });

const show = (customerId: string) => showCustomer(fixture.app, fixture.staff.merchantId, customerId);

test('a sign-up completes the record that a purchase began, and answers as it did', async () => {
  const id = await boughtFirst();
  const answer = await signUp('Ana Souza');
  expect(answer).toEqual({
    phone: fixture.phone,
    slug: fixture.staff.client.merchant.signupLinkSlug,
    isNew: false,
    customerId: null,
  });
  expect(await show(id)).toMatchObject({ name: 'Ana Souza', email: null, signupName: null });
  await signUp('ANA  SOUZA', 'ana@mail.example');
  expect(await show(id)).toMatchObject({ name: 'Ana Souza', email: 'ana@mail.example', signupName: null });
  await signUp('Ana Souza', 'outra@mail.example');
  expect(await show(id)).toMatchObject({ email: 'ana@mail.example' });
});

test('another name at the sign-up waits beside the record until an employee takes or drops it', async () => {
  const id = await boughtFirst();
  await signUp('Ana Souza');
  await signUp('Beatriz Lima');
  expect(await show(id)).toMatchObject({ name: 'Ana Souza', signupName: 'Beatriz Lima' });
  await edit(id, { email: 'ana@mail.example' });
  expect(await show(id)).toMatchObject({ signupName: 'Beatriz Lima' });
  await edit(id, { name: 'Ana Souza' });
  expect(await show(id)).toMatchObject({ name: 'Ana Souza', signupName: null });
  await signUp('Beatriz Lima');
  await edit(id, { name: 'Beatriz Lima' });
  expect(await show(id)).toMatchObject({ name: 'Beatriz Lima', signupName: null });
});

test('a manager replaces and removes; below, an employee only fills in what is missing', async () => {
  const id = await boughtFirst();
  for (const role of ['operator', 'employee'] as const) {
    await edit(id, { name: null, email: null });
    await edit(id, { name: 'Ana' }, role);
    await edit(id, { email: 'ana@mail.example' }, role);
    for (const sent of [
      { name: 'Eva' },
      { name: 'Ana' },
      { email: null },
      { name: 'Eva', email: 'e@mail.example' },
    ])
      await expect(edit(id, sent, role)).rejects.toMatchObject({ code: 'contact_known' });
    expect(await show(id)).toMatchObject({ name: 'Ana', email: 'ana@mail.example' });
  }
});

test('two employees who fill in the same name at once: one is told that it is known', async () => {
  const id = await boughtFirst();
  const outcomes = await Promise.allSettled(
    ['Ana', 'Eva', 'Bia'].map((name) => edit(id, { name }, 'operator')),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a change is in the audit log by initials and a masked e-mail, and no change is not', async () => {
  const id = await boughtFirst();
  await edit(id, { name: 'Ana da Souza', email: 'ana@mail.example' });
  clock.advance(1_000);
  await edit(id, { name: 'Érica' });
  await edit(id, { name: 'Érica' });
  const { entries } = await listAudit(fixture.app, fixture.staff, { action: 'customer.edit' });
  expect(entries.map(({ lines }) => lines)).toEqual([
    [{ label: 'Nome', kind: 'change', before: 'A. d. S.', after: 'É.' }],
    [
      { label: 'Nome', kind: 'change', before: 'não definido', after: 'A. d. S.' },
      { label: 'Email', kind: 'change', before: 'não definido', after: 'a***@mail.example' },
    ],
  ]);
});

test('a record that was merged away is edited no more', async () => {
  const id = await boughtFirst();
  const other = freshPhone();
  await boughtFirst(other);
  await fixture.counter.merge(other, fixture.phone);
  await expect(edit(id, { name: 'Ana' })).rejects.toMatchObject({ code: 'customer_not_found' });
});
