import { randomInt } from 'node:crypto';
import { type DatabaseFixture, useDatabaseFixture } from 'testing/database-fixture';
import { freshIp } from 'testing/http-client';
import { queryAddress, type RawAnswer } from 'testing/raw-client';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import {
  PHONE_LOOKUP_PER_ADDRESS,
  PHONE_LOOKUPS_OF_MERCHANT,
  PHONE_LOOKUPS_OF_PLATFORM,
  type SharedRules,
  SIGNUPS_OF_MERCHANT,
} from '../../limits/call-limits.ts';
import { endWindows } from '../end-windows.ts';
import { type InProcessServer, startInProcessServer } from '../in-process-server.ts';
import { createMovableClock, type MovableClock } from '../money-app.ts';
import { callProcedure } from '../tenant-caller.ts';
import { createMerchant, type Merchant } from '../tenant-fixture.ts';

/** Strangers who walk through phone numbers, and the ways and addresses from which they do. */
export interface PhoneWalks extends DatabaseFixture {
  clock: MovableClock;
  server: InProcessServer;
  /** The same database behind no proxy that is trusted. */
  bare: InProcessServer;
  /** Another one that knows of the first only through the database. */
  second: InProcessServer;
  merchant: Merchant;
  other: Merchant;
}

/** Call it at the top of a test file; its fields exist once a test runs. Each finds every window over. */
export function usePhoneWalks(): PhoneWalks {
  const clock = createMovableClock(new Date());
  const walks = Object.assign(useDatabaseFixture(), { clock }) as PhoneWalks;
  beforeAll(async () => {
    const { appUrl } = walks.database;
    walks.server = await startInProcessServer(appUrl, { clock });
    walks.bare = await startInProcessServer(appUrl, { clock, env: { TRUST_PROXY: '' } });
    walks.second = await startInProcessServer(appUrl, { clock });
    walks.merchant = await createMerchant(walks.server.app, walks.owner);
    walks.other = await createMerchant(walks.server.app, walks.owner);
  });
  beforeEach(() => endWindows(walks.owner, clock));
  afterAll(async () => {
    for (const server of [walks.server, walks.bare, walks.second]) await server?.close();
  });
  return walks;
}

export const DASHBOARD = { path: 'customers.dashboard', type: 'query' } as const;
export const SIGN_UP = { path: 'customers.signUp', type: 'mutation' } as const;

type Ask = (phone: string, index: number) => Promise<RawAnswer>;
type Way = (walks: PhoneWalks, phone: string, ip: string) => Promise<RawAnswer>;

/** Ways in which a stranger may ask if a phone is known. */
export const WAYS = {
  'on the platform': ({ server }, phone, ip) => callProcedure(server, DASHBOARD, { phone }, { ip }),
  'on the platform, with what is no phone': ({ server }, _phone, ip) =>
    callProcedure(server, DASHBOARD, { phone: 'abc' }, { ip }),
  "by a slug that is no merchant's": ({ server }, phone, ip) =>
    callProcedure(server, DASHBOARD, { phone, slug: 'ninguem' }, { ip }),
  "by a merchant's slug": ({ server, merchant }, phone, ip) =>
    callProcedure(server, DASHBOARD, { phone, slug: merchant.slug }, { ip }),
  "on a merchant's host": ({ server, merchant }, phone, ip) =>
    callProcedure(server, DASHBOARD, { phone }, { ip, host: merchant.host }),
  "on a merchant's domain": ({ server, merchant }, phone, ip) =>
    callProcedure(server, DASHBOARD, { phone }, { ip, host: merchant.customDomain }),
  'by signing up': ({ server, merchant }, phone, ip) =>
    callProcedure(server, SIGN_UP, { slug: merchant.slug, name: 'Eu', phone }, { ip }),
  "by signing up on a merchant's host": ({ server, merchant }, phone, ip) =>
    callProcedure(server, SIGN_UP, { slug: merchant.slug, name: 'Eu', phone }, { ip, host: merchant.host }),
} satisfies Record<string, Way>;

const { limit } = PHONE_LOOKUP_PER_ADDRESS;

