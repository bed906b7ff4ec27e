import { randomBytes } from 'node:crypto';
import { generateSync } from 'otplib';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type Answer, freshIp } from 'testing/http-client';
import { type MailServer, startMailServer } from 'testing/mail-server';
import { TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CODES_PER_ACCOUNT, CODES_PER_DEVICE } from '../limits/call-limits.ts';
import type { Jobs } from '../start-jobs.ts';
import { type Employee, hireJoana } from '../test/employees.ts';
import { endWindows } from '../test/end-windows.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { startMailJobs } from '../test/mail-jobs.ts';
import { createMovableClock } from '../test/money-app.ts';
import { createMerchant, type Merchant } from '../test/tenant-fixture.ts';
import { cancelLostFactor, resetLostFactor } from './reset-lost-factor.ts';

const NEW_PASSWORD = 'broa-de-milho-morna';
const PERIOD_MS = 30_000;

const fixture = useDatabaseFixture();
const clock = createMovableClock(new Date());
let mails: MailServer;
let server: InProcessServer;
let jobs: Jobs | undefined;
let merchant: Merchant;

beforeAll(async () => {
  mails = await startMailServer();
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'Cashback <avisos@cashback.example>' };
  server = await startInProcessServer(fixture.database.appUrl, { clock, env });
  jobs = startMailJobs(server.app);
  merchant = await createMerchant(server.app, fixture.owner);
});
afterAll(async () => {
  await jobs?.stop();
  await server?.close();
  await mails?.close();
});

let employee: Pick<Employee, 'id' | 'email'>;
beforeEach(async () => {
  await endWindows(fixture.owner, clock);
  employee = await hireJoana(fixture.owner, merchant);
});

const call = (path: string, input: object, cookie?: string): Promise<Answer> =>
  server.client.call(`auth.${path}`, input, { ip: freshIp(), ...(cookie !== undefined && { cookie }) });
const said = ({ status, error }: Answer) => [status, error?.data.refusal ?? null];
const OK = [200, null];
const WRONG = [422, 'wrong_factor_code'];
const OVER = [401, 'half_open_login_over'];
const TOO_MANY = [429, 'too_many_codes'];

const cookiesOf = (answer: Answer) =>
  (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
const deviceIn = (cookies: string) => /[^ ;]*device=[^;]+/.exec(cookies)?.[0] ?? '';
const isSignedIn = async (cookie: string) =>
  (await server.client.query('auth.profile', undefined, { cookie })).status === 200;

async function logIn({ email } = employee, password = TEST_PASSWORD): Promise<string> {
  const answer = await call('login', { email, password });
  expect(said(answer)).toEqual(OK);
  return cookiesOf(answer);
}

/** The token of a login whose password was right. */
async function startLogin({ email } = employee, password = TEST_PASSWORD, cookie = ''): Promise<string> {
  const answer = await call('startLogin', { email, password }, cookie);
  expect(said(answer)).toEqual(OK);
  expect(answer.data.session).toBeNull();
  expect(answer.headers['set-cookie']).toBeUndefined();
  return answer.data.halfOpenToken;
}

/** What the app shows now. */
const codeOf = (secret: string, offMs = 0) =>
  generateSync({ secret, epoch: Math.floor((clock.now().getTime() + offMs) / 1_000) });
/** A code of no period near. */
function wrongCode(secret: string): string {
  const right = [-PERIOD_MS, 0, PERIOD_MS].map((off) => codeOf(secret, off));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) as string;
}

/** Turns the second step on; the app shows its next code afterwards. */
async function turnOn(cookie: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const started = await call('startAuthenticator', {}, cookie);
  expect(said(started)).toEqual(OK);
  const { secret } = started.data;
  const confirmed = await call('confirmAuthenticator', { code: codeOf(secret) }, cookie);
  expect(said(confirmed)).toEqual(OK);
  clock.advance(PERIOD_MS);
  return { secret, recoveryCodes: confirmed.data.recoveryCodes };
}

const finish = (token: string, code: string, cookie?: string) => call('finishLogin', { token, code }, cookie);

const mailsTo = (email: string, subject: string) =>
  mails.messages.filter((mail) => mail.recipients.includes(email) && mail.subject === subject);
async function mailed(subject: string, { email } = employee) {
  await vi.waitFor(() => expect(mailsTo(email, subject)).toHaveLength(1), { timeout: 60_000, interval: 30 });
  return mailsTo(email, subject)[0];
}

