import { randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type Answer, freshIp } from 'testing/http-client';
import { type MailServer, type ReceivedMail, startMailServer } from 'testing/mail-server';
import { TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { presentTexts } from '../legal/platform-document.ts';
import { EMAIL_LINKS_AGAIN_PER_HOUR } from '../limits/call-limits.ts';
import { askMerchantSignup } from '../merchants/ask-merchant-signup.ts';
import { applyRetention } from '../retention/apply-retention.ts';
import type { Jobs } from '../start-jobs.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { startMailJobs } from '../test/mail-jobs.ts';
import { createMerchant, type Merchant, openSession } from '../test/tenant-fixture.ts';

const PASSWORD = 'broa-de-milho-morna';
const STRANGERS_PASSWORD = 'nao-sou-a-dona';
const fixture = useDatabaseFixture();
let mails: MailServer;
/** A server with a mail server, and one without. */
let server: InProcessServer;
let mailless: InProcessServer;
let jobs: Jobs | undefined;
let merchant: Merchant;

beforeAll(async () => {
  mails = await startMailServer();
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'Cashback <avisos@cashback.example>' };
  server = await startInProcessServer(fixture.database.appUrl, { env });
  mailless = await startInProcessServer(fixture.database.appUrl);
  jobs = startMailJobs(server.app);
  merchant = await createMerchant(mailless.app, fixture.owner);
});

/** Waits until all mails of the previous test are sent. */
beforeEach(async () => {
  await vi.waitFor(
    async () => {
      const { rows } = await fixture.owner.query(
        `SELECT FROM graphile_worker.jobs WHERE task_identifier LIKE 'send-%' OR task_identifier = 'reset-password'`,
      );
      expect(rows).toEqual([]);
    },
    { timeout: 60_000, interval: 30 },
  );
  mails.messages.length = 0;
});

afterAll(async () => {
  await jobs?.stop();
  await server?.close();
  await mailless?.close();
  await mails?.close();
});

const newEmail = () => `dona-${randomUUID()}@loja.example`;
const call = (path: string, input: object, to = server, ip = freshIp()): Promise<Answer> =>
  to.client.call(path, input, { ip });

interface Signup {
  email: string;
  password?: string;
  merchantName?: string;
}

const signUp = (
  { email, password = PASSWORD, merchantName = 'Mercearia' }: Signup,
  to = server,
  ip?: string,
) =>
  call(
    'merchants.signup',
    {
      merchantName,
      merchantPhone: '1132104567',
      merchantAddress: 'Rua das Flores, 10',
      ownerName: 'Rita de Cássia',
      email,
      password,
      acceptsTerms: true,
      texts: presentTexts(undefined),
    },
    to,
    ip,
  );
const confirm = (token: string, password = PASSWORD) => call('auth.confirmEmail', { token, password });
const said = ({ status, error }: Answer) => [status, error?.data.refusal ?? null];
const mayLogIn = async (email: string, password: string) =>
  (await call('auth.login', { email, password })).status === 200;

const tokenIn = (mail: ReceivedMail | undefined) => /#(EMAIL_[\w-]{27})/.exec(mail?.text ?? '')?.[1] ?? '';
/** Without the notices of logins and changes, which security-notices.test.ts is about. */
const mailsTo = (email: string) =>
  mails.messages.filter(({ recipients, text }) => recipients.includes(email) && !text?.includes('/not-me#'));
/** All mails to the address, once there are `count`. */
async function mailed(email: string, count = 1): Promise<ReceivedMail[]> {
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(count), { timeout: 60_000, interval: 30 });
  return mailsTo(email);
}

/** Signs up with the address and reads the link's token from its mail. */
async function askedFor(signup: Signup): Promise<string> {
  const sentBefore = mailsTo(signup.email).length;
  expect(said(await signUp(signup))).toEqual([200, null]);
  return tokenIn((await mailed(signup.email, sentBefore + 1)).at(-1));
}

const rowsWith = async (email: string) => {
  const { rows } = await fixture.owner.query<{ where: string; merchant_id: string }>(
    `SELECT 'employee' AS where, merchant_id FROM employees WHERE email = $1
     UNION ALL SELECT 'merchant', id FROM merchants WHERE email = $1 ORDER BY 1`,
    [email],
  );
  return rows.map(({ where }) => where);
};

