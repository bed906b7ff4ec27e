import { randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type Answer, freshIp } from 'testing/http-client';
import { type MailServer, startMailServer } from 'testing/mail-server';
import { TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  FORGOT_PASSWORD_PER_ACCOUNT_AND_NETWORK,
  LOGIN_PER_ACCOUNT_AND_NETWORK,
  LOGIN_PER_DEVICE,
  LOGINS_OF_ACCOUNT,
  RESET_MAILS_PER_ACCOUNT,
} from '../limits/call-limits.ts';
import type { Jobs } from '../start-jobs.ts';
import { hireJoana } from '../test/employees.ts';
import { endWindows } from '../test/end-windows.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { startMailJobs } from '../test/mail-jobs.ts';
import { createMovableClock } from '../test/money-app.ts';
import { createMerchant, type Merchant } from '../test/tenant-fixture.ts';
import { deleteOldFailedLogins as deleteRows } from './failed-logins.sql.ts';
import { deleteOldFailedLogins, emailHashOf } from './failed-logins.ts';
import { accountOf, loginCounts } from './log-in.ts';

const clock = createMovableClock(new Date());
const fixture = useDatabaseFixture();
let mails: MailServer;
let server: InProcessServer;
let jobs: Jobs | undefined;
let merchant: Merchant;

beforeAll(async () => {
  mails = await startMailServer();
  const env = {
    SMTP_URL: mails.url,
    MAIL_FROM: 'Cashback <avisos@cashback.example>',
    METRICS_PORT: '0',
  };
  server = await startInProcessServer(fixture.database.appUrl, { clock, env });
  jobs = startMailJobs(server.app, clock);
  merchant = await createMerchant(server.app, fixture.owner);
});

beforeEach(async () => {
  await endWindows(fixture.owner, clock);
  mails.messages.length = 0;
});

afterAll(async () => {
  await jobs?.stop();
  await server?.close();
  await mails?.close();
});

/** The e-mail of a new employee with TEST_PASSWORD. */
const newEmployee = async () => (await hireJoana(fixture.owner, merchant)).email;

interface From {
  ip?: string;
  cookie?: string;
}

const call = (path: string, input: object, { ip = freshIp(), cookie }: From = {}): Promise<Answer> =>
  server.client.call(path, input, { ip, ...(cookie !== undefined && { cookie }) });
const logIn = (email: string, password = TEST_PASSWORD, from?: From) =>
  call('auth.login', { email, password }, from);
const forgot = (email: string, from?: From) => call('auth.forgotPassword', { email }, from);

/** 'device=…', as the browser stores it from this answer. */
function deviceOf(answer: Answer): string {
  const cookie = answer.headers['set-cookie']?.find((each) => each.startsWith('device='));
  return cookie?.split(';')[0] ?? '';
}

const addFailures = async (email: string, { ip = freshIp(), times = 1 } = {}): Promise<void> => {
  const counts = loginCounts(accountOf(email), { ip, deviceId: undefined });
  for (let tries = 0; tries < times; tries += 1)
    expect(await server.app.limiter.hitAll(counts)).toBeUndefined();
};

/**
 * Fails from ten networks as often as each may, which is the threshold of unknown devices, and from one more
 * network until it is refused. Returns an address there.
 */
async function tryAccount(email: string): Promise<string> {
  const perNetwork = LOGIN_PER_ACCOUNT_AND_NETWORK.limit;
  for (let networks = 0; networks < LOGINS_OF_ACCOUNT.threshold.limit / perNetwork; networks += 1)
    await addFailures(email, { times: perNetwork });
  const ip = freshIp();
  for (let tries = 0; tries < LOGINS_OF_ACCOUNT.perAddress.limit; tries += 1)
    expect((await logIn(email, 'guess', { ip })).status).toBe(401);
  return ip;
}

const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 30 });
const tokenIn = (text: string | undefined) => /#(PASSWORD_[\w-]{27})/.exec(text ?? '')?.[1] ?? '';

/** Mails to these employees, without notices of logins. A mail of an earlier test may still arrive. */
const mailsTo = (...emails: string[]) =>
  mails.messages.filter(
    ({ recipients, text }) => recipients.some((each) => emails.includes(each)) && !text?.includes('/not-me#'),
  );

async function newestLink(email: string): Promise<string> {
  const tokens = () => mailsTo(email).flatMap(({ text }) => tokenIn(text) || []);
  await soon(() => expect(tokens()).not.toEqual([]));
  return tokens().at(-1) ?? '';
}

