import { randomUUID } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type Answer, freshIp } from 'testing/http-client';
import { type MailServer, startMailServer } from 'testing/mail-server';
import { TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { FORGOT_PASSWORD_PER_ACCOUNT_AND_NETWORK } from '../limits/call-limits.ts';
import { type Jobs, startJobs } from '../start-jobs.ts';
import { createTenancy } from '../tenant.ts';
import { endWindows } from '../test/end-windows.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { startMailJobs } from '../test/mail-jobs.ts';
import { createMovableClock, HOUR_MS, MINUTE_MS } from '../test/money-app.ts';
import { statementsOf } from '../test/security/statements-of.ts';
import { createMerchant, type Merchant, openSession } from '../test/tenant-fixture.ts';
import { issuePasswordLink } from './issue-password-link.ts';
import type { PasswordLinkKind } from './password-links.sql.ts';

const NEW_PASSWORD = 'broa-de-milho-morna';
const clock = createMovableClock(new Date());
const fixture = useDatabaseFixture();
let mails: MailServer;
/** A server with a mail server, one without, and one that runs no jobs. */
let server: InProcessServer;
let mailless: InProcessServer;
let jobless: InProcessServer;
let jobs: Jobs | undefined;
let merchant: Merchant;

beforeAll(async () => {
  mails = await startMailServer();
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'Cashback <avisos@cashback.example>' };
  server = await startInProcessServer(fixture.database.appUrl, { clock, env });
  const support = { SUPPORT_CONTACT: 'ajuda@volta.example' };
  mailless = await startInProcessServer(fixture.database.appUrl, { clock, env: support });
  jobless = await startInProcessServer(fixture.database.appUrl, { clock, env });
  jobs = startMailJobs(server.app, clock);
  merchant = await createMerchant(mailless.app, fixture.owner);
});

beforeEach(async () => {
  await endWindows(fixture.owner, clock, 2 * HOUR_MS);
  mails.refuseWith(undefined);
  await retryNow();
  await idle();
  mails.messages.length = 0;
});

afterAll(async () => {
  await jobs?.stop();
  await server?.close();
  await mailless?.close();
  await jobless?.close();
  await mails?.close();
});

interface Employee {
  employeeId: string;
  email: string;
}