describe('turning the second step on', () => {
  test('takes a code of the app; until then logins ask for nothing', async () => {
    const cookie = await logIn();
    const early = await call('confirmAuthenticator', { code: '123456' }, cookie);
    expect(said(early)).toEqual([409, 'no_authenticator']);

    const { data } = await call('startAuthenticator', {}, cookie);
    expect(new URL(data.address).searchParams.get('secret')).toBe(data.secret);
    const wrong = await call('confirmAuthenticator', { code: wrongCode(data.secret) }, cookie);
    expect(said(wrong)).toEqual(WRONG);
    await logIn();

    const confirmed = await call('confirmAuthenticator', { code: codeOf(data.secret) }, cookie);
    expect(confirmed.data.recoveryCodes).toHaveLength(10);
    for (const code of confirmed.data.recoveryCodes) expect(code).toMatch(/^[a-z2-7]{24}$/);
    const shown = await server.client.query('auth.factors', undefined, { cookie });
    expect(shown.data).toEqual({ appSince: expect.any(String), passkeys: [], recoveryCodesLeft: 10 });
    await mailed('Verificação em duas etapas ativada no painel de cashback');
    const again = await call('startAuthenticator', {}, cookie);
    expect(said(again)).toEqual([409, 'authenticator_exists']);
  });

  test('a second start replaces the first secret, and ends no session; turning on ends the others', async () => {
    const [cookie, other] = [await logIn(), await logIn()];
    const first = await call('startAuthenticator', {}, cookie);
    const second = await call('startAuthenticator', {}, cookie);
    expect(await isSignedIn(other)).toBe(true);
    const { secret } = second.data;
    expect(said(await call('confirmAuthenticator', { code: codeOf(first.data.secret) }, cookie))).toEqual(
      WRONG,
    );
    expect(said(await call('confirmAuthenticator', { code: codeOf(secret) }, cookie))).toEqual(OK);
    expect([await isSignedIn(cookie), await isSignedIn(other)]).toEqual([true, false]);
  });

  test('the database holds neither the secret nor a recovery code nor the token of a waiting login', async () => {
    const { secret, recoveryCodes } = await turnOn(await logIn());
    const token = await startLogin();
    const { rows } = await fixture.owner.query<{ text: string }>(
      `SELECT encode(bytes, 'escape') AS text FROM (
         SELECT secret_encrypted AS bytes FROM authenticators UNION ALL SELECT code_hash FROM recovery_codes
         UNION ALL SELECT token_hash FROM half_open_logins
       ) stored`,
    );
    const stored = rows.map(({ text }) => text).join('\n');
    for (const clear of [secret, token, ...recoveryCodes]) expect(stored).not.toContain(clear);
  });
});

