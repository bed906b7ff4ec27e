import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  PHONE_LOOKUP_CROWDED,
  PHONE_LOOKUP_PER_ADDRESS,
  PHONE_LOOKUP_PER_ADDRESS_WHEN_CROWDED,
  PHONE_LOOKUP_PER_NETWORK_WHEN_CROWDED,
  PHONE_LOOKUP_PER_PLATFORM,
  PHONE_LOOKUP_PER_TENANT,
} from '../auth/limits.ts';
import type { RateLimit } from '../lib/rate-limit.ts';
import { useDatabaseScene } from './database-scene.ts';
import { freshIp } from './http-client.ts';
import { createMovableClock } from './money-app.ts';
import { OWN_PAGE, queryAddress, type RawAnswer } from './security-request.ts';
import { type SecurityServer, startSecurityServer } from './security-server.ts';
import { statementsOf } from './security-work.ts';
import { freshPhone } from './signed-in-merchant.ts';
import { callProcedure } from './tenant-caller.ts';
import { createShop, type Shop } from './tenant-world.ts';

const scene = useDatabaseScene();
const clock = createMovableClock(new Date());
let server: SecurityServer;
/** The same database behind no proxy that is trusted. */
let bare: SecurityServer;
let shop: Shop;
let other: Shop;

beforeAll(async () => {
  server = await startSecurityServer(scene.database.appUrl, { clock });
  bare = await startSecurityServer(scene.database.appUrl, { clock, env: { TRUST_PROXY: '' } });
  shop = await createShop(server.app, scene.owner);
  other = await createShop(server.app, scene.owner);
});

// Every test finds every window over.
beforeEach(() => clock.advance(3_600_000));

afterAll(async () => {
  await server?.close();
  await bare?.close();
});

const TEN_MINUTES = 600;
const AREA_CODE = 1e8;
const DASHBOARD = { path: 'customers.dashboard', type: 'query' } as const;
const SIGN_UP = { path: 'customers.signUp', type: 'mutation' } as const;

type Ask = (phone: string, ip: string) => Promise<RawAnswer>;

/** How a stranger may ask whether a phone is known. */
const WAYS: Record<string, Ask> = {
  'on the platform': (phone, ip) => callProcedure(server, DASHBOARD, { phone }, { ip }),
  "by a shop's slug": (phone, ip) => callProcedure(server, DASHBOARD, { phone, slug: shop.slug }, { ip }),
  "on a shop's host": (phone, ip) => callProcedure(server, DASHBOARD, { phone }, { ip, host: shop.host }),
  "on a shop's domain": (phone, ip) =>
    callProcedure(server, DASHBOARD, { phone }, { ip, host: shop.customDomain }),
  'by signing up': (phone, ip) =>
    callProcedure(server, SIGN_UP, { slug: shop.slug, name: 'Eu', phone }, { ip }),
  'by signing up on a shop’s host': (phone, ip) =>
    callProcedure(server, SIGN_UP, { slug: shop.slug, name: 'Eu', phone }, { ip, host: shop.host }),
};

/** '(11) 9xxxx-xxxx' one after the other, the shop's own customer among the first. */
function numbers(count: number): string[] {
  const from = randomInt(1e7, 8e7);
  const walked = Array.from({ length: count }, (_, index) => `119${from + index}`);
  return [shop.customer.phone, ...walked].slice(0, count);
}

