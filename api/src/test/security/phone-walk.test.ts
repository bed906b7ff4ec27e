import { randomInt } from 'node:crypto';
import { freshIp } from 'testing/http-client';
import { comparableHeaders, OWN_PAGE, type RawAnswer } from 'testing/raw-client';
import { freshPhone } from 'testing/signed-in-merchant';
import { describe, expect, test } from 'vitest';
import {
  LOOKUPS_PER_EMPLOYEE,
  PHONE_LOOKUP_PER_ADDRESS,
  PHONE_LOOKUPS_OF_MERCHANT,
} from '../../limits/call-limits.ts';
import { endWindows } from '../end-windows.ts';
import { callProcedure } from '../tenant-caller.ts';
import { openSession } from '../tenant-fixture.ts';
import {
  address,
  answerElsewhere,
  CALLERS,
  DASHBOARD,
  expectLimit,
  inOne48,
  SHARED_RULES,
  SIGN_UP,
  usePhoneWalks,
  WAYS,
  walk,
} from './phone-walks.ts';
import { statementsOf } from './statements-of.ts';

const walks = usePhoneWalks();
const TEN_MINUTES = 600;
const AREA_CODE = 1e8;

function look(
  phone: string,
  { slug, ...from }: { slug?: string; host?: string; ip?: string } = {},
): Promise<RawAnswer> {
  return callProcedure(walks.server, DASHBOARD, { phone, ...(slug !== undefined && { slug }) }, from);
}

test.each(CALLERS)('phones walked from %s: %i are answered', async (_who, answered, start) => {
  await expectLimit(walks, PHONE_LOOKUP_PER_ADDRESS, answered, start(walks));
});

test('a caller who was told to wait keeps no other address from asking, by any way, and asks on in ten minutes', async () => {
  const ip = freshIp();
  const ask = (phone: string) => look(phone, { ip });
  await expectLimit(walks, PHONE_LOOKUP_PER_ADDRESS, PHONE_LOOKUP_PER_ADDRESS.limit, ask);
  for (const [way, ask] of Object.entries(WAYS))
    expect((await ask(walks, freshPhone(), freshIp())).status, way).not.toBe(429);
  await endWindows(walks.owner, walks.clock, TEN_MINUTES * 1_000);
  expect((await ask(walks.merchant.customer.phone)).status).toBe(200);
});