describe('a login with a second step', () => {
  test('is no session before the code, and one after it', async () => {
    const { secret } = await turnOn(await logIn());
    const old = await call('login', { email: employee.email, password: TEST_PASSWORD });
    expect([...said(old), old.headers['set-cookie']]).toEqual([401, 'factor_needed', undefined]);

    const token = await startLogin();
    expect(await isSignedIn(`session=${token}`)).toBe(false);
    const wrong = await finish(token, wrongCode(secret));
    expect([...said(wrong), wrong.headers['set-cookie']]).toEqual([...WRONG, undefined]);
    const answer = await finish(token, codeOf(secret));
    expect(answer.data.employee).toMatchObject({ id: employee.id, email: employee.email });
    expect(await isSignedIn(cookiesOf(answer))).toBe(true);
    expect(said(await finish(token, codeOf(secret, PERIOD_MS)))).toEqual(OVER);
  });

  test('without one startLogin is a login', async () => {
    const answer = await call('startLogin', { email: employee.email, password: TEST_PASSWORD });
    expect(answer.data).toMatchObject({ session: { employee: { id: employee.id } }, halfOpenToken: null });
    expect(await isSignedIn(cookiesOf(answer))).toBe(true);
    const wrong = await call('startLogin', { email: employee.email, password: 'not the password' });
    expect(said(wrong)).toEqual([401, 'invalid_credentials']);
  });

  test('a code is accepted once, also the one that turned it on, and also when two use it at once', async () => {
    const cookie = await logIn();
    const { data } = await call('startAuthenticator', {}, cookie);
    const first = codeOf(data.secret);
    expect(said(await call('confirmAuthenticator', { code: first }, cookie))).toEqual(OK);
    expect(said(await finish(await startLogin(), first))).toEqual(WRONG);

    clock.advance(PERIOD_MS);
    const code = codeOf(data.secret);
    const tokens = [await startLogin(), await startLogin(), await startLogin()];
    const answers = await Promise.all(tokens.map((token) => finish(token, code)));
    expect(answers.map(said).sort()).toEqual([OK, WRONG, WRONG]);
    // Of a period before one that was used none is accepted either.
    expect(said(await finish(await startLogin(), codeOf(data.secret, -PERIOD_MS)))).toEqual(WRONG);
    expect(said(await finish(await startLogin(), codeOf(data.secret, PERIOD_MS)))).toEqual(OK);
  });

  test('a phone may be half a minute wrong, not more', async () => {
    const { secret } = await turnOn(await logIn());
    clock.advance(10 * PERIOD_MS);
    const token = await startLogin();
    for (const off of [-2, 2])
      expect(said(await finish(token, codeOf(secret, off * PERIOD_MS)))).toEqual(WRONG);
    expect(said(await finish(token, codeOf(secret, -PERIOD_MS)))).toEqual(OK);
    expect(said(await finish(await startLogin(), codeOf(secret, PERIOD_MS)))).toEqual(OK);
  });

  test.each(['', '12345', 'abcd', '1'.repeat(65), '12345a'])('%j is refused at its field', async (code) => {
    const answer = await finish('token', code);
    expect(answer.status).toBe(400);
    expect(answer.error?.data.fields).toHaveProperty('code');
  });

  test('ends after five tries, after ten minutes, with a new password, and with the access', async () => {
    const { secret } = await turnOn(await logIn());
    const spent = await startLogin();
    for (let tries = 0; tries < 5; tries += 1)
      expect(said(await finish(spent, wrongCode(secret)))).toEqual(WRONG);
    expect(said(await finish(spent, codeOf(secret)))).toEqual(OVER);
    await mailed('Alguém sabe a sua senha do painel de cashback?');

    const late = await startLogin();
    clock.advance(10 * 60_000);
    expect(said(await finish(late, codeOf(secret)))).toEqual(OVER);

    const [former, deactivated] = [await startLogin(), await startLogin()];
    const done = cookiesOf(await finish(await startLogin(), codeOf(secret)));
    await call('changePassword', { currentPassword: TEST_PASSWORD, password: NEW_PASSWORD }, done);
    clock.advance(PERIOD_MS);
    expect(said(await finish(former, codeOf(secret)))).toEqual(OVER);

    await fixture.owner.query('UPDATE employees SET is_active = false WHERE id = $1', [employee.id]);
    for (const token of [deactivated, randomBytes(32).toString('base64url')])
      expect(said(await finish(token, codeOf(secret)))).toEqual(OVER);
  });

  test('more tries at once than there are spend no more than there are', async () => {
    const { secret } = await turnOn(await logIn());
    const token = await startLogin();
    const answers = await Promise.all(Array.from({ length: 12 }, () => finish(token, wrongCode(secret))));
    expect(answers.filter((each) => each.error?.data.refusal === 'wrong_factor_code')).toHaveLength(5);
    expect(answers.filter((each) => each.error?.data.refusal === 'half_open_login_over')).toHaveLength(7);
  });
});

