import { randomInt } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshIp } from 'testing/http-client';
import { OWN_PAGE, queryAddress, type RawAnswer } from 'testing/raw-client';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  PHONE_LOOKUP_PER_ADDRESS,
  PHONE_LOOKUPS_OF_MERCHANT,
  PHONE_LOOKUPS_OF_PLATFORM,
  type SharedRules,
  SIGNUPS_OF_MERCHANT,
} from '../../limits/call-limits.ts';
import { endWindows } from '../end-windows.ts';
import { type InProcessServer, startInProcessServer } from '../in-process-server.ts';
import { createMovableClock } from '../money-app.ts';
import { callProcedure } from '../tenant-caller.ts';
import { createMerchant, type Merchant } from '../tenant-fixture.ts';
import { statementsOf } from './statements-of.ts';

const fixture = useDatabaseFixture();
const clock = createMovableClock(new Date());
let server: InProcessServer;
/** The same database behind no proxy that is trusted. */
let bare: InProcessServer;
/** Another one that knows of the first only through the database. */
let second: InProcessServer;
let merchant: Merchant;
let other: Merchant;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl, { clock });
  bare = await startInProcessServer(fixture.database.appUrl, { clock, env: { TRUST_PROXY: '' } });
  second = await startInProcessServer(fixture.database.appUrl, { clock });
  merchant = await createMerchant(server.app, fixture.owner);
  other = await createMerchant(server.app, fixture.owner);
});

// Every test finds every window over.
beforeEach(() => endWindows(fixture.owner, clock));

afterAll(async () => {
  await server?.close();
  await bare?.close();
  await second?.close();
});

const { TEST_LONG } = process.env;
/** Far enough to pass each limit by a multiple. */
const CALLS = TEST_LONG ? 10_000 : 500;
/** The same for limits that all callers of a merchant share. */
const CALLS_OF_MERCHANT = TEST_LONG ? 10_000 : 2_000;
/** As many as there are database connections: a call that waits for one too long is refused, unheard. */
const AT_ONCE = 10;
const TEN_MINUTES = 600;
const AREA_CODE = 1e8;
const DASHBOARD = { path: 'customers.dashboard', type: 'query' } as const;
const SIGN_UP = { path: 'customers.signUp', type: 'mutation' } as const;

type Ask = (phone: string, ip: string) => Promise<RawAnswer>;

/** Ways in which a stranger may ask if a phone is known. */
const WAYS: Record<string, Ask> = {
  'on the platform': (phone, ip) => callProcedure(server, DASHBOARD, { phone }, { ip }),
  "by a merchant's slug": (phone, ip) =>
    callProcedure(server, DASHBOARD, { phone, slug: merchant.slug }, { ip }),
  "on a merchant's host": (phone, ip) =>
    callProcedure(server, DASHBOARD, { phone }, { ip, host: merchant.host }),
  "on a merchant's domain": (phone, ip) =>
    callProcedure(server, DASHBOARD, { phone }, { ip, host: merchant.customDomain }),
  'by signing up': (phone, ip) =>
    callProcedure(server, SIGN_UP, { slug: merchant.slug, name: 'Eu', phone }, { ip }),
  'by signing up on a merchant’s host': (phone, ip) =>
    callProcedure(server, SIGN_UP, { slug: merchant.slug, name: 'Eu', phone }, { ip, host: merchant.host }),
};

/** '(11) 9xxxx-xxxx' one after the other, the merchant's own customer among the first. */
function numbers(count: number): string[] {
  const from = randomInt(1e7, 8e7);
  const walked = Array.from({ length: count }, (_, index) => `119${from + index}`);
  return [merchant.customer.phone, ...walked].slice(0, count);
}

