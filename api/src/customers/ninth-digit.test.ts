import { randomUUID } from 'node:crypto';
import { otherSpelling, spellingsOf } from 'domain/doubt-phone';
import fc from 'fast-check';
import { freshPhone } from 'testing/signed-in-merchant';
import { beforeEach, describe, expect, test } from 'vitest';
import { listDataRequests } from '../data-requests/list-data-requests.ts';
import { createRedemption } from '../redemptions/create-redemption.ts';
import { askProof, type Browser, refusalOf, useProofFixture } from '../test/proof-fixture.ts';
import { eraseCustomer } from './erase-customer.ts';
import { listCustomers } from './list-customers.ts';

/** A number with and without its ninth digit is one line, however it was stored. */

const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };
const fixture = useProofFixture();
let numbers = 0;
let old: string;
let whole: string;
let phone: Browser;

beforeEach(() => {
  numbers += 1;
  const rest = String(numbers).padStart(7, '0');
  old = `118${rest}`;
  whole = `1198${rest}`;
  phone = fixture.browser();
});

async function customers(): Promise<{ phone: string; name: string | null }[]> {
  const { rows } = await fixture.owner.query(
    'SELECT phone, name FROM customers WHERE merchant_id = $1 ORDER BY phone',
    [fixture.staff.merchantId],
  );
  return rows;
}