test('two servers that share the database and no Redis let 10 logins of one address fail', async () => {
  const ip = freshIp();
  const statuses: number[] = [];
  for (let turn = 0; turn < 14; turn += 1) {
    const { client } = turn % 2 ? walks.second : walks.server;
    const input = { email: walks.merchant.ownerEmail, password: 'not the password' };
    statuses.push((await client.call('auth.login', input, { ip })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429, 429, 429]);
});

test('however a merchant is named, its look-ups are counted as one; past 600 its customers are answered, sign-ups and others go on', async () => {
  const { merchant, other, owner } = walks;
  const former = merchant.slug;
  const slug = `novo-${randomInt(1e9)}`;
  const rename = (to: string) =>
    owner.query('UPDATE merchants SET signup_link_slug = $2 WHERE id = $1', [merchant.merchantId, to]);
  await rename(slug);
  const wheres = [
    { host: merchant.host },
    { host: merchant.customDomain },
    { slug },
    { slug: former },
    { slug: slug.toUpperCase() },
    { slug: slug.replace('n', 'N') },
  ];
  const { threshold, perAddress } = PHONE_LOOKUPS_OF_MERCHANT;
  for (const where of wheres) expect((await look(freshPhone(), where)).status).toBe(404);
  await answerElsewhere(walks, threshold, threshold.limit - wheres.length);
  const ip = freshIp();
  const { answered } = await walk(
    walks,
    (phone, index) => look(phone, { ...wheres[index % wheres.length], ip }),
    12,
  );
  expect(answered).toBe(perAddress.limit);
  await rename(former);

  expect((await look(merchant.customer.phone, { host: merchant.host })).status).toBe(200);
  expect((await look(other.customer.phone, { host: other.host })).status).toBe(200);
  const signUp = await WAYS['by signing up'](walks, freshPhone(), freshIp());
  expect(JSON.parse(signUp.text).result.data.isNew).toBe(true);
});

describe.each(SHARED_RULES)('%s', (_what, rules, askFrom) => {
  const ask = (ip: string) => askFrom(walks, ip);

  /** One stranger asks, and others elsewhere until the count for all is full. */
  async function fill(): Promise<void> {
    const { limit } = rules.perAddress;
    expect((await walk(walks, () => ask(address(0, 1)), limit)).answered).toBe(limit);
    await answerElsewhere(walks, rules.threshold, rules.threshold.limit - limit);
  }

  test('cannot be used up by some addresses: all others go on with a smaller allowance', async () => {
    await fill();
    expect((await ask(address(0, 1))).status).toBe(429);
    for (const visitor of [freshIp(), '2001:db8:77::1']) {
      const { answered } = await walk(walks, () => ask(visitor), rules.perAddress.limit + 5);
      expect(answered, visitor).toBe(rules.perAddress.limit);
    }
    await endWindows(walks.owner, walks.clock, TEN_MINUTES * 1_000);
    const visitor = freshIp();
    const { answered } = await walk(walks, () => ask(visitor), PHONE_LOOKUP_PER_ADDRESS.limit + 5);
    expect(answered).toBe(PHONE_LOOKUP_PER_ADDRESS.limit);
  });

  test('count a network as few addresses past the threshold, an IPv6 /48 with its 65,536 networks as ten', async () => {
    await fill();
    const { limit } = rules.perAddress;
    await expectLimit(walks, rules.perAddress, limit * 10, (_phone, index) => ask(inOne48(index)));
    expect((await ask('2001:db8:49::1')).status).not.toBe(429);
    await expectLimit(walks, rules.perAddress, limit * 5, (_phone, index) => ask(`203.0.113.${index}`));
  });

  test('refused for some addresses, do not count for their neighbors', async () => {
    await fill();
    const { limit } = rules.perAddress;
    const { answered } = await walk(walks, (_phone, index) => ask(`203.0.113.${index % 2}`), limit * 8);
    expect(answered).toBe(2 * limit);
    expect((await ask('203.0.113.200')).status).not.toBe(429);
  });

  test('stop for all callers at their hard cap, and nothing else does', async () => {
    const { everybody } = rules;
    await expectLimit(walks, everybody, everybody.limit, () => ask(freshIp()));
    const { merchant, other } = walks;
    if (rules !== PHONE_LOOKUPS_OF_MERCHANT)
      expect((await look(merchant.customer.phone, { host: merchant.host })).status).toBe(200);
    expect((await look(other.customer.phone, { host: other.host })).status).toBe(200);
  });
});

test('the limits keep an area code out of reach', () => {
  const days = (answered: number) => ((AREA_CODE / answered) * TEN_MINUTES) / 86_400;
  expect(days(PHONE_LOOKUP_PER_ADDRESS.limit) / 365.25).toBeGreaterThanOrEqual(95);
  expect(days(PHONE_LOOKUP_PER_ADDRESS.limit * 10) / 365.25).toBeGreaterThan(9);
  const { threshold, perAddress } = PHONE_LOOKUPS_OF_MERCHANT;
  expect(days(threshold.limit + 2_000 * perAddress.limit)).toBeGreaterThan(150);
  for (const [, rules] of SHARED_RULES) {
    expect(days(rules.everybody.limit)).toBeGreaterThan(115);
    // Locking the others out takes so many addresses, in so many networks.
    const spare = rules.everybody.limit - rules.threshold.limit;
    expect(spare / rules.perAddress.limit).toBeGreaterThan(1_000);
    expect(spare / (rules.perAddress.limit * 10)).toBeGreaterThan(100);
  }
});

test('employees look up 300 phones in ten minutes, each for themselves', async () => {
  const { app } = walks.server;
  const { operator, manager } = walks.merchant.staff;
  const [token, colleague] = [await openSession(app, operator), await openSession(app, manager)];
  const find = async (token: string) => {
    const procedure = { path: 'customers.find', type: 'query' } as const;
    const input = { phone: walks.merchant.customer.phone };
    return (await callProcedure(walks.server, procedure, input, { token })).status;
  };
  for (let counted = 1; counted < LOOKUPS_PER_EMPLOYEE.limit; counted += 1)
    await app.limiter.hit(LOOKUPS_PER_EMPLOYEE, operator.employeeId);
  expect([await find(token), await find(token), await find(colleague)]).toEqual([200, 429, 200]);
});

describe('what a stranger learns', () => {
  test.each(['host', 'slug'] as const)(
    'a phone known at another merchant is answered like an unknown one, to the header, and takes the same work: by %s',
    async (by) => {
      const where = { [by]: walks.merchant[by] };
      const shown = async (phone: string) => {
        const { status, headers, text } = await look(phone, where);
        return { status, text, headers: comparableHeaders(headers) };
      };
      const elsewhere = await shown(walks.other.customer.phone);
      expect(elsewhere.status).toBe(404);
      for (const phone of [freshPhone(), '1133334444', '00000000000', '1', 'abc'])
        expect(await shown(phone), phone).toEqual(elsewhere);
      const work = (phone: string) => statementsOf(walks.server.app, () => look(phone, where));
      const ofElsewhere = await work(walks.other.customer.phone);
      expect(ofElsewhere.length).toBeGreaterThan(0);
      expect(ofElsewhere).toEqual(await work(freshPhone()));
    },
  );

  test('signing up with a known phone tells no more than looking at its balance does, and replaces nothing', async () => {
    const { merchant, other, owner } = walks;
    const { phone } = merchant.customer;
    const customer = () =>
      owner.query('SELECT * FROM customers WHERE merchant_id = $1 AND phone = $2', [
        merchant.merchantId,
        phone,
      ]);
    const before = (await customer()).rows;
    const signUp = async (rest: object) => {
      const { text } = await callProcedure(walks.server, SIGN_UP, { slug: merchant.slug, ...rest });
      return JSON.parse(text).result.data;
    };
    // A sign-up returns the customer's id only to a caller who has just become one.
    const known = await signUp({ name: 'Outra Pessoa', phone, email: 'outra@mail.example' });
    expect(known).toEqual({ phone, slug: merchant.slug, isNew: false, customerId: null });
    // Beside the record, for the merchant's employees: another name than the one it has.
    expect((await customer()).rows).toEqual([{ ...before[0], signup_name: 'Outra Pessoa' }]);
    expect((await look(phone, { slug: merchant.slug })).status).toBe(200);
    // A phone that is another merchant's customer gets the same answer as an unknown one.
    expect((await signUp({ name: 'Eu', phone: other.nextCustomerPhone() })).isNew).toBe(true);
  });

  test('no answer holds a name, an e-mail, an address or an id, for any caller anywhere', async () => {
    const { merchant, owner, server } = walks;
    const { rows } = await owner.query<{ word: string | null }>(
      `SELECT unnest(ARRAY[name, email, id::text]) AS word FROM customers
       UNION SELECT unnest(ARRAY[name, email, phone, id::text]) FROM employees
       UNION SELECT unnest(ARRAY[address, email]) FROM merchants`,
    );
    // The name under which the test itself signs up is a short word that every text holds.
    const words = rows.flatMap(({ word }) =>
      word && word.length > 6 && !word.startsWith('Cliente 1') ? [word] : [],
    );
    expect(words.length).toBeGreaterThan(20);
    const texts: string[] = [];
    for (const ask of Object.values(WAYS)) {
      texts.push((await ask(walks, merchant.customer.phone, freshIp())).text);
      texts.push((await ask(walks, freshPhone(), freshIp())).text);
    }
    expect(texts[0]).toContain(merchant.slug);
    for (const host of ['localhost', merchant.host, merchant.customDomain]) {
      for (const path of [
        `/customer/dashboard/${merchant.customer.phone}`,
        `/customer/dashboard/${merchant.customer.phone}?loja=${merchant.slug}`,
        `/customer/cashback/${merchant.purchase.token}`,
        `/customer/redemption/${merchant.redemption.token}`,
        `/signup/${merchant.slug}`,
      ])
        texts.push((await server.ask(path, { headers: { host, accept: 'text/html' } })).text);
      for (const [path, token] of [
        ['cashback.confirm', merchant.purchase.token],
        ['redemptions.confirm', merchant.redemption.token],
      ] as const) {
        const body = JSON.stringify({ token });
        const headers = { ...OWN_PAGE, host, 'x-forwarded-for': freshIp() };
        texts.push((await server.ask(`/trpc/${path}`, { method: 'POST', body, headers })).text);
      }
    }
    for (const text of texts) expect(words.filter((word) => text.includes(word))).toEqual([]);
  });
});
