import { randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type Answer, freshIp } from 'testing/http-client';
import { type MailServer, type ReceivedMail, startMailServer } from 'testing/mail-server';
import { TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Jobs } from '../start-jobs.ts';
import { type Employee, hireJoana } from '../test/employees.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { startMailJobs } from '../test/mail-jobs.ts';
import { createMerchant, type Merchant } from '../test/tenant-fixture.ts';

const NEW_PASSWORD = 'broa-de-milho-morna';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:131.0) Gecko/20100101 Firefox/131.0';
const SUBJECTS = {
  device: 'Novo acesso à sua conta no painel de cashback',
  password: 'A senha da sua conta no painel de cashback foi trocada',
  changed: 'O email da sua conta no painel de cashback foi trocado',
  set: 'Este é o novo email da sua conta no painel de cashback',
};

const fixture = useDatabaseFixture();
let mails: MailServer;
let server: InProcessServer;
let jobs: Jobs | undefined;
let merchant: Merchant;

beforeAll(async () => {
  mails = await startMailServer();
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'Cashback <avisos@cashback.example>' };
  server = await startInProcessServer(fixture.database.appUrl, { env });
  jobs = startMailJobs(server.app);
  merchant = await createMerchant(server.app, fixture.owner);
});
afterAll(async () => {
  await jobs?.stop();
  await server?.close();
  await mails?.close();
});

let employee: Employee;
beforeEach(async () => {
  employee = await hireJoana(fixture.owner, merchant);
});

const call = (path: string, input: object, cookie?: string): Promise<Answer> =>
  server.client.call(`auth.${path}`, input, {
    ip: freshIp(),
    headers: { 'user-agent': FIREFOX },
    ...(cookie !== undefined && { cookie }),
  });
const said = ({ status, error }: Answer) => [status, error?.data.refusal ?? null];

