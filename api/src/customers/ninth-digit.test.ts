import { spellingsOf } from 'domain/doubt-phone';
import { beforeEach, describe, expect, test } from 'vitest';
import { listDataRequests } from '../data-requests/list-data-requests.ts';
import { askProof, type Browser, refusalOf, useProofFixture } from '../test/proof-fixture.ts';
import { listCustomers } from './list-customers.ts';

/** A number with and without its ninth digit is one line, however it was stored. */

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