describe('guesses by one who has the password', () => {
  test('end with the limit of a day; a recovery code and a known device get through meanwhile', async () => {
    const { secret, recoveryCodes } = await turnOn(await logIn());
    const device = deviceIn(cookiesOf(await finish(await startLogin(), codeOf(secret))));
    expect(device).not.toBe('');
    const refusals: unknown[] = [];
    for (let logins = 0; logins < 8; logins += 1) {
      const token = await startLogin();
      for (let tries = 0; tries < 5; tries += 1)
        refusals.push((await finish(token, wrongCode(secret))).error?.data.refusal);
    }
    expect(refusals.filter((each) => each === 'wrong_factor_code')).toHaveLength(CODES_PER_ACCOUNT.limit);
    clock.advance(PERIOD_MS);
    const refused = await finish(await startLogin(), codeOf(secret));
    expect(said(refused)).toEqual(TOO_MANY);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

    const known = await startLogin(employee, TEST_PASSWORD, device);
    expect(said(await finish(known, codeOf(secret), device))).toEqual(OK);
    expect(said(await finish(await startLogin(), recoveryCodes[0] ?? ''))).toEqual(OK);
    await endWindows(fixture.owner, clock, CODES_PER_ACCOUNT.windowSeconds * 1_000);
    expect(said(await finish(await startLogin(), codeOf(secret)))).toEqual(OK);
  });

  test('from a device that a stolen mailbox made known are as few, and right codes count for nothing', async () => {
    const { secret } = await turnOn(await logIn());
    const device = deviceIn(cookiesOf(await finish(await startLogin(), codeOf(secret))));
    for (let times = 0; times < CODES_PER_DEVICE.limit + 2; times += 1) {
      clock.advance(PERIOD_MS);
      const token = await startLogin(employee, TEST_PASSWORD, device);
      expect(said(await finish(token, codeOf(secret), device))).toEqual(OK);
    }
    const refusals: unknown[] = [];
    for (let logins = 0; logins < 4; logins += 1) {
      const token = await startLogin(employee, TEST_PASSWORD, device);
      for (let tries = 0; tries < 5; tries += 1)
        refusals.push((await finish(token, wrongCode(secret), device)).error?.data.refusal);
    }
    expect(refusals.filter((each) => each === 'wrong_factor_code')).toHaveLength(CODES_PER_DEVICE.limit);
    expect(refusals.at(-1)).toBe('too_many_codes');
  });
});

describe('a recovery code', () => {
  test('works once, however it is typed, and its use is told', async () => {
    const { recoveryCodes } = await turnOn(await logIn());
    const [code = '', next = ''] = recoveryCodes;
    const typed = code.toUpperCase().replaceAll(/(.{4})/g, '$1 ');
    const tokens = [await startLogin(), await startLogin()];
    const answers = await Promise.all(tokens.map((token) => finish(token, typed)));
    expect(answers.map(said).sort()).toEqual([OK, WRONG]);
    await mailed('Um código de recuperação da sua conta no painel de cashback foi usado');
    const cookie = cookiesOf(await finish(await startLogin(), next));
    const shown = await server.client.query('auth.factors', undefined, { cookie });
    expect(shown.data.recoveryCodesLeft).toBe(8);
    const { rows } = await fixture.owner.query(
      `SELECT FROM audit_log WHERE entity_id = $1 AND action = 'auth.use_recovery_code'`,
      [employee.id],
    );
    expect(rows).toHaveLength(2);
  });

  test('is of one employee only, also where its row was copied', async () => {
    const { recoveryCodes } = await turnOn(await logIn());
    const other = await hireJoana(fixture.owner, merchant);
    await turnOn(await logIn(other));
    expect(said(await finish(await startLogin(other), recoveryCodes[0] ?? ''))).toEqual(WRONG);
    await fixture.owner.query(
      `INSERT INTO recovery_codes SELECT merchant_id, $1, code_hash, created_at FROM recovery_codes
       WHERE employee_id = $2`,
      [other.id, employee.id],
    );
    expect(said(await finish(await startLogin(other), recoveryCodes[0] ?? ''))).toEqual(WRONG);
  });

  test('ends with its set', async () => {
    const cookie = await logIn();
    const { recoveryCodes } = await turnOn(cookie);
    const { data } = await call('renewRecoveryCodes', {}, cookie);
    expect(data.recoveryCodes).toHaveLength(10);
    await mailed('Novos códigos de recuperação da sua conta no painel de cashback');
    expect(said(await finish(await startLogin(), recoveryCodes[0] ?? ''))).toEqual(WRONG);
    expect(said(await finish(await startLogin(), data.recoveryCodes[0]))).toEqual(OK);
  });
});

