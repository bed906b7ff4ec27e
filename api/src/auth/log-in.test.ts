import { verify } from '@node-rs/argon2';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { type Answer, freshIp } from 'testing/http-client';
import { TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { perAddress } from '../lib/rate-limit.ts';
import { LOGIN_PER_ACCOUNT_AND_NETWORK, LOGIN_PER_ADDRESS } from '../limits/call-limits.ts';
import { endWindows } from '../test/end-windows.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMovableClock } from '../test/money-app.ts';
import { statementsOf } from '../test/security/statements-of.ts';
import { createMerchant, type Merchant } from '../test/tenant-fixture.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

const clock = createMovableClock(new Date());
let database: TestDatabase;
let owner: pg.Pool;
let server: InProcessServer;
let untrusting: InProcessServer;
let merchant: Merchant;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  server = await startInProcessServer(database.appUrl, { clock });
  untrusting = await startInProcessServer(database.appUrl, { clock, env: { TRUST_PROXY: '' } });
  merchant = await createMerchant(server.app, owner);
});

// Every test starts with unused limits.
beforeEach(() => endWindows(owner, clock));

afterAll(async () => {
  await server?.close();
  await untrusting?.close();
  await owner?.end();
  await database?.drop();
});

let strangers = 0;
const strangersEmail = () => `ninguem-${++strangers}@loja.example`;

async function logIn(email: string, password: string, ip = freshIp(), to = server): Promise<Answer> {
  return await to.client.call('auth.login', { email, password }, { ip });
}