describe('while strangers try an account from everywhere', () => {
  test('the employee gets in by a device they signed in with before, signed out or not; a stranger’s device does not', async () => {
    const email = await newEmployee();
    const first = await logIn(email);
    const device = deviceOf(first);
    await call(
      'auth.logout',
      {},
      { cookie: `${device}; ${first.headers['set-cookie']?.[0]?.split(';')[0]}` },
    );
    const ip = await tryAccount(email);

    const refused = await logIn(email, TEST_PASSWORD, { ip });
    expect([refused.status, refused.error?.data.refusal]).toEqual([429, 'too_many_logins']);
    expect(refused.error?.message).toContain('Esqueci minha senha');
    const colleague = deviceOf(await logIn(await newEmployee()));
    for (const foreign of [colleague, `${device.slice(0, -3)}AAA`, 'device=x', `device=${'A'.repeat(22)}`])
      expect((await logIn(email, TEST_PASSWORD, { ip, cookie: foreign })).status, foreign).toBe(429);
    expect((await logIn(email, TEST_PASSWORD, { ip, cookie: device })).status).toBe(200);
  });

  test('the employee gets in on a new device from a network that did not try, until a hundred more networks did', async () => {
    const email = await newEmployee();
    await tryAccount(email);
    expect((await logIn(email)).status).toBe(200);
    // A network around an address has no more than the address.
    const { perAddress, everybody, threshold } = LOGINS_OF_ACCOUNT;
    for (let tries = 0; tries < perAddress.limit; tries += 1)
      expect((await logIn(email, 'guess', { ip: `2001:db8:7:${tries}::1` })).status).toBe(401);
    expect((await logIn(email, TEST_PASSWORD, { ip: '2001:db8:7:99::1' })).status).toBe(429);
    expect((await logIn(email, TEST_PASSWORD, { ip: '2001:db8:8::1' })).status).toBe(200);

    const networks = Math.ceil((everybody.limit - threshold.limit) / perAddress.limit) - 2;
    expect(networks).toBe(98);
    for (let tried = 0; tried < networks; tried += 1) await addFailures(email, { times: perAddress.limit });
    expect((await logIn(email)).error?.data.refusal).toBe('too_many_logins');
  });

  test('a known device has failures of its own, whatever the failures elsewhere', async () => {
    const email = await newEmployee();
    const cookie = deviceOf(await logIn(email));
    for (let tries = 0; tries < LOGIN_PER_DEVICE.limit; tries += 1)
      expect((await logIn(email, 'guess', { cookie })).status).toBe(401);
    expect((await logIn(email, TEST_PASSWORD, { cookie })).status).toBe(429);
    // The allowance is that employee's; the next one has their own, and so does the strangers' network.
    expect((await logIn(email)).status).toBe(200);
  });

  test('a reset link is sent, opens, and lets the device in on which it was used', async () => {
    const email = await newEmployee();
    const ip = await tryAccount(email);
    expect((await forgot(email)).status).toBe(200);
    const token = await newestLink(email);
    expect((await call('auth.passwordLink', { token })).status).toBe(200);
    const answer = await call('auth.setPassword', { token, password: 'broa-de-milho' });
    const cookie = deviceOf(answer);
    expect((await logIn(email, 'broa-de-milho', { ip, cookie })).status).toBe(200);
    expect((await logIn(email, 'broa-de-milho', { ip })).status).toBe(429);
  });

  test('the employee is notified by e-mail, once, and an unknown address is answered the same', async () => {
    const email = await newEmployee();
    const nobody = `ninguem-${randomUUID()}@loja.example`;
    for (const each of [email, nobody]) {
      const ip = await tryAccount(each);
      const refused = await Promise.all(Array.from({ length: 5 }, () => logIn(each, TEST_PASSWORD, { ip })));
      expect(new Set(refused.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
      expect(refused[0]?.status).toBe(429);
    }
    await soon(() => expect(mailsTo(email, nobody)).toHaveLength(1));
    await soon(async () => {
      const { rows } = await fixture.owner.query(
        `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'warn-of-tried-account'`,
      );
      expect(rows).toEqual([]);
    });
    expect(mailsTo(email, nobody).map(({ recipients }) => recipients)).toEqual([[email]]);
    expect(mailsTo(email)[0]?.text).toContain('/forgot-password');
  });
});

test('failures from fresh networks alone are told as well, though none is refused', async () => {
  const email = await newEmployee();
  for (let failures = 0; failures < LOGINS_OF_ACCOUNT.threshold.limit; failures += 1)
    await addFailures(email);
  const cookie = deviceOf(await logIn(email));
  expect((await logIn(email, 'guess', { cookie })).status, 'a known device is no stranger').toBe(401);
  expect((await logIn(email, 'guess')).status).toBe(401);
  expect((await logIn(email, 'guess')).status).toBe(401);
  await soon(() => expect(mailsTo(email)).toHaveLength(1));
  expect(mailsTo(email)[0]?.text).toContain('/forgot-password');
});

describe('a reset link', () => {
  test('is requested by the employee despite strangers’ requests elsewhere, and their requests end none that was sent', async () => {
    const email = await newEmployee();
    const { limit } = FORGOT_PASSWORD_PER_ACCOUNT_AND_NETWORK;
    await forgot(email);
    const token = await newestLink(email);
    const ip = freshIp();
    for (let asked = 0; asked < limit; asked += 1) expect((await forgot(email, { ip })).status).toBe(200);
    expect((await forgot(email, { ip })).error?.data.refusal).toBe('too_many_requests');
    for (let asked = 0; asked < 20; asked += 1) expect((await forgot(email)).status).toBe(200);
    await soon(async () => {
      const { rows } = await fixture.owner.query(
        `SELECT FROM graphile_worker.jobs WHERE task_identifier IN ('reset-password', 'mail-password-link')`,
      );
      expect(rows).toEqual([]);
    });
    // The requests cause only so many mails, all with the one link, and it works.
    expect(mailsTo(email)).toHaveLength(RESET_MAILS_PER_ACCOUNT.limit);
    expect(new Set(mailsTo(email).map(({ text }) => tokenIn(text)))).toEqual(new Set([token]));
    expect((await call('auth.setPassword', { token, password: 'broa-de-milho' })).status).toBe(200);
  });

  test('that is valid opens from a network that tried many invalid ones', async () => {
    const email = await newEmployee();
    await forgot(email);
    const token = await newestLink(email);
    const ip = freshIp();
    const statuses = new Set<number>();
    for (let tries = 0; tries < 70; tries += 1)
      statuses.add((await call('auth.passwordLink', { token: `PASSWORD_${'A'.repeat(27)}` }, { ip })).status);
    expect(statuses).toEqual(new Set([404, 429]));
    expect((await call('auth.passwordLink', { token }, { ip })).status).toBe(200);
  });
});

describe('the log of failed logins', () => {
  const rowsOf = async (email: string) => {
    const { rows } = await fixture.owner.query(
      `SELECT network, is_known_device, outcome, row_to_json(f)::text AS row FROM operations.failed_logins f
       WHERE email_hash = $1 ORDER BY id`,
      [emailHashOf(server.app, email)],
    );
    return rows;
  };

  test('has outcome and network, and neither an e-mail nor a password', async () => {
    const email = await newEmployee();
    const cookie = deviceOf(await logIn(email));
    await logIn(email, 'the-wrong-word', { ip: '203.0.113.9' });
    await logIn(email, 'the-wrong-word', { ip: '2001:db8:1:2::3', cookie });
    await soon(async () => expect(await rowsOf(email)).toHaveLength(2));
    const rows = await rowsOf(email);
    expect(rows.map(({ network, is_known_device, outcome }) => [network, is_known_device, outcome])).toEqual([
      ['203.0.113.0/24', false, 'wrong'],
      ['2001:db8:1::/48', true, 'wrong'],
    ]);
    for (const { row } of rows) expect(row).not.toMatch(/loja\.example|the-wrong-word/);
    const metrics = (await server.app.metrics?.read()) ?? '';
    expect(metrics).toContain('cashback_login_failures_total{outcome="wrong",device="known"}');
    expect(metrics).toContain('cashback_limited_total{rule="login-account-past-threshold"}');
  });

  test('has a few rows of a flood that is refused without hashing', async () => {
    const email = await newEmployee();
    const ip = freshIp();
    for (let tries = 0; tries < 60; tries += 1) await logIn(email, 'guess', { ip });
    await soon(async () => {
      const outcomes = (await rowsOf(email)).map(({ outcome }) => outcome);
      expect(outcomes.filter((each) => each === 'wrong')).toHaveLength(10);
      expect(outcomes.filter((each) => each === 'limited')).toHaveLength(5);
    });
  });

  test('keeps the newest, none older than 90 days, and never exceeds its limit', async () => {
    const { owner } = fixture;
    await owner.query('TRUNCATE operations.failed_logins');
    const add = (count: number, age: string) =>
      owner.query(
        `INSERT INTO operations.failed_logins (failed_at, email_hash, network, is_known_device, outcome)
         SELECT now() - $2::interval, '\\x00', n::text, false, 'wrong' FROM generate_series(1, $1) n`,
        [count, age],
      );
    const networks = async () => {
      const { rows } = await owner.query('SELECT network FROM operations.failed_logins ORDER BY id');
      return rows.map(({ network }) => network);
    };
    await add(3, '91 days');
    await add(2, '89 days');
    await deleteOldFailedLogins(server.app);
    expect(await networks()).toEqual(['1', '2']);
    await add(10, '1 hour');
    await deleteRows(server.app.tenancy, { keep: 4, days: 90 });
    expect(await networks()).toEqual(['7', '8', '9', '10']);
  });
});