describe('an owner turns off the second step of an employee who lost it', () => {
  const reset = (cookie: string, employeeId: string) =>
    server.client.call('employees.resetFactor', { employeeId }, { ip: freshIp(), cookie });

  test('sessions and waiting logins end, and the employee is told', async () => {
    const cookie = await logIn();
    await turnOn(cookie);
    const waiting = await startLogin();
    const owner = await logIn({ id: '', email: merchant.ownerEmail });
    const listed = await server.client.query('employees.list', undefined, { cookie: owner });
    const row = (answer: Answer) =>
      answer.data.employees.find(({ id }: { id: string }) => id === employee.id);
    expect(row(listed)).toMatchObject({ hasFactor: true, canResetFactor: true });

    expect(said(await reset(owner, employee.id))).toEqual(OK);
    expect(await isSignedIn(cookie)).toBe(false);
    expect(said(await finish(waiting, '123456'))).toEqual(OVER);
    await logIn();
    await mailed('Sua verificação em duas etapas no painel de cashback foi redefinida');
    const { rows } = await fixture.owner.query(
      `SELECT employee_id IS NOT NULL AS "hasActor" FROM audit_log
       WHERE entity_id = $1 AND action = 'employee.reset_factor'`,
      [employee.id],
    );
    expect(rows).toEqual([{ hasActor: true }]);
    expect(said(await reset(owner, employee.id))).toEqual([409, 'factor_not_set']);
    const after = await server.client.query('employees.list', undefined, { cookie: owner });
    expect(row(after)).toMatchObject({ hasFactor: false, canResetFactor: false });
  });

  test('not their own, and no role below an owner’s', async () => {
    const { rows } = await fixture.owner.query<{ id: string }>('SELECT id FROM employees WHERE email = $1', [
      merchant.ownerEmail,
    ]);
    const owner = await logIn({ id: '', email: merchant.ownerEmail });
    expect(said(await reset(owner, rows[0]?.id ?? ''))).toEqual([403, 'own_factor']);
    const admin = await hireJoana(fixture.owner, merchant);
    await fixture.owner.query(`UPDATE employees SET role = 'admin' WHERE id = $1`, [admin.id]);
    expect(said(await reset(await logIn(admin), employee.id))).toEqual([403, 'forbidden']);
  });
});

