import { randomUUID } from 'node:crypto';
import { CONSENT_TEXTS } from 'domain/consents';
import { customerSignupInput, withdrawConsentInput } from 'domain/inputs';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { useMoneyFixture } from '../test/money-fixture.ts';
import { findCustomer } from './find-customer.ts';
import { mergeCustomers } from './merge-customers.ts';
import { showCustomer } from './show-customer.ts';
import { signUpCustomer } from './sign-up-customer.ts';
import { withdrawConsent } from './withdraw-consent.ts';

const fixture = useMoneyFixture();
const VISIT = { ip: '198.51.100.9', userAgent: 'phone' };
const AT_THE_DESK = { ip: '203.0.113.7', userAgent: 'desk' };
const BOTH = ['email', 'whatsapp'] as const;

const signUp = (channels?: readonly (typeof BOTH)[number][], phone = fixture.phone, email?: string) =>
  signUpCustomer(fixture.app, undefined, VISIT, {
    slug: fixture.staff.client.merchant.signupLinkSlug,
    name: 'Ana Lima',
    phone,
    email,
    consents: channels && { textVersion: 1, channels },
  });

async function newCustomer(channels: readonly (typeof BOTH)[number][]): Promise<string> {
  const { customerId } = await signUp(channels, freshPhone(), `${randomUUID()}@mail.example`);
  return customerId ?? '';
}

const withdraw = (customerId: string, channel: (typeof BOTH)[number]) =>
  withdrawConsent(fixture.app, fixture.staff, AT_THE_DESK, { customerId, channel });

const merge = (customerId: string, sourceCustomerId: string) =>
  mergeCustomers(fixture.app, fixture.staff, AT_THE_DESK, {
    operationId: randomUUID(),
    customerId,
    sourceCustomerId,
    reason: 'Mesma pessoa',
  });

const find = async (phone = fixture.phone) =>
  await findCustomer(fixture.app, fixture.staff.merchantId, phone);
const show = async (customerId: string) =>
  await showCustomer(fixture.app, fixture.staff.merchantId, customerId);

async function presentConsents(customerId: string) {
  const { phone } = await show(customerId);
  return (await find(phone)).consents;
}

test('a ticked box at the sign-up is a consent, with its sentence, source and address', async () => {
  const { customerId } = await signUp(BOTH, fixture.phone, 'ana@mail.example');
  expect((await find()).consents).toEqual({ email: true, whatsapp: true });
  const { consents } = await show(customerId ?? '');
  expect(consents.map(({ channel }) => channel).sort()).toEqual([...BOTH]);
  for (const consent of consents)
    expect(consent).toMatchObject({
      isGiven: true,
      source: 'signup',
      textVersion: 1,
      text: CONSENT_TEXTS[1]?.[consent.channel],
      employeeName: null,
      createdAt: '2026-03-10T12:00:00.000Z',
    });
  const { rows } = await fixture.owner.query(
    'SELECT DISTINCT ip, user_agent FROM consents WHERE customer_id = $1',
    [customerId],
  );
  expect(rows).toEqual([{ ip: VISIT.ip, user_agent: VISIT.userAgent }]);
});

test('without a tick there is none, and none to e-mail without an e-mail', async () => {
  await signUp();
  expect((await find()).consents).toEqual({ email: false, whatsapp: false });
  const phone = freshPhone();
  await signUp(BOTH, phone);
  expect((await find(phone)).consents).toEqual({ email: false, whatsapp: true });
  const other = freshPhone();
  await fixture.counter.issue(other, 1_000);
  expect((await find(other)).consents).toEqual({ email: false, whatsapp: false });
});

test('whoever knows a phone gives no consent for its customer, and is answered alike', async () => {
  await fixture.counter.issue(fixture.phone, 1_000);
  const ticked = await signUp(BOTH, fixture.phone, 'stranger@mail.example');
  expect(ticked).toEqual(await signUp());
  expect((await find()).consents).toEqual({ email: false, whatsapp: false });
});

test('an employee writes a withdrawal down, once, and it is in the audit log', async () => {
  const customerId = await newCustomer(BOTH);
  await withdraw(customerId, 'email');
  await withdraw(customerId, 'email');
  expect(await presentConsents(customerId)).toEqual({ email: false, whatsapp: true });
  const { consents } = await show(customerId);
  expect(consents).toHaveLength(3);
  expect(consents[0]).toMatchObject({
    channel: 'email',
    isGiven: false,
    source: 'counter',
    text: null,
    employeeName: fixture.staff.client.employee.name,
  });
  const { rows } = await fixture.owner.query(
    `SELECT entity_id, details FROM audit_log WHERE merchant_id = $1 AND action = 'customer.withdraw_consent'`,
    [fixture.staff.merchantId],
  );
  expect(rows).toEqual([{ entity_id: customerId, details: { channel: 'email' } }]);
});