/** Signs in, and returns the answer's cookies as the browser sends them back. */
async function logIn({ email = employee.email, password = TEST_PASSWORD, cookie = '' } = {}) {
  const answer = await call('login', { email, password }, cookie);
  expect(said(answer)).toEqual([200, null]);
  return cookiesOf(answer);
}
const cookiesOf = (answer: Answer) =>
  (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
const deviceIn = (cookies: string) => /device=[^;]+/.exec(cookies)?.[0] ?? '';
const isSignedIn = async (cookie: string) =>
  (await server.client.query('auth.profile', undefined, { cookie })).status === 200;

const mailsTo = (email: string, subject: string) =>
  mails.messages.filter((mail) => mail.recipients.includes(email) && mail.subject === subject);
/** The latest mail with this subject, once there are `count`. */
async function mailed(subject: string, { to = employee.email, count = 1 } = {}): Promise<ReceivedMail> {
  await vi.waitFor(() => expect(mailsTo(to, subject)).toHaveLength(count), { timeout: 60_000, interval: 30 });
  return mailsTo(to, subject).at(-1) as ReceivedMail;
}
const tokenIn = ({ text }: ReceivedMail) => /not-me#(NOTICE_[\w-]{27})/.exec(text ?? '')?.[1] ?? '';
const settled = () =>
  vi.waitFor(
    async () => {
      const { rows } = await fixture.owner.query(
        `SELECT FROM graphile_worker.jobs WHERE task_identifier IN ('send-security-notice', 'mail-password-link')`,
      );
      expect(rows).toEqual([]);
    },
    { timeout: 60_000, interval: 30 },
  );

/** Changes the e-mail by the link that proves the new one; the intruder knows the password. */
async function changeEmail(email: string, cookie: string): Promise<void> {
  const profile = { name: 'Joana', email, phone: null };
  expect(said(await call('saveProfile', profile, cookie))).toEqual([200, null]);
  const { text = '' } = await mailed('Confirme seu novo email do painel de cashback', { to: email });
  const token = /#(EMAIL_[\w-]{27})/.exec(text)?.[1];
  expect(said(await call('confirmEmail', { token, password: TEST_PASSWORD }))).toEqual([200, null]);
}

describe('a notice is mailed', () => {
  test('of a login from a new device, with time, browser and address; not of one from a known device', async () => {
    const cookies = await logIn();
    const mail = await mailed(SUBJECTS.device);
    expect(mail.text).toMatch(/Quando: \d{2}\/\d{2}\/\d{4} às \d{2}:\d{2}/);
    expect(mail.text).toContain('Aparelho: Firefox em Windows');
    expect(mail.text).toMatch(/Endereço de rede \(IP\): [\d.]+/);
    await logIn({ cookie: deviceIn(cookies) });
    await settled();
    expect(mailsTo(employee.email, SUBJECTS.device)).toHaveLength(1);
  });

  test('of a changed password, by the profile and by a link; the browser that changed it stays known', async () => {
    const cookies = await logIn();
    const input = { currentPassword: TEST_PASSWORD, password: NEW_PASSWORD };
    const renewed = cookiesOf(await call('changePassword', input, cookies));
    await mailed(SUBJECTS.password);
    await logIn({ password: NEW_PASSWORD, cookie: deviceIn(renewed) });
    await settled();
    expect(mailsTo(employee.email, SUBJECTS.device)).toHaveLength(1);

    await call('forgotPassword', { email: employee.email });
    const reset = await vi.waitFor(
      () => {
        const mail = mails.messages.find(
          ({ recipients, text }) => recipients.includes(employee.email) && /#PASSWORD_/.test(text ?? ''),
        );
        expect(mail).toBeDefined();
        return mail;
      },
      { timeout: 60_000, interval: 30 },
    );
    const token = /#(PASSWORD_[\w-]{27})/.exec(reset?.text ?? '')?.[1];
    expect(said(await call('setPassword', { token, password: TEST_PASSWORD }))).toEqual([200, null]);
    await mailed(SUBJECTS.password, { count: 2 });
  });

  test('of a changed e-mail, to the former address and to the new one', async () => {
    const email = `nova-${randomUUID()}@loja.example`;
    await changeEmail(email, await logIn());
    await mailed(SUBJECTS.changed);
    await mailed(SUBJECTS.set, { to: email });
  });

  test('ten times a day at most, and no login fails for it', async () => {
    for (let logins = 0; logins < 12; logins += 1) await logIn();
    await settled();
    expect(mailsTo(employee.email, SUBJECTS.device)).toHaveLength(10);
  });

  test('never to an address that has no account', async () => {
    const email = `ninguem-${randomUUID()}@loja.example`;
    expect(said(await call('login', { email, password: TEST_PASSWORD }))).toEqual([
      401,
      'invalid_credentials',
    ]);
    await settled();
    expect(mails.messages.filter(({ recipients }) => recipients.includes(email))).toEqual([]);
  });
});

test('a new password ends what browsers were known by', async () => {
  const elsewhere = deviceIn(await logIn());
  const cookies = await logIn();
  await mailed(SUBJECTS.device, { count: 2 });
  await call('changePassword', { currentPassword: TEST_PASSWORD, password: NEW_PASSWORD }, cookies);
  await logIn({ password: NEW_PASSWORD, cookie: elsewhere });
  await mailed(SUBJECTS.device, { count: 3 });
});

describe('‘Não fui eu’', () => {
  test('ends sessions, the password and known devices, and mails a link to a new password; once', async () => {
    const cookies = await logIn();
    const token = tokenIn(await mailed(SUBJECTS.device));
    const shown = await call('securityNotice', { token });
    expect(shown.data).toMatchObject({
      kind: 'new_device',
      email: employee.email,
      restoresEmail: false,
      device: 'Firefox em Windows',
    });
    // Opening the link does nothing: a mail filter may open it.
    expect(await isSignedIn(cookies)).toBe(true);
    expect((await call('disownNotice', { token })).data).toEqual({ linkSentTo: employee.email });
    expect(await isSignedIn(cookies)).toBe(false);
    const again = await call('login', { email: employee.email, password: TEST_PASSWORD });
    expect(said(again)).toEqual([401, 'invalid_credentials']);
    for (const path of ['securityNotice', 'disownNotice'])
      expect(said(await call(path, { token }))).toEqual([404, 'invalid_notice_link']);

    const { text = '' } = await mailed(`Nova senha para o painel de cashback: ${shown.data.merchantName}`);
    const link = /#(PASSWORD_[\w-]{27})/.exec(text)?.[1];
    expect(said(await call('setPassword', { token: link, password: NEW_PASSWORD }))).toEqual([200, null]);
    await logIn({ password: NEW_PASSWORD, cookie: deviceIn(cookies) });
    await mailed(SUBJECTS.device, { count: 2 });
    const { rows } = await fixture.owner.query(
      `SELECT action FROM audit_log WHERE entity_id = $1 AND action = 'auth.disown_notice'`,
      [employee.id],
    );
    expect(rows).toHaveLength(1);
  });

  test('gives the former address its account back, from any earlier notice, whatever the intruder did since', async () => {
    const theirs = `intruso-${randomUUID()}@loja.example`;
    const next = `intruso-${randomUUID()}@loja.example`;
    const cookies = await logIn();
    await changeEmail(theirs, cookies);
    await changeEmail(next, cookies);
    const toIntruder = tokenIn(await mailed(SUBJECTS.changed, { to: theirs }));
    const set = tokenIn(await mailed(SUBJECTS.set, { to: next }));
    const toEmployee = tokenIn(await mailed(SUBJECTS.changed));
    // The intruder's notice is the later one: it does not close the employee's.
    expect((await call('disownNotice', { token: toIntruder })).data).toEqual({ linkSentTo: theirs });
    expect((await call('disownNotice', { token: toEmployee })).data).toEqual({ linkSentTo: employee.email });
    const { rows } = await fixture.owner.query('SELECT email FROM employees WHERE id = $1', [employee.id]);
    expect(rows).toEqual([{ email: employee.email }]);
    for (const token of [toIntruder, set])
      expect(said(await call('disownNotice', { token }))).toEqual([404, 'invalid_notice_link']);
    const device = tokenIn(await mailed(SUBJECTS.device));
    expect((await call('disownNotice', { token: device })).data).toEqual({ linkSentTo: employee.email });
  });

  test('sends no link where the former address is another account’s by now, and still ends everything', async () => {
    const cookies = await logIn();
    await changeEmail(`intruso-${randomUUID()}@loja.example`, cookies);
    const token = tokenIn(await mailed(SUBJECTS.changed));
    await fixture.owner.query(
      `INSERT INTO employees (merchant_id, id, name, email, role)
       VALUES ($1, gen_random_uuid(), 'Convidada', $2, 'operator')`,
      [merchant.merchantId, employee.email],
    );
    expect((await call('disownNotice', { token })).data).toEqual({ linkSentTo: null });
    expect(await isSignedIn(cookies)).toBe(false);
    // Or the intruder would ask for a link to a new password.
    const { rows } = await fixture.owner.query('SELECT password_hash FROM employees WHERE id = $1', [
      employee.id,
    ]);
    expect(rows).toEqual([{ password_hash: null }]);
  });

  test('leaves the last owner with a password theirs', async () => {
    const cookies = await logIn();
    await changeEmail(`nova-${randomUUID()}@loja.example`, cookies);
    const token = tokenIn(await mailed(SUBJECTS.changed));
    await fixture.owner.query(
      `INSERT INTO employees (merchant_id, id, name, email, role)
       VALUES ($1, gen_random_uuid(), 'Convidada', $2, 'operator')`,
      [merchant.merchantId, employee.email],
    );
    await fixture.owner.query(
      `UPDATE employees SET role = CASE id WHEN $2 THEN 'owner' ELSE 'admin' END
       WHERE merchant_id = $1 AND (id = $2 OR role = 'owner')`,
      [merchant.merchantId, employee.id],
    );
    expect((await call('disownNotice', { token })).data).toEqual({ linkSentTo: null });
    expect(await isSignedIn(cookies)).toBe(false);
    const { rows } = await fixture.owner.query(
      'SELECT password_hash IS NOT NULL AS has_password FROM employees WHERE id = $1',
      [employee.id],
    );
    expect(rows).toEqual([{ has_password: true }]);
  });

  test('is void once another account has proved the address', async () => {
    const cookies = await logIn();
    await changeEmail(`nova-${randomUUID()}@loja.example`, cookies);
    const token = tokenIn(await mailed(SUBJECTS.changed));
    await fixture.owner.query(
      `INSERT INTO employees (merchant_id, id, name, email, role, password_hash)
       SELECT merchant_id, gen_random_uuid(), 'Caixa', $2, 'operator', password_hash FROM employees WHERE id = $1`,
      [employee.id, employee.email],
    );
    for (const path of ['securityNotice', 'disownNotice'])
      expect(said(await call(path, { token }))).toEqual([404, 'invalid_notice_link']);
    expect(await isSignedIn(cookies)).toBe(true);
  });

  test('is not given to an address that was the account’s for a while and is displaced again', async () => {
    const cookies = await logIn();
    const intruder = `intruso-${randomUUID()}@loja.example`;
    await changeEmail(intruder, cookies);
    await changeEmail(employee.email, cookies);
    const { rows } = await fixture.owner.query(
      `SELECT kind, expires_at > clock_timestamp() AS is_open FROM security_notices
       WHERE employee_id = $1 AND email = $2`,
      [employee.id, intruder],
    );
    expect(rows).toEqual([{ kind: 'email_set', is_open: false }]);
    expect((await mailed(SUBJECTS.changed)).text).toContain('/not-me#');
  });

  test('goes to the present address where the account had the new one more than 72 hours before', async () => {
    const cookies = await logIn();
    const former = `antiga-${randomUUID()}@loja.example`;
    await fixture.owner.query(
      `INSERT INTO security_notices (merchant_id, id, employee_id, kind, email, token_hash, created_at, expires_at)
       SELECT merchant_id, gen_random_uuid(), employee_id, 'email_set', $2, sha256(id::text::bytea),
         created_at - interval '73 hours', created_at - interval '1 hour'
       FROM security_notices WHERE employee_id = $1`,
      [employee.id, former],
    );
    await changeEmail(former, cookies);
    await mailed(SUBJECTS.changed);
  });

  test('is refused after 72 hours, and for a deactivated employee', async () => {
    await logIn();
    const token = tokenIn(await mailed(SUBJECTS.device));
    const { rows } = await fixture.owner.query(
      `UPDATE security_notices SET expires_at = clock_timestamp() WHERE employee_id = $1
       RETURNING extract(epoch FROM (SELECT n.expires_at - n.created_at FROM security_notices n WHERE n.id = security_notices.id))::int AS ttl`,
      [employee.id],
    );
    expect(rows).toEqual([{ ttl: 72 * 3_600 }]);
    expect(said(await call('disownNotice', { token }))).toEqual([404, 'invalid_notice_link']);

    await logIn();
    const other = tokenIn(await mailed(SUBJECTS.device, { count: 2 }));
    await fixture.owner.query('UPDATE employees SET is_active = false WHERE id = $1', [employee.id]);
    expect(said(await call('disownNotice', { token: other }))).toEqual([404, 'invalid_notice_link']);
  });

  test('works once of two at the same moment', async () => {
    await logIn();
    const token = tokenIn(await mailed(SUBJECTS.device));
    const answers = await Promise.all([1, 2].map(() => call('disownNotice', { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});