describe('the platform turns off a second step that is lost', () => {
  const DAY_MS = 86_400_000;
  const lost = () => resetLostFactor(server.app.tenancy, employee.email);
  const ASKED = 'Pedido para desativar a verificação em duas etapas';
  const audited = async () => {
    const { rows } = await fixture.owner.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE entity_id = $1 AND employee_id IS NULL ORDER BY created_at`,
      [employee.id],
    );
    return rows.map(({ action }) => action);
  };

  test('a day after every address on record was told, not before', async () => {
    expect(await lost()).toEqual({ step: 'none' });
    const cookie = await logIn();
    await turnOn(cookie);
    const former = `antes-${employee.id}@loja.example`;
    await fixture.owner.query(
      `INSERT INTO security_notices (merchant_id, id, employee_id, kind, email, token_hash, created_at, expires_at)
       VALUES ($1, gen_random_uuid(), $2, 'email_changed', $3, $4, now(), now())`,
      [merchant.merchantId, employee.id, former, randomBytes(32)],
    );
    const asked = await lost();
    expect(asked).toMatchObject({ step: 'asked', dueAt: new Date(clock.now().getTime() + DAY_MS) });
    const told = [employee.email, former, merchant.ownerEmail];
    expect('addresses' in asked && asked.addresses).toEqual(expect.arrayContaining(told));
    for (const email of [employee.email, former]) {
      const mail = await mailed(ASKED, { id: '', email });
      expect(mail?.text).toContain('Joana');
    }
    clock.advance(DAY_MS - 1_000);
    expect((await lost()).step).toBe('waits');
    await startLogin();
    const waiting = await startLogin();
    clock.advance(1_000);
    expect(await lost()).toEqual({ step: 'done' });
    expect(said(await finish(waiting, '123456'))).toEqual(OVER);
    await logIn();
    await mailed('A verificação em duas etapas foi desativada');
    expect(await audited()).toEqual(['employee.ask_factor_reset', 'employee.reset_factor']);
    expect(await lost()).toEqual({ step: 'none' });
  });

  test('not where a code shows meanwhile that nothing is lost, nor where it was taken back', async () => {
    const { secret, recoveryCodes } = await turnOn(await logIn());
    const proofs = [() => codeOf(secret), () => recoveryCodes[0] ?? ''];
    for (const code of proofs) {
      expect((await lost()).step).toBe('asked');
      clock.advance(PERIOD_MS);
      expect(said(await finish(await startLogin(), code()))).toEqual(OK);
      clock.advance(DAY_MS);
      expect((await lost()).step).toBe('asked');
      expect(await cancelLostFactor(server.app.tenancy, employee.email)).toEqual({ step: 'canceled' });
    }
    expect(await cancelLostFactor(server.app.tenancy, employee.email)).toEqual({ step: 'none' });
    // A wrong code shows nothing.
    await lost();
    expect(said(await finish(await startLogin(), wrongCode(secret)))).toEqual(WRONG);
    clock.advance(DAY_MS);
    expect(await lost()).toEqual({ step: 'done' });
  });

  test('and a second step that is set up afterwards has nothing to fear from the request', async () => {
    const { recoveryCodes } = await turnOn(await logIn());
    await lost();
    const owner = await logIn({ id: '', email: merchant.ownerEmail });
    const input = { employeeId: employee.id };
    const reset = await server.client.call('employees.resetFactor', input, { ip: freshIp(), cookie: owner });
    expect(said(reset)).toEqual(OK);
    await turnOn(await logIn());
    expect(recoveryCodes).toHaveLength(10);
    clock.advance(DAY_MS);
    expect((await lost()).step).toBe('asked');
  });
});

describe('the second step ends', () => {
  test('with its recovery codes', async () => {
    const cookie = await logIn();
    const { recoveryCodes } = await turnOn(cookie);
    const waiting = await startLogin();
    expect(said(await call('removeAuthenticator', {}, cookie))).toEqual(OK);
    await mailed('Verificação em duas etapas desativada no painel de cashback');
    expect(said(await finish(waiting, recoveryCodes[4] ?? ''))).toEqual(WRONG);
    await logIn();
    const shown = await server.client.query('auth.factors', undefined, { cookie });
    expect(shown.data).toEqual({ appSince: null, passkeys: [], recoveryCodesLeft: 0 });
    const again = await call('removeAuthenticator', {}, cookie);
    expect(said(again)).toEqual([409, 'no_factor']);
  });

  test('not by a link to a new password, nor by an invitation', async () => {
    await turnOn(await logIn());
    await call('forgotPassword', { email: employee.email });
    const token = await vi.waitFor(
      () => {
        const found = mails.messages
          .filter(({ recipients }) => recipients.includes(employee.email))
          .map(({ text }) => /#(PASSWORD_[\w-]{27})/.exec(text ?? '')?.[1])
          .find((each) => each !== undefined);
        expect(found).toBeDefined();
        return found;
      },
      { timeout: 60_000, interval: 30 },
    );
    await fixture.owner.query(
      `WITH invited AS (UPDATE employees SET password_hash = NULL WHERE id = $1)
       UPDATE password_links SET kind = 'invitation', expires_at = expires_at + interval '99 days'
       WHERE employee_id = $1`,
      [employee.id],
    );
    const set = await call('setPassword', { token, password: NEW_PASSWORD });
    expect(set.data).toEqual({ email: employee.email, session: null });
    expect(await isSignedIn(cookiesOf(set))).toBe(false);
    await startLogin(employee, NEW_PASSWORD);
  });

  test('by ‘Não fui eu’ where an intruder set it up, and not where it was there before', async () => {
    const notMe = async (subject: string, who = employee) =>
      /not-me#(NOTICE_[\w-]{27})/.exec((await mailed(subject, who))?.text ?? '')?.[1];
    await turnOn(await logIn());
    const token = await notMe('Verificação em duas etapas ativada no painel de cashback');
    expect((await call('securityNotice', { token })).data.kind).toBe('factor_added');
    expect(said(await call('disownNotice', { token }))).toEqual(OK);
    const { rows } = await fixture.owner.query(
      'SELECT FROM authenticators WHERE employee_id = $1 UNION ALL SELECT FROM recovery_codes WHERE employee_id = $1',
      [employee.id],
    );
    expect(rows).toEqual([]);

    const careful = await hireJoana(fixture.owner, merchant);
    const { recoveryCodes } = await turnOn(await logIn(careful));
    await finish(await startLogin(careful), recoveryCodes[0] ?? '');
    const later = await notMe(
      'Um código de recuperação da sua conta no painel de cashback foi usado',
      careful,
    );
    expect(said(await call('disownNotice', { token: later }))).toEqual(OK);
    const kept = await fixture.owner.query(
      'SELECT FROM authenticators WHERE employee_id = $1 AND confirmed_at IS NOT NULL',
      [careful.id],
    );
    expect(kept.rows).toHaveLength(1);
  });
});