/** Asks each of `phones`, a few at once, and counts the answers: refused by a limit or not. */
async function walk(ask: (phone: string, index: number) => Promise<RawAnswer>, phones: string[]) {
  let answered = 0;
  const refused: RawAnswer[] = [];
  const failed: string[] = [];
  const left = phones.entries();
  async function askOn(): Promise<void> {
    for (const [index, phone] of left) {
      const answer = await ask(phone, index);
      if (answer.status === 429) refused.push(answer);
      else if (answer.status >= 500) failed.push(answer.text);
      else answered += 1;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  expect(failed).toEqual([]);
  return { answered, refused };
}

/** Counts calls as other processes would have. */
async function answerElsewhere({ name }: { name: string }, calls: number): Promise<void> {
  await fixture.owner.query('UPDATE operations.call_counts SET count = count + $2 WHERE key LIKE $1', [
    `limit:${name}:%`,
    calls,
  ]);
}

function expectToldToWait(refused: RawAnswer[]): void {
  const [first] = refused;
  expect(first?.text).toContain('"message":"Muitas tentativas. Aguarde alguns minutos e tente novamente."');
  for (const { headers, text } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(TEN_MINUTES);
    expect(text).toBe(first?.text);
  }
}

describe('phones walked', () => {
  test('from one address, by every way there is in turns: 20 are answered in all', async () => {
    const ip = freshIp();
    const ways = Object.values(WAYS);
    const ask = (phone: string, index: number) => (ways[index % ways.length] as Ask)(phone, ip);
    const { answered, refused } = await walk(ask, numbers(CALLS));
    expect(answered).toBe(20);
    expect(refused).toHaveLength(CALLS - 20);
    expectToldToWait(refused);
  });

  test.each(Object.entries(WAYS))('from one address %s: 20 are answered', async (_way, ask) => {
    const ip = freshIp();
    expect((await walk((phone) => ask(phone, ip), numbers(100))).answered).toBe(20);
    expect((await ask(freshPhone(), freshIp())).status).not.toBe(429);
  });

  test('from one IPv6 /64 whose low bits change with each call: 20 are answered', async () => {
    const network = `2001:db8:${randomInt(1, 65_535).toString(16)}:7`;
    const low = () => Array.from({ length: 4 }, () => randomInt(65_536).toString(16)).join(':');
    const ask = (phone: string) => (WAYS['on the platform'] as Ask)(phone, `${network}:${low()}`);
    const { answered, refused } = await walk(ask, numbers(CALLS));
    expect(answered).toBe(20);
    expectToldToWait(refused);
  });

  test('with another X-Forwarded-For each time and no trusted proxy before us: 20 are answered', async () => {
    const ask = (phone: string) => {
      const [one, two] = [freshIp(), freshIp()];
      const headers = {
        host: merchant.host,
        'x-forwarded-for': `${one}, ${two}`,
        'x-real-ip': one,
        'cf-connecting-ip': one,
        'true-client-ip': one,
        forwarded: `for=${one}`,
      };
      return bare.ask(queryAddress(DASHBOARD.path, { phone }), { headers });
    };
    expect((await walk(ask, numbers(CALLS))).answered).toBe(20);
  });

  test('behind a trusted proxy the address is the one it saw, not what the caller wrote before it', async () => {
    const real = freshIp();
    const ask = (phone: string) => (WAYS["on a merchant's host"] as Ask)(phone, `${freshIp()}, ${real}`);
    expect((await walk(ask, numbers(200))).answered).toBe(20);
  });

  test('from one IPv6 /48, each time from another of its 65,536 networks: 200 are answered', async () => {
    const ask = (phone: string, index: number) =>
      (WAYS["by a merchant's slug"] as Ask)(phone, `2001:db8:48:${index.toString(16)}::1`);
    const { answered, refused } = await walk(ask, numbers(CALLS));
    expect(answered).toBe(PHONE_LOOKUP_PER_ADDRESS.limit * 10);
    expectToldToWait(refused);
  });

  test('from one IPv4 /24: 100 are answered', async () => {
    const ask = (phone: string, index: number) =>
      (WAYS['by signing up'] as Ask)(phone, `198.51.100.${index % 256}`);
    expect((await walk(ask, numbers(CALLS))).answered).toBe(PHONE_LOOKUP_PER_ADDRESS.limit * 5);
  });

  test('of one merchant, from as many IPv6 networks as IPv4 addresses: its customers are answered, sign-ups go on', async () => {
    const ips = [
      // The worst there is: no two share a wider network.
      ...Array.from(
        { length: CALLS_OF_MERCHANT / 10 },
        (_, index) => `2001:db8:${(index + 4_096).toString(16)}::1`,
      ),
      ...Array.from({ length: CALLS_OF_MERCHANT / 10 }, () => freshIp()),
    ];
    const ways = Object.entries(WAYS).filter(([way]) => way.startsWith('on a') || way.startsWith('by a'));
    const ask = (phone: string, index: number) =>
      (ways[index % ways.length] as [string, Ask])[1](phone, ips[index % ips.length] ?? '');
    const { answered, refused } = await walk(ask, numbers(CALLS_OF_MERCHANT));
    const { threshold, perAddress } = PHONE_LOOKUPS_OF_MERCHANT;
    expect(answered).toBeLessThanOrEqual(threshold.limit + perAddress.limit * ips.length);
    expect(answered).toBe(perAddress.limit * ips.length);
    expectToldToWait(refused);

    const own = () =>
      callProcedure(
        server,
        DASHBOARD,
        { phone: merchant.customer.phone },
        { host: merchant.host, ip: freshIp() },
      );
    expect((await own()).status).toBe(200);
    const signUp = await (WAYS['by signing up'] as Ask)(freshPhone(), freshIp());
    expect(JSON.parse(signUp.text).result.data.isNew).toBe(true);
    const elsewhere = await callProcedure(server, DASHBOARD, { phone: freshPhone() }, { host: other.host });
    expect(elsewhere.status).toBe(404);
  }, 120_000);

  test('from one address, by two that share the database and no Redis: 20 are answered in all, and 10 logins fail', async () => {
    const ip = freshIp();
    const look = (phone: string, index: number) =>
      callProcedure(index % 2 ? second : server, DASHBOARD, { phone, slug: merchant.slug }, { ip });
    expect((await walk(look, numbers(100))).answered).toBe(PHONE_LOOKUP_PER_ADDRESS.limit);
    const elsewhere = freshIp();
    const statuses: number[] = [];
    for (let turn = 0; turn < 14; turn += 1) {
      const { client } = turn % 2 ? second : server;
      const input = { email: merchant.ownerEmail, password: 'not the password' };
      statuses.push((await client.call('auth.login', input, { ip: elsewhere })).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(statuses.slice(10)).toEqual([429, 429, 429, 429]);
  });

  test('a former slug is the same merchant, not a fresh allowance', async () => {
    const former = merchant.slug;
    const renamed = `novo-${randomInt(1e9)}`;
    await fixture.owner.query('UPDATE merchants SET signup_link_slug = $2 WHERE id = $1', [
      merchant.merchantId,
      renamed,
    ]);
    const ask = (phone: string, index: number, ip = freshIp()) =>
      callProcedure(server, DASHBOARD, { phone, slug: index % 2 ? former : renamed }, { ip });
    expect((await walk(ask, numbers(600))).answered).toBe(600);
    const ip = freshIp();
    expect((await walk((phone, index) => ask(phone, index, ip), numbers(10))).answered).toBe(2);
    await fixture.owner.query('UPDATE merchants SET signup_link_slug = $2 WHERE id = $1', [
      merchant.merchantId,
      former,
    ]);
  });
});

/** '198.a.b.host' in a /24 of its own for each `network`. */
const address = (network: number, host: number) => `198.${18 + (network >> 8)}.${network & 255}.${host}`;

/**
 * Allowances that strangers share, the rules by which all others then go on, and a call that counts towards
 * them.
 */
const SHARED_RULES: [what: string, SharedRules, (ip: string) => Promise<RawAnswer>][] = [
  [
    'look-ups that name no merchant',
    PHONE_LOOKUPS_OF_PLATFORM,
    (ip) => callProcedure(server, DASHBOARD, { phone: freshPhone() }, { ip }),
  ],
  [
    'look-ups of one merchant',
    PHONE_LOOKUPS_OF_MERCHANT,
    (ip) => callProcedure(server, DASHBOARD, { phone: freshPhone() }, { ip, host: merchant.host }),
  ],
  ['sign-ups of one merchant', SIGNUPS_OF_MERCHANT, (ip) => (WAYS['by signing up'] as Ask)(freshPhone(), ip)],
];

describe.each(SHARED_RULES)('%s', (_what, rules, ask) => {
  /** A few strangers ask as often as each address may, until the count for all is full. */
  async function fill(): Promise<void> {
    // Outside the long run, most of them were answered by other processes.
    const asked = TEST_LONG ? rules.threshold.limit : 100;
    const ips = Array.from({ length: asked / 20 }, (_, index) => address(index, 1));
    const all = ips.flatMap((ip) => Array.from({ length: 20 }, () => ip));
    const { answered } = await walk((_phone, index) => ask(all[index] ?? ''), all);
    expect(answered).toBe(asked);
    await answerElsewhere(rules.threshold, rules.threshold.limit - asked);
  }

  test('cannot be used up by thirty addresses: all others go on with a smaller allowance', async () => {
    await fill();
    expect((await ask(address(0, 1))).status).toBe(429);
    for (const visitor of [freshIp(), '2001:db8:77::1']) {
      const { answered, refused } = await walk(() => ask(visitor), numbers(30));
      expect(answered, visitor).toBe(rules.perAddress.limit);
      expectToldToWait(refused);
    }
    await endWindows(fixture.owner, clock, TEN_MINUTES * 1_000);
    const visitor = freshIp();
    expect((await walk(() => ask(visitor), numbers(30))).answered).toBe(PHONE_LOOKUP_PER_ADDRESS.limit);
  });

  test('count a network as few addresses past the threshold, an IPv6 /48 with its 65,536 networks as ten', async () => {
    await fill();
    const inOne48 = (index: number) => `2001:db8:48:${(index * 256).toString(16)}::1`;
    const six = await walk((_phone, index) => ask(inOne48(index)), numbers(200));
    expect(six.answered).toBe(rules.perAddress.limit * 10);
    expect((await ask('2001:db8:49::1')).status).not.toBe(429);
    const four = await walk((_phone, index) => ask(`203.0.113.${index}`), numbers(100));
    expect(four.answered).toBe(rules.perAddress.limit * 5);
  });

  test('refused for some addresses, do not count for their neighbors', async () => {
    await fill();
    const loud = Array.from({ length: 60 }, (_, index) => `203.0.113.${index % 2}`);
    const { answered } = await walk((_phone, index) => ask(loud[index] ?? ''), loud);
    expect(answered).toBe(2 * rules.perAddress.limit);
    expect((await ask('203.0.113.200')).status).not.toBe(429);
  });
});

test('look-ups that name no merchant stop for all callers at 6,000', async () => {
  const look = (ip: string) => callProcedure(server, DASHBOARD, { phone: freshPhone() }, { ip });
  const { everybody } = PHONE_LOOKUPS_OF_PLATFORM;
  // Outside the long run, most of them were answered by other processes.
  const asked = TEST_LONG ? 4_000 : 900;
  const answeredElsewhere = TEST_LONG ? 0 : 5_000;
  const left = everybody.limit - asked - answeredElsewhere;
  const { answered } = await walk((_phone, index) => look(address(index % 1_024, 1)), numbers(asked));
  expect(answered).toBe(asked);
  await answerElsewhere(everybody, answeredElsewhere);
  const more = await walk(
    (_phone, index) => look(`2001:db8:${(index + 256).toString(16)}::1`),
    numbers(left + 500),
  );
  expect(more.answered).toBe(left);
  // A merchant's own pages are not concerned.
  const own = await callProcedure(
    server,
    DASHBOARD,
    { phone: merchant.customer.phone },
    { host: merchant.host },
  );
  expect(own.status).toBe(200);
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

describe('what a stranger learns', () => {
  test.each(['host', 'slug'] as const)(
    'a phone known at another merchant takes the same work as an unknown one: by %s',
    async (by) => {
      const where = by === 'host' ? { host: merchant.host } : {};
      const slug = by === 'slug' ? { slug: merchant.slug } : {};
      const ask = (phone: string) =>
        statementsOf(server.app, () => callProcedure(server, DASHBOARD, { phone, ...slug }, where));
      const work = await ask(other.customer.phone);
      expect(work.length).toBeGreaterThan(0);
      expect(work).toEqual(await ask(freshPhone()));
    },
  );

  test('signing up with a known phone tells no more than looking at its balance does', async () => {
    const known = await callProcedure(server, SIGN_UP, {
      slug: merchant.slug,
      name: 'Outra Pessoa',
      phone: merchant.customer.phone,
      email: 'outra@mail.example',
    });
    // A sign-up returns the customer's id only to a caller who has just become one.
    const sent = { phone: merchant.customer.phone, slug: merchant.slug };
    expect(JSON.parse(known.text).result.data).toEqual({ ...sent, isNew: false, customerId: null });
    const { status } = await callProcedure(server, DASHBOARD, {
      phone: merchant.customer.phone,
      slug: merchant.slug,
    });
    expect(status).toBe(200);
    // A phone that is another merchant's customer gets the same answer as an unknown one.
    const elsewhere = await callProcedure(server, SIGN_UP, {
      slug: merchant.slug,
      name: 'Eu',
      phone: other.nextCustomerPhone(),
    });
    expect(JSON.parse(elsewhere.text).result.data.isNew).toBe(true);
  });

  test('no answer holds a name, an e-mail or an address, for any caller anywhere', async () => {
    const { rows } = await fixture.owner.query<{ word: string | null }>(
      `SELECT unnest(ARRAY[name, email]) AS word FROM customers
       UNION SELECT unnest(ARRAY[name, email]) FROM employees
       UNION SELECT unnest(ARRAY[address, email]) FROM merchants`,
    );
    // The name under which the test itself signs up is a short word that every text holds.
    const words = rows.flatMap(({ word }) =>
      word && word.length > 6 && !word.startsWith('Cliente 1') ? [word] : [],
    );
    expect(words.length).toBeGreaterThan(20);
    const texts: string[] = [];
    for (const [, ask] of Object.entries(WAYS)) {
      texts.push((await ask(merchant.customer.phone, freshIp())).text);
      texts.push((await ask(freshPhone(), freshIp())).text);
    }
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