describe('the answer to a failed login', () => {
  /** Every kind of caller that cannot log in. */
  const failing: [who: string, email: () => string][] = [
    ['an unknown e-mail', strangersEmail],
    ['a known e-mail with a wrong password', () => merchant.ownerEmail],
    ['a deactivated employee', () => merchant.canaries.find((word) => word.startsWith('pessoa')) ?? ''],
    ['an employee who was invited and has no password yet', () => 'convidada@loja.example'],
  ];

  beforeAll(async () => {
    await owner.query(
      `INSERT INTO employees (merchant_id, id, name, email, role)
       VALUES ($1, gen_random_uuid(), 'Convidada', 'convidada@loja.example', 'operator')`,
      [merchant.merchantId],
    );
  });

  test.each(failing)('%s: the same status, message and work as for all others', async (_who, email) => {
    vi.mocked(verify).mockClear();
    const answer = await logIn(email(), 'not the password');
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      error: {
        message: 'Credenciais inválidas',
        code: -32_001,
        data: { code: 'UNAUTHORIZED', httpStatus: 401, refusal: 'invalid_credentials', fields: null },
      },
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(vi.mocked(verify)).toHaveBeenCalledTimes(1);
    expect(vi.mocked(verify).mock.calls[0]?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('the right password of a deactivated employee, or of the decoy, opens nothing', async () => {
    const { rows } = await owner.query(
      'SELECT email FROM employees WHERE merchant_id = $1 AND NOT is_active',
      [merchant.merchantId],
    );
    expect((await logIn(rows[0].email, TEST_PASSWORD)).status).toBe(401);
    expect((await logIn(strangersEmail(), 'no account has this password')).status).toBe(401);
    expect((await logIn('convidada@loja.example', 'no account has this password')).status).toBe(401);
  });

  test('known and unknown e-mails cost the same: the same statements and one check of equal cost', async () => {
    const costOf = async (email: string) => {
      vi.mocked(verify).mockClear();
      const statements = await statementsOf(server.app, () => logIn(email, 'not the password'));
      const checks = vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split('$').slice(1, 4));
      return { statements, checks };
    };
    const [known, unknown] = [await costOf(merchant.ownerEmail), await costOf(strangersEmail())];
    expect(known.checks).toEqual([['argon2id', 'v=19', 'm=19456,t=2,p=1']]);
    expect(known.statements).toContain('login_by_email');
    expect(unknown).toEqual(known);
  });
});

describe('the limit per account and network', () => {
  const { limit, windowSeconds } = LOGIN_PER_ACCOUNT_AND_NETWORK;

  test('holds for known and unknown e-mails alike, and not for other networks', async () => {
    for (const email of [merchant.ownerEmail, strangersEmail()]) {
      const ip = freshIp();
      for (let tries = 0; tries < limit; tries += 1)
        expect((await logIn(email, 'not the password', ip)).status).toBe(401);
      const refused = await logIn(email, TEST_PASSWORD, ip);
      expect([refused.status, refused.error?.data.refusal]).toEqual([429, 'too_many_logins']);
      const wait = Number(refused.headers['retry-after']);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(windowSeconds);
    }
    expect((await logIn(merchant.ownerEmail, TEST_PASSWORD)).status).toBe(200);
  });

  test('counts one account in all spellings of its e-mail', async () => {
    const ip = freshIp();
    const spellings = [merchant.ownerEmail, merchant.ownerEmail.toUpperCase(), ` ${merchant.ownerEmail} `];
    for (let tries = 0; tries < limit; tries += 1)
      await logIn(spellings[tries % 3] ?? '', 'not the password', ip);
    expect((await logIn(merchant.ownerEmail, TEST_PASSWORD, ip)).status).toBe(429);
  });

  test('counts failures, not logins', async () => {
    const ip = freshIp();
    for (let turn = 0; turn < limit * 2; turn += 1)
      expect((await logIn(merchant.ownerEmail, TEST_PASSWORD, ip)).status).toBe(200);
    for (let tries = 0; tries < limit; tries += 1)
      expect((await logIn(merchant.ownerEmail, 'not the password', ip)).status).toBe(401);
    expect((await logIn(merchant.ownerEmail, TEST_PASSWORD, ip)).status).toBe(429);
  });

  test('lets no more guesses through when they come at once', async () => {
    const ip = freshIp();
    const guesses = Array.from({ length: 25 }, () => logIn(merchant.ownerEmail, 'not the password', ip));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(limit);
    expect(statuses).toContain(429);
  });

  test('ends with its window, even if attempts went on: no lockout is permanent', async () => {
    const ip = freshIp();
    for (let tries = 0; tries < limit * 2; tries += 1)
      await logIn(merchant.ownerEmail, 'not the password', ip);
    expect((await logIn(merchant.ownerEmail, TEST_PASSWORD, ip)).status).toBe(429);
    await endWindows(owner, clock, windowSeconds * 1_000);
    expect((await logIn(merchant.ownerEmail, TEST_PASSWORD, ip)).status).toBe(200);
  });
});

describe('the limit per address', () => {
  /**
   * Tries until refused, each time with another e-mail. Few attempts hash a password: `countAs` counts the
   * others.
   */
  async function triesUntilRefused(
    ipOf: (index: number) => string,
    to: InProcessServer,
    { limit = LOGIN_PER_ADDRESS.limit, countAs = ipOf } = {},
  ): Promise<number> {
    const counted = limit - 5;
    for (let tries = 0; tries < counted; tries += 1)
      expect(
        await to.app.limiter.hitAll(perAddress(LOGIN_PER_ADDRESS, countAs(tries))),
        countAs(tries),
      ).toBeUndefined();
    for (let tries = counted; tries < limit + 20; tries += 1) {
      const answer = await logIn(strangersEmail(), 'not the password', ipOf(tries), to);
      if (answer.status === 429) return tries;
      expect(answer.status).toBe(401);
    }
    return Number.POSITIVE_INFINITY;
  }

  test('holds for one address across all accounts', async () => {
    const ip = freshIp();
    expect(await triesUntilRefused(() => ip, server)).toBe(LOGIN_PER_ADDRESS.limit);
    expect((await logIn(merchant.ownerEmail, TEST_PASSWORD, ip)).status).toBe(429);
    expect((await logIn(merchant.ownerEmail, TEST_PASSWORD, freshIp())).status).toBe(200);
  });

  test('is not escaped by rotating X-Forwarded-For without a trusted proxy', async () => {
    expect(await triesUntilRefused(freshIp, untrusting, { countAs: () => '127.0.0.1' })).toBe(
      LOGIN_PER_ADDRESS.limit,
    );
  });

  test('is not escaped by entries that a client writes before the proxy’s own', async () => {
    const real = freshIp();
    const written = () => `${freshIp()}, ${real}`;
    expect(await triesUntilRefused(written, server, { countAs: () => real })).toBe(LOGIN_PER_ADDRESS.limit);
  });

  test('is not escaped by cycling through the addresses of one IPv6 network', async () => {
    const ipOf = (index: number) => `2001:db8:1:2:${index.toString(16)}:0:0:${(index * 7).toString(16)}`;
    expect(await triesUntilRefused(ipOf, server)).toBe(LOGIN_PER_ADDRESS.limit);
    expect((await logIn(merchant.ownerEmail, TEST_PASSWORD, '2001:db8:1:3::1')).status).toBe(200);
  });

  test.each([
    ['an IPv6 /48', (index: number) => `2001:db8:7:${(index * 256).toString(16)}::1`, 6],
    ['an IPv6 /56', (index: number) => `2001:db8:8:${index.toString(16)}::1`, 3],
    ['an IPv4 /24', (index: number) => `198.51.100.${index}`, 3],
  ])('is not escaped by cycling through the networks of %s', async (_network, ipOf, times) => {
    const limit = LOGIN_PER_ADDRESS.limit * times;
    expect(await triesUntilRefused(ipOf, server, { limit })).toBe(limit);
  });
});