/** One caller each, who comes from wherever it can: how many look-ups it is answered in ten minutes. */
export const CALLERS: [who: string, answered: number, start: (walks: PhoneWalks) => Ask][] = [
  [
    'one address, by every way there is in turns',
    limit,
    (walks) => {
      const [ip, ways] = [freshIp(), Object.values<Way>(WAYS)];
      return (phone, index) => (ways[index % ways.length] as Way)(walks, phone, ip);
    },
  ],
  [
    'one address, in turns at two servers that share the database and no Redis',
    limit,
    ({ server, second }) => {
      const ip = freshIp();
      return (phone, index) => callProcedure(index % 2 ? second : server, DASHBOARD, { phone }, { ip });
    },
  ],
  [
    'one IPv6 /64 whose low bits change with each call',
    limit,
    (walks) => {
      const network = `2001:db8:${randomInt(1, 65_535).toString(16)}:7`;
      const low = () => Array.from({ length: 4 }, () => randomInt(65_536).toString(16)).join(':');
      return (phone) => WAYS['on the platform'](walks, phone, `${network}:${low()}`);
    },
  ],
  [
    'another X-Forwarded-For each time and no trusted proxy before us',
    limit,
    ({ bare, merchant }) => {
      return (phone) => {
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
    },
  ],
  [
    'the address that a trusted proxy saw, whatever the caller wrote before it',
    limit,
    (walks) => {
      const real = freshIp();
      return (phone) => WAYS["on a merchant's host"](walks, phone, `${freshIp()}, ${real}`);
    },
  ],
  [
    'one IPv6 /48, each time from another of its 65,536 networks',
    limit * 10,
    (walks) => (phone, index) => WAYS["by a merchant's slug"](walks, phone, inOne48(index)),
  ],
  [
    'one IPv4 /24',
    limit * 5,
    (walks) => (phone, index) => WAYS['by signing up'](walks, phone, `198.51.100.${index % 256}`),
  ],
];

/** In another /56 of one IPv6 /48 for each of 256 indexes, in another /64 for each of 65,536. */
export const inOne48 = (index: number) =>
  `2001:db8:48:${((index % 256) * 256 + Math.floor(index / 256)).toString(16)}::1`;

/** '198.a.b.host' in a /24 of its own for each `network`. */
export const address = (network: number, host: number) =>
  `198.${18 + (network >> 8)}.${network & 255}.${host}`;

/**
 * Allowances that strangers share, the rules by which all others then go on, and a call that counts towards
 * them.
 */
export const SHARED_RULES: [
  what: string,
  rules: SharedRules,
  ask: (walks: PhoneWalks, ip: string) => Promise<RawAnswer>,
][] = [
  [
    'look-ups that name no merchant',
    PHONE_LOOKUPS_OF_PLATFORM,
    (walks, ip) => WAYS['on the platform'](walks, freshPhone(), ip),
  ],
  [
    'look-ups of one merchant',
    PHONE_LOOKUPS_OF_MERCHANT,
    (walks, ip) => WAYS["on a merchant's host"](walks, freshPhone(), ip),
  ],
  [
    'sign-ups of one merchant',
    SIGNUPS_OF_MERCHANT,
    (walks, ip) => WAYS['by signing up'](walks, freshPhone(), ip),
  ],
];

/** As many as there are database connections: one that waits for a connection may be refused uncounted. */
const AT_ONCE = 10;
const TEN_MINUTES = 600;

/**
 * Asks `count` phones one after the other, '(11) 9xxxx-xxxx', the first of a customer, a few at once, and
 * counts the answers: refused by a limit or not.
 */
export async function walk(
  { merchant }: PhoneWalks,
  ask: Ask,
  count: number,
): Promise<{ answered: number; refused: RawAnswer[] }> {
  const from = randomInt(1e7, 8e7);
  const walked = Array.from({ length: count }, (_, index) => `119${from + index}`);
  const left = [merchant.customer.phone, ...walked].slice(0, count).entries();
  let answered = 0;
  const refused: RawAnswer[] = [];
  const failed: string[] = [];
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
  for (const { headers, text } of refused) {
    expect(text).toContain('"message":"Muitas tentativas. Aguarde alguns minutos e tente novamente."');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(TEN_MINUTES);
    expect(text).toBe(refused[0]?.text);
  }
  return { answered, refused };
}

const EACH = Object.keys(WAYS).length;

/**
 * Expects that all of a caller's calls count towards the rule, whose last one is answered: most of them are
 * counted as if other processes had answered them.
 */
export async function expectLimit(
  walks: PhoneWalks,
  rule: { name: string },
  limit: number,
  ask: Ask,
): Promise<void> {
  expect((await walk(walks, ask, EACH)).answered).toBe(EACH);
  await answerElsewhere(walks, rule, limit - EACH - 1);
  expect((await walk(walks, (phone, index) => ask(phone, index + EACH), EACH)).answered).toBe(1);
}

/** Counts calls as other processes would have, for all who called here. */
export async function answerElsewhere(
  { owner }: Pick<PhoneWalks, 'owner'>,
  { name }: { name: string },
  calls: number,
): Promise<void> {
  await owner.query('UPDATE operations.call_counts SET count = count + $2 WHERE key LIKE $1', [
    `limit:${name}:%`,
    calls,
  ]);
}