/** Asks each of `phones` in turn, a few at once, and counts the answers by their status. */
async function walk(ask: (phone: string, index: number) => Promise<RawAnswer>, phones: string[]) {
  let answered = 0;
  const refused: RawAnswer[] = [];
  for (let from = 0; from < phones.length; from += 50) {
    const some = phones.slice(from, from + 50).map((phone, index) => ask(phone, from + index));
    for (const answer of await Promise.all(some)) {
      if (answer.status === 429) refused.push(answer);
      else answered += 1;
    }
  }
  return { answered, refused };
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

describe('10,000 phones walked', () => {
  test('from one address, by every way there is in turns: 20 are answered in all', async () => {
    const ip = freshIp();
    const ways = Object.values(WAYS);
    const ask = (phone: string, index: number) => (ways[index % ways.length] as Ask)(phone, ip);
    const { answered, refused } = await walk(ask, numbers(10_000));
    expect(answered).toBe(20);
    expect(refused).toHaveLength(9_980);
    expectToldToWait(refused);
  }, 60_000);

  test.each(Object.entries(WAYS))('from one address %s: 20 are answered', async (_way, ask) => {
    const ip = freshIp();
    expect((await walk((phone) => ask(phone, ip), numbers(100))).answered).toBe(20);
    expect((await ask(freshPhone(), freshIp())).status).not.toBe(429);
  });

  test('from one IPv6 /64 whose low bits change with each call: 20 are answered', async () => {
    const network = `2001:db8:${randomInt(1, 65_535).toString(16)}:7`;
    const low = () => Array.from({ length: 4 }, () => randomInt(65_536).toString(16)).join(':');
    const ask = (phone: string) => (WAYS['on the platform'] as Ask)(phone, `${network}:${low()}`);
    const { answered, refused } = await walk(ask, numbers(10_000));
    expect(answered).toBe(20);
    expectToldToWait(refused);
  }, 60_000);

  test('with another X-Forwarded-For each time and no trusted proxy before us: 20 are answered', async () => {
    const ask = (phone: string) => {
      const [one, two] = [freshIp(), freshIp()];
      const headers = {
        host: shop.host,
        'x-forwarded-for': `${one}, ${two}`,
        'x-real-ip': one,
        'cf-connecting-ip': one,
        'true-client-ip': one,
        forwarded: `for=${one}`,
      };
      return bare.ask(queryAddress(DASHBOARD.path, { phone }), { headers });
    };
    expect((await walk(ask, numbers(10_000))).answered).toBe(20);
  }, 60_000);

  test('behind a trusted proxy the address is the one it saw, not what the caller wrote before it', async () => {
    const real = freshIp();
    const ask = (phone: string) => (WAYS["on a shop's host"] as Ask)(phone, `${freshIp()}, ${real}`);
    expect((await walk(ask, numbers(200))).answered).toBe(20);
  });

  test('from as many addresses, at one shop, by its host, its domain, its slug and its form: 600 are answered', async () => {
    const ways = Object.entries(WAYS).filter(([way]) => way !== 'on the platform');
    const ask = (phone: string, index: number) =>
      (ways[index % ways.length] as [string, Ask])[1](phone, freshIp());
    const { answered, refused } = await walk(ask, numbers(3_000));
    expect(answered).toBe(600);
    expectToldToWait(refused);
    const elsewhere = await callProcedure(server, DASHBOARD, { phone: freshPhone() }, { host: other.host });
    expect(elsewhere.status).toBe(404);
  }, 60_000);

  test('a former slug is the same shop, not a fresh allowance', async () => {
    const former = shop.slug;
    const renamed = `novo-${randomInt(1e9)}`;
    await scene.owner.query('UPDATE merchants SET signup_link_slug = $2 WHERE id = $1', [
      shop.merchantId,
      renamed,
    ]);
    const ask = (phone: string, index: number) =>
      callProcedure(server, DASHBOARD, { phone, slug: index % 2 ? former : renamed });
    expect((await walk(ask, numbers(700))).answered).toBe(600);
    await scene.owner.query('UPDATE merchants SET signup_link_slug = $2 WHERE id = $1', [
      shop.merchantId,
      former,
    ]);
  }, 30_000);
});

describe('look-ups that name no shop', () => {
  /** '10.a.b.1' in a /24 of its own for each `network`. */
  const address = (network: number, host: number) => `198.${18 + (network >> 8)}.${network & 255}.${host}`;
  const ask = (ip: string) => callProcedure(server, DASHBOARD, { phone: freshPhone() }, { ip });

  /** Thirty strangers ask as often as each address may, which is what the count for all holds. */
  async function crowd(): Promise<void> {
    const ips = Array.from({ length: 30 }, (_, index) => address(index, 1));
    const all = ips.flatMap((ip) => Array.from({ length: 20 }, () => ip));
    const { answered } = await walk((_phone, index) => ask(all[index] ?? ''), all);
    expect(answered).toBe(PHONE_LOOKUP_CROWDED.limit);
  }

  test('cannot be used up by thirty addresses: everybody else goes on with a smaller allowance', async () => {
    await crowd();
    expect((await ask(address(0, 1))).status).toBe(429);
    // A newcomer in a stranger's own network too.
    for (const visitor of [freshIp(), address(0, 77), '2001:db8:77::1']) {
      const { answered, refused } = await walk(() => ask(visitor), numbers(30));
      expect(answered, visitor).toBe(PHONE_LOOKUP_PER_ADDRESS_WHEN_CROWDED.limit);
      expectToldToWait(refused);
    }
    clock.advance(TEN_MINUTES * 1_000);
    const visitor = freshIp();
    expect((await walk(() => ask(visitor), numbers(30))).answered).toBe(PHONE_LOOKUP_PER_ADDRESS.limit);
  }, 30_000);

  test('count an IPv6 /48, in which somebody has 65,536 networks, as one when there is a crowd', async () => {
    await crowd();
    const inOne = (index: number) => `2001:db8:48:${index.toString(16)}::1`;
    const { answered } = await walk((_phone, index) => ask(inOne(index)), numbers(300));
    expect(answered).toBe(PHONE_LOOKUP_PER_NETWORK_WHEN_CROWDED.limit);
    expect((await ask('2001:db8:49::1')).status).toBe(404);
  }, 30_000);

  test('refused for some addresses, do not count for their neighbours', async () => {
    await crowd();
    const inNetwork = (host: number) => `203.0.113.${host}`;
    const loud = Array.from({ length: 180 }, (_, index) => inNetwork(index % 9));
    const { answered } = await walk((_phone, index) => ask(loud[index] ?? ''), loud);
    expect(answered).toBe(9 * PHONE_LOOKUP_PER_ADDRESS_WHEN_CROWDED.limit);
    for (let host = 100; host < 150; host += 1) expect((await ask(inNetwork(host))).status).toBe(404);
  }, 30_000);

  test('stop for everybody at 6,000', async () => {
    const many = (index: number) => address(index % 1_024, Math.floor(index / 1_024) + 1);
    const { answered } = await walk((_phone, index) => ask(many(index)), numbers(6_500));
    expect(answered).toBe(6_000);
    // A shop's own pages are not concerned.
    const own = await callProcedure(server, DASHBOARD, { phone: shop.customer.phone }, { host: shop.host });
    expect(own.status).toBe(200);
  }, 60_000);
});

test('the figures keep an area code out of reach', () => {
  const years = (limit: RateLimit) => ((AREA_CODE / limit.limit) * limit.windowSeconds) / (365.25 * 86_400);
  expect(years(PHONE_LOOKUP_PER_ADDRESS)).toBeGreaterThanOrEqual(95);
  expect(years(PHONE_LOOKUP_PER_ADDRESS_WHEN_CROWDED)).toBeGreaterThanOrEqual(380);
  expect(years(PHONE_LOOKUP_PER_TENANT)).toBeGreaterThan(3);
  expect(years(PHONE_LOOKUP_PER_PLATFORM) * 365.25).toBeGreaterThan(115);
  // Whoever means to lock the others out needs so many addresses, in so many networks.
  const spare = PHONE_LOOKUP_PER_PLATFORM.limit - PHONE_LOOKUP_CROWDED.limit;
  expect(spare / PHONE_LOOKUP_PER_ADDRESS_WHEN_CROWDED.limit).toBeGreaterThan(1_000);
  expect(spare / PHONE_LOOKUP_PER_NETWORK_WHEN_CROWDED.limit).toBeGreaterThan(50);
});

describe('what a stranger learns', () => {
  test.each(['host', 'slug'] as const)(
    'a phone known at another shop takes the very work that one takes that is nobody’s: by %s',
    async (by) => {
      const where = by === 'host' ? { host: shop.host } : {};
      const slug = by === 'slug' ? { slug: shop.slug } : {};
      const ask = (phone: string) =>
        statementsOf(server.app, () => callProcedure(server, DASHBOARD, { phone, ...slug }, where));
      const work = await ask(other.customer.phone);
      expect(work.length).toBeGreaterThan(0);
      expect(work).toEqual(await ask(freshPhone()));
    },
  );

  test('signing up with a known phone tells no more than looking at its balance does', async () => {
    const known = await callProcedure(server, SIGN_UP, {
      slug: shop.slug,
      name: 'Outra Pessoa',
      phone: shop.customer.phone,
      email: 'outra@mail.example',
    });
    // The id of a customer is told to whoever has just become one.
    const sent = { phone: shop.customer.phone, slug: shop.slug };
    expect(JSON.parse(known.text).result.data).toEqual({ ...sent, isNew: false, customerId: null });
    const { status } = await callProcedure(server, DASHBOARD, {
      phone: shop.customer.phone,
      slug: shop.slug,
    });
    expect(status).toBe(200);
    // And of a phone that is another shop's customer it says what it says of nobody's.
    const elsewhere = await callProcedure(server, SIGN_UP, {
      slug: shop.slug,
      name: 'Eu',
      phone: other.nextCustomerPhone(),
    });
    expect(JSON.parse(elsewhere.text).result.data.isNew).toBe(true);
  });

  test('no answer holds a name, an e-mail or an address, whoever asks and wherever', async () => {
    const { rows } = await scene.owner.query<{ word: string | null }>(
      `SELECT unnest(ARRAY[name, email]) AS word FROM customers
       UNION SELECT unnest(ARRAY[name, email]) FROM employees
       UNION SELECT unnest(ARRAY[address, email]) FROM merchants`,
    );
    // What the test itself signs up as is a short word that stands in every text.
    const words = rows.flatMap(({ word }) =>
      word && word.length > 6 && !word.startsWith('Cliente 1') ? [word] : [],
    );
    expect(words.length).toBeGreaterThan(20);
    const texts: string[] = [];
    for (const [, ask] of Object.entries(WAYS)) {
      texts.push((await ask(shop.customer.phone, freshIp())).text);
      texts.push((await ask(freshPhone(), freshIp())).text);
    }
    for (const host of ['localhost', shop.host, shop.customDomain]) {
      for (const path of [
        `/customer/dashboard/${shop.customer.phone}`,
        `/customer/dashboard/${shop.customer.phone}?loja=${shop.slug}`,
        `/customer/cashback/${shop.sale.token}`,
        `/customer/redemption/${shop.redemption.token}`,
        `/signup/${shop.slug}`,
      ])
        texts.push((await server.ask(path, { headers: { host, accept: 'text/html' } })).text);
      for (const [path, token] of [
        ['cashback.confirm', shop.sale.token],
        ['redemptions.confirm', shop.redemption.token],
      ] as const) {
        const body = JSON.stringify({ token });
        const headers = { ...OWN_PAGE, host, 'x-forwarded-for': freshIp() };
        texts.push((await server.ask(`/trpc/${path}`, { method: 'POST', body, headers })).text);
      }
    }
    for (const text of texts) expect(words.filter((word) => text.includes(word))).toEqual([]);
  });
});