test('a refusal of one who was never asked is kept; an unknown customer refuses none', async () => {
  await fixture.counter.issue(fixture.phone, 1_000);
  const { id } = await find();
  await withdraw(id, 'whatsapp');
  expect((await show(id)).consents).toMatchObject([{ channel: 'whatsapp', isGiven: false }]);
  await expect(withdraw(randomUUID(), 'email')).rejects.toMatchObject({ code: 'customer_not_found' });
});

test('no input of an employee gives a consent, nor does the database take one', async () => {
  const customerId = await newCustomer([]);
  const asked = { customerId, channel: 'email' };
  expect(withdrawConsentInput.safeParse(asked).success).toBe(true);
  expect(withdrawConsentInput.safeParse({ ...asked, isGiven: true }).success).toBe(false);
  const insert = (values: string) =>
    fixture.owner.query(
      `INSERT INTO consents (merchant_id, id, customer_id, channel, is_given, text_version, source, employee_id)
       VALUES ($1, gen_random_uuid(), $2, 'email', true, ${values})`,
      [fixture.staff.merchantId, customerId],
    );
  for (const values of [
    `1, 'signup', '${fixture.staff.employeeId}'`,
    `1, 'counter', NULL`,
    `NULL, 'signup', NULL`,
  ])
    await expect(insert(values)).rejects.toMatchObject({ constraint: 'consents_given_by_customer' });
});

test('the sign-up takes only sentences that exist and channels that exist', () => {
  const person = { slug: 'loja', name: 'Ana', phone: '11987654321' };
  const isFine = (consents: unknown) => customerSignupInput.safeParse({ ...person, consents }).success;
  for (const fine of [undefined, { textVersion: 1, channels: [] }, { textVersion: 1, channels: BOTH }])
    expect(isFine(fine)).toBe(true);
  for (const wrong of [
    { textVersion: 99, channels: [] },
    { textVersion: 1, channels: ['sms'] },
    { textVersion: 1, channels: ['email'], isGiven: true },
    { channels: BOTH },
    true,
  ])
    expect(isFine(wrong), JSON.stringify(wrong)).toBe(false);
});

test.each([
  ['source', 'older'],
  ['source', 'newer'],
  ['target', 'older'],
  ['target', 'newer'],
] as const)('a merge keeps the withdrawal of the %s, which is the %s answer', async (whose, age) => {
  const records = { source: await newCustomer([]), target: await newCustomer([]) };
  const given = whose === 'source' ? 'target' : 'source';
  const giveConsent = () =>
    fixture.owner.query(
      `INSERT INTO consents (merchant_id, id, customer_id, channel, is_given, text_version, source)
       VALUES ($1, gen_random_uuid(), $2, 'email', true, 1, 'my_data')`,
      [fixture.staff.merchantId, records[given]],
    );
  if (age === 'newer') await giveConsent();
  await withdraw(records[whose], 'email');
  if (age === 'older') await giveConsent();
  await merge(records.target, records.source);
  expect(await presentConsents(records.target)).toEqual({ email: false, whatsapp: false });
  expect((await show(records.target)).consents).toHaveLength(3);
  expect((await show(records.source)).consents).toEqual([]);
});

test.each(['source', 'target'] as const)(
  'a merge records the withdrawal of the %s once more where the other never answered: providers hear of both addresses',
  async (whose) => {
    const records = { source: await newCustomer([]), target: await newCustomer([]) };
    await withdraw(records[whose], 'email');
    await merge(records.target, records.source);
    expect((await show(records.target)).consents.map(({ channel, isGiven }) => [channel, isGiven])).toEqual([
      ['email', false],
      ['email', false],
    ]);
  },
);

test('a merge keeps a consent that neither record withdrew', async () => {
  const [source, target] = [await newCustomer(BOTH), await newCustomer([])];
  await merge(target, source);
  expect(await presentConsents(target)).toEqual({ email: true, whatsapp: true });
  expect((await show(target)).consents).toHaveLength(2);
});

test('answers are neither changed nor deleted by the product', async () => {
  const customerId = await newCustomer(BOTH);
  const run = (text: string) =>
    fixture.app.tenancy.withTenant(fixture.staff.merchantId, (tx) =>
      tx.query({ name: `consents_${text.length}`, text }, [tx.merchantId, customerId]),
    );
  for (const text of [
    'UPDATE consents SET is_given = true WHERE merchant_id = $1 AND customer_id = $2',
    'DELETE FROM consents WHERE merchant_id = $1 AND customer_id = $2',
  ])
    await expect(run(text)).rejects.toThrow('permission denied');
});