/** An employee of the merchant's with TEST_PASSWORD, signed in; or an invited one, who has no password. */
async function newEmployee({ isInvited = false, merchantId = merchant.merchantId } = {}) {
  const employee = { merchantId, employeeId: randomUUID(), email: newEmail() };
  await fixture.owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role, password_hash)
     SELECT $1, $2, 'Ana', $3, 'operator', CASE WHEN NOT $4 THEN password_hash END FROM employees
     WHERE email = $5`,
    [merchantId, employee.employeeId, employee.email, isInvited, merchant.ownerEmail],
  );
  const cookie = isInvited ? '' : `session=${await openSession(server.app, employee)}`;
  const act = (path: string, input: object = {}, to = server): Promise<Answer> =>
    to.client.call(`auth.${path}`, input, { cookie, ip: freshIp() });
  const changeTo = (email: string, to = server) =>
    act('saveProfile', { name: 'Ana', email, phone: null }, to);
  const profile = async () => (await server.client.query('auth.profile', undefined, { cookie })).data;
  return { ...employee, act, changeTo, profile };
}

/** Invites the address at a new merchant; returns the link's token. */
async function invite(
  email: string,
): Promise<{ status: number; refusal: unknown; token: string; merchantId: string }> {
  const owner = newEmail();
  await signUp({ email: owner }, mailless);
  const login = await call('auth.login', { email: owner, password: PASSWORD });
  const cookie = login.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const added = await mailless.client.call(
    'employees.add',
    { name: 'Convidada', email, role: 'operator' },
    { cookie, ip: freshIp() },
  );
  const { rows } = await fixture.owner.query('SELECT merchant_id FROM employees WHERE email = $1', [owner]);
  return {
    status: added.status,
    refusal: added.error?.data.refusal,
    token: added.data?.invitation.link.split('#')[1] ?? '',
    merchantId: rows[0].merchant_id,
  };
}
const accept = (token: string) => call('auth.setPassword', { token, password: PASSWORD });

describe('an e-mail that a stranger signs up with', () => {
  test('stays free: its owner signs up, proves it and owns the merchant; the stranger has nothing', async () => {
    const email = newEmail();
    const strangers = await askedFor({ email, password: STRANGERS_PASSWORD, merchantName: 'Golpe Fácil' });
    expect(await rowsWith(email)).toEqual([]);
    expect(await mayLogIn(email, STRANGERS_PASSWORD)).toBe(false);

    const owners = await askedFor({ email, merchantName: 'Padaria da Dona' });
    expect(said(await confirm(owners))).toEqual([200, null]);
    expect(await rowsWith(email)).toEqual(['employee', 'merchant']);
    expect(await mayLogIn(email, PASSWORD)).toBe(true);
    expect(await mayLogIn(email, STRANGERS_PASSWORD)).toBe(false);
    expect(said(await confirm(strangers, STRANGERS_PASSWORD))).toEqual([409, 'email_taken']);
    const { rows } = await fixture.owner.query(`SELECT FROM merchants WHERE name = 'Golpe Fácil'`);
    expect(rows).toEqual([]);
  });

  test('is not proved for the stranger by its owner, who opens the link without knowing the password', async () => {
    const email = newEmail();
    const token = await askedFor({ email, password: STRANGERS_PASSWORD });
    expect(said(await confirm(token, PASSWORD))).toEqual([422, 'wrong_link_password']);
    expect(await rowsWith(email)).toEqual([]);
    expect(said(await confirm(token, STRANGERS_PASSWORD)), 'the link is still good').toEqual([200, null]);
  });

  test('gets only the link by mail, without any text from the stranger', async () => {
    const email = newEmail();
    await askedFor({ email, merchantName: 'Ganhe 1000 reais em golpe.example' });
    const [mail] = await mailed(email);
    expect(mail?.raw).not.toMatch(/golpe|Ganhe|Rita/);
    expect(mail?.to).toEqual([{ name: '', address: email }]);
    await call('auth.forgotPassword', { email });
    await askedFor({ email: newEmail() });
    expect(mailsTo(email)).toHaveLength(1);
  });
});

describe('signing up where e-mails are sent', () => {
  test('holds neither a merchant nor a slug until the link is used', async () => {
    const email = newEmail();
    const merchantName = `Empório ${randomUUID()}`;
    const token = await askedFor({ email, merchantName });
    await signUp({ email: newEmail(), merchantName }, mailless);
    const { rows } = await fixture.owner.query(
      'SELECT signup_link_slug AS slug FROM merchants WHERE name = $1',
      [merchantName],
    );
    expect(rows).toHaveLength(1);
    expect((await call('auth.emailLink', { token })).data).toEqual({ kind: 'signup', email, merchantName });
    const answer = await confirm(token);
    expect([answer.status, answer.data]).toEqual([200, { email }]);
    // No session, but the login that follows here is no new device's.
    expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(/^device=/)]);
    const both = await fixture.owner.query('SELECT signup_link_slug AS slug FROM merchants WHERE name = $1', [
      merchantName,
    ]);
    expect(new Set(both.rows.map(({ slug }) => slug)).size, 'another slug').toBe(2);
  });

  test('answers known and unknown addresses alike, after the same work', async () => {
    const [unknown, known] = [
      await signUp({ email: newEmail() }),
      await signUp({ email: merchant.ownerEmail }),
    ];
    expect([known.status, { ...known.data, email: '' }]).toEqual([
      unknown.status,
      { ...unknown.data, email: '' },
    ]);
    expect(known.data.delivery).toBe('email');
    const { rows } = await fixture.owner.query(
      'SELECT count(*)::int AS n FROM email_links WHERE email = ANY ($1)',
      [[known.data.email, unknown.data.email]],
    );
    expect(rows).toEqual([{ n: 2 }]);
  });

  test('tells a known address that it has an account, with no link that signs up', async () => {
    await signUp({ email: merchant.ownerEmail, merchantName: 'Segunda loja' });
    const [mail] = await mailed(merchant.ownerEmail);
    expect(mail?.subject).toBe('Você já tem acesso ao painel de cashback');
    expect(mail?.text).toContain(`${server.app.env.appOrigin}/login`);
    expect(mail?.text).toContain(`${server.app.env.appOrigin}/forgot-password`);
    expect(mail?.raw).not.toContain('EMAIL_');
  });

  test('sends one link for a form while that link is valid, and says so the next time', async () => {
    const email = newEmail();
    const ip = freshIp();
    expect((await signUp({ email }, server, ip)).data).toEqual({ email, delivery: 'email' });
    for (let again = 0; again < 5; again += 1)
      expect((await signUp({ email }, server, ip)).data).toEqual({
        email,
        delivery: 'email',
        isSentBefore: true,
      });
    // Another form with the same e-mail gets its own link, also after a stranger's form.
    const others = [{ password: STRANGERS_PASSWORD }, { merchantName: 'Padaria' }];
    for (const other of others)
      expect((await signUp({ email, ...other }, server, ip)).data).toEqual({ email, delivery: 'email' });
    const [first] = await mailed(email, 3);
    expect(said(await confirm(tokenIn(first))), 'the first link is good').toEqual([200, null]);
  });

  test('takes the form with newer texts for another one, because its link accepts what was read', async () => {
    const form = {
      merchantName: 'Mercearia',
      merchantPhone: '1132104567',
      merchantAddress: 'Rua das Flores, 10',
      ownerName: 'Rita de Cássia',
      email: newEmail(),
      password: PASSWORD,
      acceptsTerms: true,
    };
    const identity = { cnpj: '', address: '', officer: '', officerEmail: '', subprocessors: '' };
    const ask = (legalName: string) => {
      const platformIdentity = { ...identity, legalName };
      const app = { ...server.app, env: { ...server.app.env, platformIdentity } };
      return askMerchantSignup(app, { ...form, texts: presentTexts(platformIdentity) }, { ip: freshIp() });
    };
    const sent = { email: form.email, delivery: 'email' };
    expect([await ask('Uma'), await ask('Uma')]).toEqual([sent, { ...sent, isSentBefore: true }]);
    expect(await ask('Outra')).toEqual(sent);
  });

  test('sends few links from one network, and another network has its own', async () => {
    const email = newEmail();
    const ip = freshIp();
    const form = (count: number) => ({ email, merchantName: `Mercearia ${count}` });
    for (let count = 0; count < EMAIL_LINKS_AGAIN_PER_HOUR.limit; count += 1)
      expect(said(await signUp(form(count), server, ip))).toEqual([200, null]);
    for (const attempt of ['refused', 'not taken for sent'])
      expect(said(await signUp(form(9), server, ip)), attempt).toEqual([429, 'too_many_emails']);
    expect(said(await signUp(form(9)))).toEqual([200, null]);
    await mailed(email, EMAIL_LINKS_AGAIN_PER_HOUR.limit + 1);
  });

  test('a link works once, also when it is used eight times at the same moment', async () => {
    const email = newEmail();
    const token = await askedFor({ email });
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
    expect(await rowsWith(email)).toEqual(['employee', 'merchant']);
    expect(said(await call('auth.emailLink', { token }))).toEqual([404, 'invalid_email_link']);
  });

  test('two links to one address used at the same moment: one wins, and the other is refused', async () => {
    const email = newEmail();
    const tokens = [await askedFor({ email }), await askedFor({ email, merchantName: 'Padaria' })];
    const answers = await Promise.all(tokens.map((token) => confirm(token)));
    expect(answers.map(said).sort()).toEqual([
      [200, null],
      [409, 'email_taken'],
    ]);
    expect(await rowsWith(email)).toEqual(['employee', 'merchant']);
  });

  test('stores the password and the token as hashes, and nothing of the form in the queue', async () => {
    const email = newEmail();
    const { data } = await signUp({ email, password: STRANGERS_PASSWORD });
    expect(JSON.stringify(data)).not.toContain('EMAIL_');
    const kept = await fixture.owner.query(
      'SELECT l::text AS text, merchant_id, id FROM email_links l WHERE email = $1',
      [email],
    );
    const { text, merchant_id, id } = kept.rows[0];
    expect(text).toContain('$argon2id$');
    expect(text).not.toContain(STRANGERS_PASSWORD);
    const token = server.app.tokens.tokenFor('EMAIL', merchant_id, id);
    expect(text).not.toContain(token.slice('EMAIL_'.length));
    expect(tokenIn((await mailed(email))[0])).toBe(token);
  });

  test('a link unproved for a day is refused, and then deleted', async () => {
    const email = newEmail();
    const token = await askedFor({ email });
    await fixture.owner.query('UPDATE email_links SET expires_at = clock_timestamp() WHERE email = $1', [
      email,
    ]);
    expect(said(await confirm(token))).toEqual([404, 'invalid_email_link']);
    await applyRetention(server.app);
    const { rows } = await fixture.owner.query('SELECT FROM email_links WHERE email = $1', [email]);
    expect(rows).toEqual([]);
    const others = await fixture.owner.query(
      'SELECT count(*)::int AS n FROM email_links WHERE expires_at > now()',
    );
    expect(others.rows[0].n, 'what may still be proved stays').toBeGreaterThan(0);
  });

  test('refuses a token of another kind, and an unknown one', async () => {
    for (const token of [merchant.passwordToken, merchant.purchase.token, `EMAIL_${'A'.repeat(27)}`, 'x'])
      for (const answer of [await confirm(token), await call('auth.emailLink', { token })])
        expect(said(answer)).toEqual([404, 'invalid_email_link']);
  });
});

describe('signing up without a mail server', () => {
  test('creates the merchant at once, and refuses a known address as taken', async () => {
    const email = newEmail();
    const answer = await signUp({ email }, mailless);
    expect([answer.status, answer.data]).toEqual([200, { email, delivery: 'none' }]);
    expect(await mayLogIn(email, PASSWORD)).toBe(true);
    expect(said(await signUp({ email }, mailless))).toEqual([409, 'email_taken']);
  });
});

describe('a pending invitation', () => {
  test('does not reserve the address: two merchants invite it and its owner still signs up with it', async () => {
    const email = newEmail();
    const [first, second] = [await invite(email), await invite(email)];
    expect([first.status, second.status]).toEqual([200, 200]);
    const token = await askedFor({ email });
    expect(said(await confirm(token))).toEqual([200, null]);
    expect(said(await accept(first.token))).toEqual([409, 'email_taken']);
    expect(await mayLogIn(email, PASSWORD)).toBe(true);
  });

  test('belongs to the first that is accepted; the other says that the address is taken', async () => {
    const email = newEmail();
    const [first, second] = [await invite(email), await invite(email)];
    const answers = await Promise.all([accept(first.token), accept(second.token)]);
    expect(answers.map(said).sort()).toEqual([
      [200, null],
      [409, 'email_taken'],
    ]);
    const won = answers[0]?.status === 200 ? first : second;
    const login = await call('auth.login', { email, password: PASSWORD });
    expect(login.status).toBe(200);
    const { rows } = await fixture.owner.query(
      'SELECT merchant_id FROM employees WHERE email = $1 AND password_hash IS NOT NULL',
      [email],
    );
    expect(rows).toEqual([{ merchant_id: won.merchantId }]);
  });

  test('accepted while a sign-up with the address is proved: one of the two gets it', async () => {
    const email = newEmail();
    const invitation = await invite(email);
    const token = await askedFor({ email });
    const answers = await Promise.all([accept(invitation.token), confirm(token)]);
    expect(answers.map(said).sort()).toEqual([
      [200, null],
      [409, 'email_taken'],
    ]);
  });

  test('is not a login: no link to a new password is sent to it', async () => {
    const { email } = await newEmployee({ isInvited: true });
    await call('auth.forgotPassword', { email });
    await askedFor({ email: newEmail() });
    expect(mailsTo(email)).toEqual([]);
  });

  test('is refused for an address with a login, and for one that the merchant lists already', async () => {
    const { email } = await newEmployee();
    expect(await invite(email)).toMatchObject({ status: 409, refusal: 'email_taken' });
    const invited = await newEmployee({ isInvited: true });
    const cookie = `session=${await openSession(server.app, merchant.staff.owner)}`;
    const again = await server.client.call(
      'employees.add',
      { name: 'Convidada', email: invited.email, role: 'operator' },
      { cookie },
    );
    expect(said(again)).toEqual([409, 'email_taken']);
  });
});

describe('an employee who was deactivated', () => {
  test('may prove the address elsewhere again, and then cannot be activated at the first merchant', async () => {
    const { email, employeeId } = await newEmployee();
    const cookie = `session=${await openSession(server.app, merchant.staff.owner)}`;
    const setActive = (isActive: boolean) =>
      server.client.call('employees.setActive', { employeeId, isActive }, { cookie });
    expect((await setActive(false)).status).toBe(200);
    expect(said(await confirm(await askedFor({ email })))).toEqual([200, null]);
    expect(said(await setActive(true))).toEqual([409, 'email_taken']);
    expect(await mayLogIn(email, PASSWORD)).toBe(true);
  });
});

describe('a new e-mail of one’s own', () => {
  test('replaces the old one once its link is used, and the old one is notified before', async () => {
    const employee = await newEmployee();
    const email = newEmail();
    const answer = await employee.changeTo(email);
    expect(answer.data).toMatchObject({ email: employee.email, pendingEmail: email });
    expect(await employee.profile()).toMatchObject({ email: employee.email, pendingEmail: email });
    expect([await mayLogIn(email, TEST_PASSWORD), await mayLogIn(employee.email, TEST_PASSWORD)]).toEqual([
      false,
      true,
    ]);
    const [notice] = await mailed(employee.email);
    expect(notice?.subject).toBe('Pedido para trocar o email do seu acesso ao painel de cashback');
    expect(notice?.raw).not.toContain('EMAIL_');

    const token = tokenIn((await mailed(email))[0]);
    expect((await call('auth.emailLink', { token })).data).toMatchObject({ kind: 'change', email });
    expect(said(await confirm(token, 'not the password'))).toEqual([422, 'wrong_link_password']);
    expect(said(await confirm(token, TEST_PASSWORD))).toEqual([200, null]);
    expect(await employee.profile()).toMatchObject({ email, pendingEmail: null });
    expect([await mayLogIn(email, TEST_PASSWORD), await mayLogIn(employee.email, TEST_PASSWORD)]).toEqual([
      true,
      false,
    ]);
    expect(said(await confirm(token, TEST_PASSWORD))).toEqual([404, 'invalid_email_link']);
    const { rows } = await fixture.owner.query(
      `SELECT action FROM audit_log WHERE entity_id = $1 AND action ~ 'email' ORDER BY id`,
      [employee.employeeId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['auth.ask_email_change', 'auth.change_email']);
  });

  test('is not reserved while it waits: it may be proved elsewhere, and the link then says so', async () => {
    const employee = await newEmployee();
    const email = newEmail();
    await employee.changeTo(email);
    const token = tokenIn((await mailed(email))[0]);
    expect(said(await confirm(await askedFor({ email })))).toEqual([200, null]);
    expect(said(await confirm(token, TEST_PASSWORD))).toEqual([409, 'email_taken']);
    expect(await employee.profile()).toMatchObject({ email: employee.email });
  });

  test('that is another employee’s is answered alike, and its owner is notified', async () => {
    const employee = await newEmployee();
    const answer = await employee.changeTo(merchant.ownerEmail);
    expect([answer.status, answer.data.pendingEmail]).toEqual([200, merchant.ownerEmail]);
    const sent = await mailed(merchant.ownerEmail);
    expect(sent[0]?.subject).toBe('Você já tem acesso ao painel de cashback');
  });

  test('is asked for again by the same form: while its link is valid no other one is sent', async () => {
    const employee = await newEmployee();
    const [email, other] = [newEmail(), newEmail()];
    const said = [];
    for (let asked = 0; asked < 3; asked += 1) said.push((await employee.changeTo(email)).data);
    const waits = { name: 'Ana', email: employee.email, phone: null, role: 'operator', pendingEmail: email };
    expect(said).toEqual([waits, { ...waits, isSentBefore: true }, { ...waits, isSentBefore: true }]);
    expect((await employee.changeTo(other)).data).toEqual({ ...waits, pendingEmail: other });
    await mailed(other);
    expect(mailsTo(email)).toHaveLength(1);
    // One notice for each address.
    await mailed(employee.email, 2);
  });

  test('may be sent again and canceled; only the last link works', async () => {
    const employee = await newEmployee();
    const email = newEmail();
    expect(said(await employee.act('resendEmailLink'))).toEqual([409, 'no_email_change']);
    await employee.changeTo(email);
    const first = tokenIn((await mailed(email))[0]);
    expect((await employee.act('resendEmailLink')).data).toEqual({ pendingEmail: email });
    const last = tokenIn((await mailed(email, 2))[1]);
    expect(said(await confirm(first, TEST_PASSWORD))).toEqual([404, 'invalid_email_link']);
    expect((await employee.act('cancelEmailChange')).data).toEqual({ pendingEmail: null });
    expect(said(await confirm(last, TEST_PASSWORD))).toEqual([404, 'invalid_email_link']);
    expect(await employee.profile()).toMatchObject({ email: employee.email, pendingEmail: null });
  });

  test('is canceled by a new password, so that the address’s owner can stop the change', async () => {
    for (const change of ['link', 'profile']) {
      const employee = await newEmployee();
      const email = newEmail();
      await employee.changeTo(email);
      const token = tokenIn((await mailed(email))[0]);
      if (change === 'profile') {
        await employee.act('changePassword', { currentPassword: TEST_PASSWORD, password: PASSWORD });
      } else {
        await call('auth.forgotPassword', { email: employee.email });
        const [, reset] = await mailed(employee.email, 2);
        await accept(/#(PASSWORD_[\w-]{27})/.exec(reset?.text ?? '')?.[1] ?? '');
      }
      for (const password of [PASSWORD, TEST_PASSWORD])
        expect(said(await confirm(token, password)), change).toEqual([404, 'invalid_email_link']);
    }
  });

  test('is refused for an employee deactivated meanwhile', async () => {
    const employee = await newEmployee();
    const email = newEmail();
    await employee.changeTo(email);
    const token = tokenIn((await mailed(email))[0]);
    await fixture.owner.query('UPDATE employees SET is_active = false WHERE id = $1', [employee.employeeId]);
    expect(said(await confirm(token, TEST_PASSWORD))).toEqual([404, 'invalid_email_link']);
  });

  test('without a mail server takes effect at once, unless it is taken', async () => {
    const employee = await newEmployee();
    const email = newEmail();
    expect((await employee.changeTo(email, mailless)).data).toMatchObject({ email, pendingEmail: null });
    expect(await mayLogIn(email, TEST_PASSWORD)).toBe(true);
    expect(said(await employee.changeTo(merchant.ownerEmail, mailless))).toEqual([409, 'email_taken']);
  });
});