describe.each([
  ['ten digits', () => [old, whole]],
  ['eleven digits', () => [whole, old]],
])('a record stored with %s', (_, spellings) => {
  let stored: string;
  let typed: string;
  beforeEach(async () => {
    [stored = '', typed = ''] = spellings();
    await fixture.buy(phone, stored);
  });

  test('is found at the counter, and redeems', async () => {
    const { counter } = fixture;
    expect(await counter.balance(typed)).toMatchObject({ phone: stored, availableCents: 500 });
    const redemption = await counter.createRedemption(typed, 300);
    await fixture.confirmRedemption(phone, redemption);
    expect(await counter.balance(stored)).toMatchObject({ availableCents: 200 });
  });

  test('gives way to the record that has the phone as it was given', async () => {
    await fixture.buy(phone, typed, 20_000);
    expect(await fixture.counter.balance(typed)).toMatchObject({ phone: typed, availableCents: 1_000 });
    expect(await fixture.counter.balance(stored)).toMatchObject({ phone: stored, availableCents: 500 });
    await fixture.counter.merge(typed, stored);
    expect(await fixture.counter.balance(stored)).toMatchObject({ phone: typed, availableCents: 1_500 });
  });

  test('is found by the search, contacts hidden or not, the best first or not', async () => {
    const { app } = fixture.server;
    for (const hidesContacts of [false, true]) {
      for (const search of spellingsOf(typed)) {
        const input = { search, sort: 'available', bestFirst: true } as const;
        const found = await listCustomers(app, fixture.staff.merchantId, input, { hidesContacts });
        expect(found.customers.map((customer) => customer.phone)).toEqual([stored]);
      }
    }
  });

  test('is shown to its customer, at one merchant and among all', async () => {
    const browser = fixture.browser();
    expect((await fixture.dashboard(browser, typed)).data.programmes).toHaveLength(1);
    const everywhere = await browser.query('customers.dashboard', { phone: typed });
    expect(everywhere.data.programmes).toHaveLength(1);
  });

  test('is no second customer when its customer signs up', async () => {
    const signUp = { slug: fixture.slug, name: 'Maria', phone: typed };
    const { data } = await fixture.browser().call('customers.signUp', signUp);
    expect(data).toMatchObject({ isNew: false, phone: typed });
    expect(await customers()).toEqual([{ phone: stored, name: 'Maria' }]);
  });

  test('is protected like any other, opens for its device, and is erased by it', async () => {
    await askProof(fixture, { statement_protected: true });
    expect(refusalOf(await fixture.dashboard(fixture.browser(), typed))).toEqual([403, 'proof_required']);
    expect((await fixture.dashboard(phone, typed)).data.programmes).toHaveLength(1);
    const who = fixture.who(typed);
    expect(refusalOf(await fixture.browser().query('myData.show', { who }))).toEqual([403, 'proof_required']);
    const { data } = await phone.call('myData.erase', { who, phone: typed });
    expect(data).toEqual({ forfeitedCents: 500 });
  });

  test('redeems by the phone alone, for a program', async () => {
    const { app } = fixture.server;
    const request = { operationId: randomUUID(), phone: typed, amountCents: 300 };
    expect(await createRedemption(app, fixture.staff, REQUEST, request)).toMatchObject({ phone: stored });
  });

  test('keeps another record from being corrected to its number', async () => {
    const other = freshPhone();
    await fixture.buy(phone, other);
    await expect(fixture.counter.correctPhone(other, typed)).rejects.toMatchObject({ code: 'phone_taken' });
    await fixture.counter.correctPhone(stored, typed);
    expect(await fixture.counter.balance(stored)).toMatchObject({ phone: typed });
  });

  test('is erased with what was asked under its other spelling, unless that is a customer', async () => {
    const { app } = fixture.server;
    const { merchantId } = fixture.staff;
    const customerId = (await fixture.counter.balance(stored)).id;
    const ask = async () =>
      void (await fixture.owner.query(
        `INSERT INTO approvals (merchant_id, id, kind, request_id, amount_cents, phone, asked_by, asked_at, expires_at)
         VALUES ($1, gen_random_uuid(), 'purchase', gen_random_uuid(), 1, $2, $3, now(), now() + interval '1 day')`,
        [merchantId, typed, fixture.staff.employeeId],
      ));
    await ask();
    await fixture.owner.query(
      `INSERT INTO data_requests (merchant_id, id, kind, phone, contact, created_at, due_at)
       VALUES ($1, gen_random_uuid(), 'access', $2, 'maria@mail.example', now(), now())`,
      [merchantId, typed],
    );
    await eraseCustomer(app, { merchantId, customerId, basis: 'request', staff: null, request: null });
    const { rows } = await fixture.owner.query('SELECT FROM approvals WHERE merchant_id = $1', [merchantId]);
    expect(rows).toEqual([]);
    const requests = await fixture.owner.query(
      'SELECT customer_id FROM data_requests WHERE merchant_id = $1',
      [merchantId],
    );
    expect(requests.rows).toEqual([{ customer_id: customerId }]);
    const { rows: erased } = await fixture.owner.query(
      'SELECT sought FROM erasures WHERE merchant_id = $1 ORDER BY erased_at DESC LIMIT 1',
      [merchantId],
    );
    expect(erased[0]?.sought).toEqual(expect.arrayContaining([stored, typed]));
    await fixture.buy(phone, stored);
    await fixture.buy(phone, typed);
    await ask();
    const again = (await fixture.counter.balance(stored)).id;
    await eraseCustomer(app, { merchantId, customerId: again, basis: 'request', staff: null, request: null });
    expect(
      (await fixture.owner.query('SELECT FROM approvals WHERE merchant_id = $1', [merchantId])).rowCount,
    ).toBe(1);
  });

  test('is sent as many codes as a stranger, by whichever spelling', async () => {
    const answers = async (first: string, second: string) => {
      const browser = fixture.browser();
      const seen: number[] = [];
      for (const number of [first, first, first, second, second]) {
        const { status } = await browser.call('proof.sendCode', { who: fixture.who(number) });
        seen.push(status);
      }
      return seen;
    };
    const stranger = spellingsOf(`1197${typed.slice(-7)}`);
    expect(await answers(typed, stored)).toEqual([200, 200, 200, 200, 429]);
    expect(await answers(stranger[0] ?? '', stranger[1] ?? '')).toEqual([200, 200, 200, 200, 429]);
  });

  test('is the customer of a request about data', async () => {
    const asked = { slug: fixture.slug, kind: 'access', phone: typed, contact: 'maria@mail.example' };
    await fixture.browser().call('dataRequests.ask', asked);
    const { app } = fixture.server;
    const { merchantId } = fixture.staff;
    const listed = async () => (await listDataRequests(app, merchantId, { state: 'open' })).requests[0];
    expect((await listed())?.customer).toMatchObject({ phone: stored });
  });
});

test('a device of the one record does not open the other', async () => {
  await askProof(fixture, { statement_protected: true });
  await fixture.buy(phone, old);
  await fixture.buy(fixture.browser(), whole);
  expect((await fixture.dashboard(phone, old)).data.programmes).toHaveLength(1);
  expect(refusalOf(await fixture.dashboard(phone, whole))).toEqual([403, 'proof_required']);
});

test('the database writes the other spelling as the function does', async () => {
  const digits = fc.stringMatching(/^[0-9]{9,12}$|^11[69][6-9][0-9]{6,7}$/);
  const phones = fc.sample(digits, 2_000);
  const { rows } = await fixture.owner.query<{ other: string | null }>(
    'SELECT other_spelling(phone) AS other FROM unnest($1::text[]) WITH ORDINALITY AS given (phone, n) ORDER BY n',
    [phones],
  );
  expect(rows.map(({ other }) => other ?? undefined)).toEqual(phones.map(otherSpelling));
  expect(rows.filter(({ other }) => other !== null).length).toBeGreaterThan(100);
});
