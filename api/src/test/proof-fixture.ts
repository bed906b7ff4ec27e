import { createClient } from 'redis';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type Answer, freshIp } from 'testing/http-client';
import { type MailServer, startMailServer } from 'testing/mail-server';
import { type RedisServer, startRedisServer } from 'testing/redis-server';
import { freshPhone, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import type { StaffSession } from '../staff-session.ts';
import { type Jobs, startJobs } from '../start-jobs.ts';
import { createTenancy } from '../tenant.ts';
import { endWindows } from './end-windows.ts';
import { type InProcessServer, startInProcessServer } from './in-process-server.ts';
import { type Counter, createCounter, createMovableClock, insertMerchant, setRules } from './money-app.ts';

export const clock = createMovableClock(new Date());

/** A browser with its cookies, at an address of its own. */
export interface Browser {
  ip: string;
  cookies: Map<string, string>;
  call(path: string, input: unknown): Promise<Answer>;
  query(path: string, input: unknown): Promise<Answer>;
}

/** A server that mails, and a fresh merchant and customer for each test. `withRedis`: limits are in Redis. */
export function useProofFixture({ withRedis = false } = {}) {
  const database = useDatabaseFixture();
  const fixture = {} as {
    server: InProcessServer;
    mails: MailServer;
    staff: StaffSession;
    slug: string;
    counter: Counter;
    phone: string;
    database: typeof database;
    owner: (typeof database)['owner'];
    /** Another browser each time. */
    browser(): Browser;
    /** What a proof names: the test's own customer, or another phone. */
    who(phone?: string): { phone: string; slug: string };
    dashboard(browser: Browser, phone?: string): Promise<Answer>;
    /** A purchase that the browser confirms. */
    buy(browser: Browser, phone?: string, amountCents?: number): Promise<Answer>;
    confirmRedemption(browser: Browser, redemption: { link: string }): Promise<Answer>;
    setEmail(email: string, isProof: boolean, phone?: string): Promise<void>;
    /** The code in the next mail. */
    codeIn(mailCount: number): Promise<string>;
    /** The limits' windows are over after so long; `only`: those of rules whose names begin so. */
    endWindows(milliseconds: number, only?: string): Promise<void>;
    /** The id of the test's own customer. */
    customerId(phone?: string): Promise<string>;
  };
  let jobs: Jobs | undefined;
  let redis: RedisServer | undefined;

  beforeAll(async () => {
    fixture.mails = await startMailServer();
    if (withRedis) redis = await startRedisServer(process.env.REDIS_SERVER_PATH);
    const env = {
      SMTP_URL: fixture.mails.url,
      MAIL_FROM: 'Cashback <avisos@cashback.example>',
      ...(redis && { REDIS_URL: redis.url }),
    };
    fixture.server = await startInProcessServer(database.database.appUrl, { clock, env });
    jobs = startJobs(fixture.server.app, (pool) => createTenancy(pool, { clock }), { pollMs: 50 });
    fixture.owner = database.owner;
  });
  beforeEach(async () => {
    await fixture.endWindows(25 * 3_600_000);
    fixture.mails.messages.length = 0;
    fixture.staff = await insertMerchant(database.owner);
    fixture.slug = fixture.staff.client.merchant.signupLinkSlug;
    fixture.counter = createCounter(fixture.server.app, fixture.staff);
    fixture.phone = freshPhone();
  });
  afterAll(async () => {
    await jobs?.stop();
    await fixture.server?.close();
    await fixture.mails?.close();
    await redis?.stop();
  });

  fixture.database = database;
  fixture.browser = () => {
    const browser: Browser = {
      ip: freshIp(),
      cookies: new Map(),
      async call(path, input) {
        return keep(await fixture.server.client.call(path, input, { ip: browser.ip, cookie: cookieOf() }));
      },
      async query(path, input) {
        return keep(await fixture.server.client.query(path, input, { ip: browser.ip, cookie: cookieOf() }));
      },
    };
    const cookieOf = () => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    function keep(answer: Answer): Answer {
      for (const set of answer.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (/Max-Age=0/.test(set)) browser.cookies.delete(name);
        else browser.cookies.set(name, value);
      }
      return answer;
    }
    return browser;
  };
  fixture.who = (phone = fixture.phone) => ({ phone, slug: fixture.slug });
  fixture.dashboard = (browser, phone) => browser.query('customers.dashboard', fixture.who(phone));
  fixture.buy = async (browser, phone = fixture.phone, amountCents = 10_000) => {
    const { link } = await fixture.counter.issue(phone, amountCents);
    return await browser.call('cashback.confirm', { token: tokenOf(link) });
  };
  fixture.confirmRedemption = (browser, { link }) =>
    browser.call('redemptions.confirm', { token: tokenOf(link) });
  fixture.setEmail = async (email, isProof, phone = fixture.phone) => {
    await database.owner.query(
      'UPDATE customers SET email = $3, email_is_proof = $4 WHERE merchant_id = $1 AND phone = $2',
      [fixture.staff.merchantId, phone, email, isProof],
    );
  };
  fixture.codeIn = async (mailCount) => {
    const mail = await vi.waitFor(
      () => {
        const found = fixture.mails.messages[mailCount - 1];
        if (!found) throw new Error('no mail yet');
        return found;
      },
      { timeout: 10_000, interval: 30 },
    );
    return /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? 'no code';
  };
  fixture.endWindows = async (milliseconds, only = '') => {
    await endWindows(database.owner, clock, milliseconds);
    if (!redis) return;
    const connection = await createClient({ url: redis.url }).connect();
    for await (const keys of connection.scanIterator({ MATCH: `limit:${only}*`, COUNT: 1_000 }))
      if (keys.length > 0) await connection.unlink(keys);
    connection.destroy();
  };
  fixture.customerId = async (phone = fixture.phone) => (await fixture.counter.balance(phone)).id;
  return fixture;
}

/** Asks for the merchant's proofs. */
export async function askProof(
  fixture: { owner: Parameters<typeof setRules>[0]; staff: StaffSession },
  rules: Parameters<typeof setRules>[2],
): Promise<void> {
  await setRules(fixture.owner, fixture.staff.merchantId, rules);
}

export const refusalOf = ({ status, error }: Answer) => [status, error?.data.refusal ?? null];