/** A new employee, with TEST_PASSWORD unless `isInvited`. */
async function newEmployee({ name = 'João', isInvited = false } = {}): Promise<Employee> {
  const employee = { employeeId: randomUUID(), email: `joao-${randomUUID()}@loja.example` };
  await fixture.owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role, password_hash)
     SELECT $1, $2, $3, $4, 'operator', CASE WHEN NOT $5 THEN password_hash END FROM employees
     WHERE merchant_id = $1 AND email = $6`,
    [merchant.merchantId, employee.employeeId, name, employee.email, isInvited, merchant.ownerEmail],
  );
  return employee;
}

/** The token of a link made without a mail server. */
async function newToken({ employeeId }: Employee, kind: PasswordLinkKind = 'reset'): Promise<string> {
  const issued = await mailless.app.tenancy.withTenant(merchant.merchantId, (tx) =>
    issuePasswordLink(mailless.app, tx, { kind, employeeId, createdBy: null }),
  );
  if (issued.delivery !== 'link') throw new Error('no link was made');
  return tokenIn(issued.link);
}

const tokenIn = (text: string) => /#(PASSWORD_[\w-]{27})/.exec(text)?.[1] ?? '';

const call = (path: string, input: object, to = server): Promise<Answer> =>
  to.client.call(path, input, { ip: freshIp() });
const setPassword = (token: string, password = NEW_PASSWORD) => call('auth.setPassword', { token, password });
const forgot = (email: string, to = server) => call('auth.forgotPassword', { email }, to);

const cookieIn = ({ headers }: Answer) =>
  headers['set-cookie']?.find((each) => each.startsWith('session='))?.split(';')[0] ?? 'no session';

async function mayLogIn({ email }: Employee, password: string): Promise<boolean> {
  return (await call('auth.login', { email, password })).status === 200;
}

async function expectRefused(answer: Promise<Answer>): Promise<void> {
  const { status, error } = await answer;
  expect([status, error?.data.refusal, error?.message]).toEqual([
    404,
    'invalid_password_link',
    'Este link é inválido ou já foi usado. Peça um novo.',
  ]);
}

async function expectUseless(token: string): Promise<void> {
  await expectRefused(call('auth.passwordLink', { token }));
  await expectRefused(setPassword(token));
}

async function jobPayloads(): Promise<string> {
  const { rows } = await fixture.owner.query<{ all: string | null }>(
    'SELECT string_agg(j::text, chr(10)) AS all FROM graphile_worker._private_jobs j',
  );
  return rows[0]?.all ?? '';
}

/** Others have mails too: that of the alerts, once the clock of these tests has passed its hour. */
const mailsTo = ({ email }: Employee) =>
  mails.messages.filter(({ recipients }) => recipients.includes(email));
const oneMailTo = (employee: Employee) =>
  vi.waitFor(
    () => {
      const [mail, ...more] = mailsTo(employee);
      expect(more).toEqual([]);
      if (!mail) throw new Error('no mail has come');
      return mail;
    },
    { timeout: 60_000, interval: 30 },
  );
const retryNow = () => fixture.owner.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
/** Waits until the mail server has refused a link's mail: only a retry meets what is set afterwards. */
const refused = () =>
  vi.waitFor(
    async () => {
      const { rows } = await fixture.owner.query(
        `SELECT last_error FROM graphile_worker.jobs WHERE task_identifier = 'mail-password-link'`,
      );
      expect(rows[0]?.last_error).toContain('451');
    },
    { timeout: 60_000, interval: 30 },
  );
/** Waits until every job is done, so that a mail not sent by now is never sent. */
const idle = () =>
  vi.waitFor(
    async () => {
      const { rows } = await fixture.owner.query(
        `SELECT count(*)::int AS n FROM graphile_worker.jobs WHERE task_identifier IN ('reset-password', 'mail-password-link', 'send-security-notice')`,
      );
      expect(rows[0].n).toBe(0);
    },
    { timeout: 60_000, interval: 30 },
  );

describe('a link', () => {
  test('shows whose password it sets, and sets it', async () => {
    const employee = await newEmployee({ isInvited: true });
    const token = await newToken(employee, 'invitation');
    const opened = await call('auth.passwordLink', { token });
    const { rows } = await fixture.owner.query('SELECT name FROM merchants WHERE id = $1', [
      merchant.merchantId,
    ]);
    expect(opened.data).toEqual({
      kind: 'invitation',
      employeeName: 'João',
      email: employee.email,
      merchantName: rows[0].name,
    });
    const answer = await setPassword(token);
    expect([answer.status, answer.data.email]).toEqual([200, employee.email]);
    expect(await mayLogIn(employee, NEW_PASSWORD)).toBe(true);
    const hash = await fixture.owner.query('SELECT password_hash FROM employees WHERE id = $1', [
      employee.employeeId,
    ]);
    expect(hash.rows[0].password_hash).toMatch(/^\$argon2id\$/);
    expect(await verify(hash.rows[0].password_hash, NEW_PASSWORD)).toBe(true);
    const audit = await fixture.owner.query(
      `SELECT action, details FROM audit_log WHERE entity_id = $1 AND action = 'auth.set_password'`,
      [employee.employeeId],
    );
    expect(audit.rows).toEqual([{ action: 'auth.set_password', details: { link_kind: 'invitation' } }]);
  });

  test('for an invitation signs in, in the place of whoever was signed in there', async () => {
    const [invited, other] = [await newEmployee({ isInvited: true }), await newEmployee()];
    const session = await server.client.call(
      'auth.login',
      { email: other.email, password: TEST_PASSWORD },
      { ip: freshIp() },
    );
    const cookie = cookieIn(session);
    const token = await newToken(invited, 'invitation');
    const answer = await server.client.call(
      'auth.setPassword',
      { token, password: NEW_PASSWORD },
      { ip: freshIp(), cookie },
    );
    expect(answer.data).toMatchObject({
      email: invited.email,
      session: { user: { email: invited.email }, employee: { id: invited.employeeId } },
    });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=.+HttpOnly/),
      expect.stringMatching(/^device=/),
    ]);
    const emailOf = async (of: string) =>
      (await server.client.query('auth.session', undefined, { cookie: of })).data?.user.email;
    expect([await emailOf(cookieIn(answer)), await emailOf(cookie)]).toEqual([invited.email, undefined]);
    const { rows } = await fixture.owner.query(
      `SELECT action FROM audit_log WHERE entity_id = $1 ORDER BY action`,
      [invited.employeeId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['auth.login', 'auth.set_password']);
  });

  test('for a forgotten password starts no session: the new one is asked for', async () => {
    const employee = await newEmployee();
    const answer = await setPassword(await newToken(employee, 'reset'));
    expect(answer.data).toEqual({ email: employee.email, session: null });
    expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(/^device=/)]);
  });

  test('works once', async () => {
    const employee = await newEmployee();
    const token = await newToken(employee);
    expect((await setPassword(token)).status).toBe(200);
    await expectRefused(setPassword(token, 'another-good-password'));
    await expectUseless(token);
    expect(await mayLogIn(employee, NEW_PASSWORD)).toBe(true);
  });

  test('works once when it is used eight times at the same moment', async () => {
    const employee = await newEmployee();
    const token = await newToken(employee);
    const passwords = Array.from({ length: 8 }, (_, index) => `senha-da-vez-${index}`);
    const answers = await Promise.all(passwords.map((password) => setPassword(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
    const won = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect(await mayLogIn(employee, won)).toBe(true);
  });

  test.each([
    ['reset', 60 * MINUTE_MS],
    ['invitation', 7 * 24 * HOUR_MS],
  ] as const)('to a %s ends on time', async (kind, ttl) => {
    const [inTime, late] = [
      await newToken(await newEmployee(), kind),
      await newToken(await newEmployee(), kind),
    ];
    clock.advance(ttl - 1_000);
    expect((await setPassword(inTime)).status).toBe(200);
    clock.advance(1_000);
    await expectUseless(late);
  });

  test.each([
    [
      'a deactivated employee',
      'UPDATE employees SET is_active = false WHERE id = $1',
      'UPDATE employees SET is_active = true WHERE id = $1',
    ],
    [
      'an employee of a closed merchant',
      'UPDATE merchants SET is_active = false WHERE id = (SELECT merchant_id FROM employees WHERE id = $1)',
      'UPDATE merchants SET is_active = true WHERE id = (SELECT merchant_id FROM employees WHERE id = $1)',
    ],
  ])('of %s is refused like an unknown one, and not used up', async (_who, shut, open) => {
    const employee = await newEmployee();
    const token = await newToken(employee);
    await fixture.owner.query(shut, [employee.employeeId]);
    await expectUseless(token);
    await fixture.owner.query(open, [employee.employeeId]);
    expect((await setPassword(token)).status).toBe(200);
  });

  test('with an unknown token is refused, whatever its shape', async () => {
    for (const token of [
      `PASSWORD_${'A'.repeat(27)}`,
      'x',
      merchant.purchase.token,
      merchant.purchase.token.replace('CASHBACK', 'PASSWORD'),
    ])
      await expectUseless(token);
  });

  test('ends when a newer one is made or a password is set; an invitation outlives a reset that anyone may ask for', async () => {
    const employee = await newEmployee({ isInvited: true });
    const invitation = await newToken(employee, 'invitation');
    const first = await newToken(employee);
    const second = await newToken(employee);
    await expectUseless(first);
    expect((await call('auth.passwordLink', { token: invitation })).status).toBe(200);
    expect((await setPassword(second)).status).toBe(200);
    await expectUseless(invitation);
    const third = await newToken(employee);
    await newToken(employee, 'invitation');
    await expectUseless(third);
  });

  test('with a common or short password is refused and stays valid', async () => {
    const employee = await newEmployee();
    const token = await newToken(employee);
    expect((await setPassword(token, '123456')).error?.data.refusal).toBe('common_password');
    expect((await setPassword(token, '12345')).error?.data.fields).toEqual({
      password: 'A senha deve ter no mínimo 6 caracteres',
    });
    expect((await setPassword(token)).status).toBe(200);
  });

  test('ends every session of its employee and of no other', async () => {
    const employee = await newEmployee();
    const theirs = { merchantId: merchant.merchantId, employeeId: employee.employeeId };
    const tokens = [await openSession(server.app, theirs), await openSession(server.app, theirs)];
    const others = await openSession(server.app, merchant.staff.manager);
    await setPassword(await newToken(employee));
    for (const each of tokens) expect(await server.app.sessions.find(each)).toBeUndefined();
    expect(await server.app.sessions.find(others)).toBeDefined();
  });

  test('is stored as a hash only, and its token is in the fragment, which servers do not see', async () => {
    const employee = await newEmployee();
    const issued = await mailless.app.tenancy.withTenant(merchant.merchantId, (tx) =>
      issuePasswordLink(mailless.app, tx, {
        kind: 'reset',
        employeeId: employee.employeeId,
        createdBy: null,
      }),
    );
    const link = issued.delivery === 'link' ? new URL(issued.link) : undefined;
    expect([link?.origin, link?.pathname, link?.search]).toEqual([
      mailless.app.env.appOrigin,
      '/set-password',
      '',
    ]);
    const token = tokenIn(link?.href ?? '');
    const { rows } = await fixture.owner.query('SELECT l::text AS row FROM password_links l');
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(token.slice('PASSWORD_'.length));
  });
});

describe("'Esqueci minha senha'", () => {
  test('answers all addresses alike and enqueues the same job; only a known, active employee gets a mail', async () => {
    const [known, gone] = [await newEmployee(), await newEmployee()];
    const stranger = `ninguem-${randomUUID()}@loja.example`;
    await fixture.owner.query('UPDATE employees SET is_active = false WHERE id = $1', [gone.employeeId]);
    const emails = [known.email, gone.email, stranger];
    const answers = await Promise.all(emails.map((email) => forgot(email)));
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { result: { data: { delivery: 'email' } } }]);
    await oneMailTo(known);
    await idle();
    const reached = mails.messages.flatMap(({ recipients }) => recipients);
    expect(reached.filter((address) => emails.includes(address))).toEqual([known.email]);
  });

  test('does the same in the database for a known and an unknown address', async () => {
    const [known, unknown] = [(await newEmployee()).email, `ninguem-${randomUUID()}@loja.example`];
    // Not the server with jobs: these send statements of their own.
    const forKnown = await statementsOf(jobless.app, () => forgot(known, jobless));
    expect(forKnown).toEqual(['count_call', 'insert_job']);
    expect(await statementsOf(jobless.app, () => forgot(unknown, jobless))).toEqual(forKnown);
  });

  test('without a mail server says so for every address, and makes no link', async () => {
    const employee = await newEmployee();
    for (const email of [employee.email, 'ninguem@loja.example'])
      expect((await forgot(email, mailless)).data).toEqual({
        delivery: 'none',
        supportContact: 'mailto:ajuda@volta.example',
      });
    const { rows } = await fixture.owner.query('SELECT FROM password_links WHERE employee_id = $1', [
      employee.employeeId,
    ]);
    expect(rows).toEqual([]);
    expect(await jobPayloads()).not.toContain('reset-password');
  });

  test('is limited for each account and network, known or not', async () => {
    for (const email of [(await newEmployee()).email, `ninguem-${randomUUID()}@loja.example`]) {
      const ip = freshIp();
      const ask = () => server.client.call('auth.forgotPassword', { email }, { ip });
      for (let count = 0; count < FORGOT_PASSWORD_PER_ACCOUNT_AND_NETWORK.limit; count += 1)
        expect((await ask()).status).toBe(200);
      expect((await ask()).error?.data.refusal).toBe('too_many_requests');
      expect((await forgot(email)).status).toBe(200);
    }
  });

  test('in capitals reaches the same employee', async () => {
    const employee = await newEmployee();
    await forgot(` ${employee.email.toUpperCase()} `);
    expect((await oneMailTo(employee)).recipients).toEqual([employee.email]);
  });
});

describe('the mail', () => {
  test('contains a link that works, in both of its forms, and its job holds ids only', async () => {
    const employee = await newEmployee();
    mails.refuseWith(451);
    await forgot(employee.email);
    await refused();
    const payloads = await jobPayloads();
    expect(payloads).not.toContain('PASSWORD_');
    const { rows } = await fixture.owner.query('SELECT id FROM password_links WHERE employee_id = $1', [
      employee.employeeId,
    ]);
    const token = server.app.tokens.tokenFor('PASSWORD', merchant.merchantId, rows[0].id);
    expect(payloads).toContain(rows[0].id);
    expect(payloads).not.toContain(token.slice('PASSWORD_'.length));

    mails.refuseWith(undefined);
    await retryNow();
    const mail = await oneMailTo(employee);
    expect(mail.from).toEqual({ name: 'Cashback', address: 'avisos@cashback.example' });
    expect(mail.to).toEqual([{ name: 'João', address: employee.email }]);
    expect(tokenIn(mail.text ?? '')).toBe(token);
    expect(tokenIn(mail.html ?? '')).toBe(token);
    expect((await setPassword(token)).status).toBe(200);
  });

  test('keeps the address out of a failed job’s error and log', async () => {
    const employee = await newEmployee();
    mails.refuseWith(451);
    await forgot(employee.email);
    await refused();
    expect(await jobPayloads()).not.toContain(employee.email);
  });

  test('that the mail server refuses permanently is not tried again', async () => {
    const employee = await newEmployee();
    mails.refuseWith(550);
    await forgot(employee.email);
    await vi.waitFor(
      async () => {
        const { rows } = await fixture.owner.query('SELECT FROM password_links WHERE employee_id = $1', [
          employee.employeeId,
        ]);
        expect(rows).toHaveLength(1);
      },
      { timeout: 60_000, interval: 30 },
    );
    await idle();
    expect(mailsTo(employee)).toEqual([]);
  });

  test('is not sent if its link has expired or been used', async () => {
    const employee = await newEmployee();
    mails.refuseWith(451);
    await forgot(employee.email);
    await refused();
    mails.refuseWith(undefined);
    clock.advance(HOUR_MS);
    await retryNow();
    await idle();
    expect(mailsTo(employee)).toEqual([]);
  });

  test('treats names as text: they add no header, recipient or markup', async () => {
    const name = 'Zé"<img src=x>, outro@mail.example\r\nBcc: alvo@mail.example';
    const employee = await newEmployee({ name });
    const merchantName = 'Bar & <script>alert(1)</script>\r\nX-Evil: 1';
    const before = await fixture.owner.query('SELECT name FROM merchants WHERE id = $1', [
      merchant.merchantId,
    ]);
    await fixture.owner.query('UPDATE merchants SET name = $2 WHERE id = $1', [
      merchant.merchantId,
      merchantName,
    ]);
    await forgot(employee.email);
    const mail = await oneMailTo(employee);
    await fixture.owner.query('UPDATE merchants SET name = $2 WHERE id = $1', [
      merchant.merchantId,
      before.rows[0].name,
    ]);
    expect(mail.recipients).toEqual([employee.email]);
    expect(mail.to?.map(({ address }) => address)).toEqual([employee.email]);
    expect(mail.headers.map(({ key }) => key)).not.toContain('x-evil');
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail.html).not.toMatch(/<img|<script/);
    expect(mail.html).toContain('Bar &amp; &lt;script&gt;');
    expect(mail.subject).toContain('Bar & <script>alert(1)</script> X-Evil: 1');
  });

  // The last test: its job stays with the worker that it holds up.
  test('waits alone: a mail server that never answers holds up no other job', async () => {
    await jobs?.stop();
    jobs = undefined;
    const ran: string[] = [];
    const tasks = { 'note-it': async () => void ran.push('noted') };
    const mail = { send: () => new Promise<never>(() => undefined), close: () => undefined };
    const stuck = startJobs({ ...jobless.app, mail }, (pool) => createTenancy(pool, { clock }), {
      pollMs: 50,
      tasks,
    });
    try {
      for (let count = 0; count < 3; count += 1) await forgot((await newEmployee()).email, jobless);
      const states = async () => {
        const { rows } = await fixture.owner.query<{ name: string }>(
          `SELECT task_identifier || CASE WHEN locked_at IS NULL THEN ' waits' ELSE ' runs' END AS name
           FROM graphile_worker.jobs WHERE task_identifier = 'mail-password-link' ORDER BY 1`,
        );
        return rows.map(({ name }) => name);
      };
      const oneRuns = ['runs', 'waits', 'waits'].map((state) => `mail-password-link ${state}`);
      await vi.waitFor(async () => expect(await states()).toEqual(oneRuns), {
        timeout: 60_000,
        interval: 30,
      });
      // The free worker takes this job, and would have taken the mails before it: they have waited longer.
      await fixture.owner.query(`SELECT graphile_worker.add_job('note-it')`);
      await vi.waitFor(() => expect(ran).toEqual(['noted']), { timeout: 60_000, interval: 30 });
      expect(await states()).toEqual(oneRuns);
    } finally {
      await stuck.stop();
    }
  });
});
