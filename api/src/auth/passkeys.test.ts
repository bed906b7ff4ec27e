import { randomBytes, randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type Answer, freshIp } from 'testing/http-client';
import { type MailServer, startMailServer } from 'testing/mail-server';
import { TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LOGIN_PER_ADDRESS } from '../limits/call-limits.ts';
import type { Jobs } from '../start-jobs.ts';
import { ageProofs } from '../test/age-proofs.ts';
import { type Employee, hireJoana } from '../test/employees.ts';
import { endWindows } from '../test/end-windows.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { startMailJobs } from '../test/mail-jobs.ts';
import { createMovableClock } from '../test/money-app.ts';
import { createSoftwarePasskey, type Said, type SoftwarePasskey } from '../test/software-passkey.ts';
import { createMerchant, type Merchant } from '../test/tenant-fixture.ts';
import { resetLostFactor } from './reset-lost-factor.ts';
import { loadWebAuthn, siteOf } from './web-authn.ts';

const fixture = useDatabaseFixture();
const clock = createMovableClock(new Date());
let mails: MailServer;
let server: InProcessServer;
let jobs: Jobs | undefined;
let merchant: Merchant;
let neighbor: Merchant;

beforeAll(async () => {
  mails = await startMailServer();
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'Cashback <avisos@cashback.example>' };
  server = await startInProcessServer(fixture.database.appUrl, { clock, env });
  jobs = startMailJobs(server.app);
  merchant = await createMerchant(server.app, fixture.owner);
  neighbor = await createMerchant(server.app, fixture.owner);
  await loadWebAuthn();
});
afterAll(async () => {
  await jobs?.stop();
  await server?.close();
  await mails?.close();
});

const hire = (of = merchant) => hireJoana(fixture.owner, of);

let employee: Pick<Employee, 'id' | 'email'>;
beforeEach(async () => {
  await endWindows(fixture.owner, clock);
  employee = await hire();
});

const call = (path: string, input: object, cookie?: string, ip = freshIp()): Promise<Answer> =>
  server.client.call(`auth.${path}`, input, { ip, ...(cookie !== undefined && { cookie }) });
const said = ({ status, error }: Answer) => [status, error?.data.refusal ?? null];
const OK = [200, null];
const REFUSED = [401, 'passkey_refused'];
const NOT_ADDED = [422, 'passkey_not_added'];
const OVER = [401, 'half_open_login_over'];

const cookiesOf = (answer: Answer) =>
  (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
const isSignedIn = async (cookie: string) =>
  (await server.client.query('auth.profile', undefined, { cookie })).status === 200;

async function logIn({ email } = employee): Promise<string> {
  const answer = await call('login', { email, password: TEST_PASSWORD });
  expect(said(answer)).toEqual(OK);
  return cookiesOf(answer);
}

const origin = () => siteOf(server.app.env).origin;

async function startAdding(cookie: string) {
  const started = await call('startPasskey', {}, cookie);
  expect(said(started)).toEqual(OK);
  return started.data;
}

/** Adds a passkey in the session; returns it and the recovery codes. */
async function addPasskey(
  cookie: string,
  name = 'Celular',
  device: Partial<Said & { credentialId: Buffer }> = {},
): Promise<{ passkey: SoftwarePasskey; recoveryCodes: string[] | null }> {
  const { passkey, created } = createSoftwarePasskey(await startAdding(cookie), origin(), device);
  const confirmed = await call('confirmPasskey', { name, ...created }, cookie);
  expect(said(confirmed)).toEqual(OK);
  return { passkey, recoveryCodes: confirmed.data.recoveryCodes };
}

/** A passkey of an employee who never gets to see recovery codes, each of which costs the server a hash. */
async function passkeyOf(
  who = employee,
  device?: Parameters<typeof addPasskey>[2],
): Promise<{ cookie: string; passkey: SoftwarePasskey }> {
  const cookie = await logIn(who);
  await fixture.owner.query(
    `INSERT INTO authenticators (merchant_id, employee_id, secret_encrypted, created_at, confirmed_at)
     SELECT merchant_id, id, '', now(), now() FROM employees WHERE id = $1`,
    [who.id],
  );
  const { passkey } = await addPasskey(cookie, 'Celular', device);
  await fixture.owner.query('DELETE FROM authenticators WHERE employee_id = $1', [who.id]);
  return { cookie, passkey };
}

async function ask(input: { halfOpenToken?: string } = {}) {
  const started = await call('startPasskeyLogin', input);
  expect(said(started)).toEqual(OK);
  return started.data;
}
const finish = (token: string, signed: object, ip?: string) =>
  call('finishPasskeyLogin', { token, ...signed }, undefined, ip);

/** One login by the passkey alone. */
async function enter(passkey: SoftwarePasskey, says?: Partial<Said>): Promise<Answer> {
  const { token, options } = await ask();
  return await finish(token, passkey.sign(options, says));
}

async function startLogin({ email } = employee): Promise<Answer['data']> {
  const answer = await call('startLogin', { email, password: TEST_PASSWORD });
  expect(said(answer)).toEqual(OK);
  expect(answer.data.session).toBeNull();
  return answer.data;
}

const factorsOf = async (cookie: string) =>
  (await server.client.query('auth.factors', undefined, { cookie })).data;

async function mailed(subject: string, { email } = employee) {
  const found = () =>
    mails.messages.filter((mail) => mail.recipients.includes(email) && mail.subject === subject);
  await vi.waitFor(() => expect(found()).toHaveLength(1), { timeout: 60_000, interval: 30 });
  return found()[0];
}
const ADDED = 'Nova chave de acesso na sua conta no painel de cashback';

describe('adding a passkey', () => {
  test('takes a new key of a verified person; the first one brings recovery codes', async () => {
    const [cookie, other] = [await logIn(), await logIn()];
    const options = await startAdding(cookie);
    expect(options).toMatchObject({
      rp: { id: siteOf(server.app.env).rpId },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    await logIn();

    const { passkey, recoveryCodes } = await addPasskey(cookie);
    expect(recoveryCodes).toHaveLength(10);
    expect([await isSignedIn(cookie), await isSignedIn(other)]).toEqual([true, false]);
    await mailed(ADDED);
    const second = await addPasskey(cookie, 'Chave de segurança');
    expect(second.recoveryCodes).toBeNull();
    expect(await factorsOf(cookie)).toMatchObject({
      appSince: null,
      recoveryCodesLeft: 10,
      passkeys: [
        { name: 'Celular', lastUsedAt: null, createdAt: expect.any(String) },
        { name: 'Chave de segurança', lastUsedAt: null },
      ],
    });
    expect((await startAdding(cookie)).excludeCredentials).toMatchObject([
      { id: passkey.credentialId },
      { id: second.passkey.credentialId },
    ]);
  });

  test.each<[what: string, says: Partial<Said>]>([
    ['another origin', { origin: 'https://login.evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['nobody verified', { isVerified: false }],
    ['another ceremony', { type: 'webauthn.get' }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
  ])('is refused for an answer with %s', async (_what, says) => {
    const cookie = await logIn();
    const { created } = createSoftwarePasskey(await startAdding(cookie), origin(), says);
    expect(said(await call('confirmPasskey', { name: 'Celular', ...created }, cookie))).toEqual(NOT_ADDED);
    expect((await factorsOf(cookie)).passkeys).toEqual([]);
    await logIn();
  });

  test('is refused for a challenge that was used, is five minutes old, or is another session’s or a login’s', async () => {
    const cookie = await logIn();
    const add = async (options: Parameters<typeof createSoftwarePasskey>[0], session = cookie) => {
      const { created } = createSoftwarePasskey(options, origin());
      return said(await call('confirmPasskey', { name: 'Celular', ...created }, session));
    };
    const used = await startAdding(cookie);
    expect(await add(used)).toEqual(OK);
    expect(await add(used)).toEqual(NOT_ADDED);

    const late = await startAdding(cookie);
    clock.advance(5 * 60_000);
    expect(await add(late)).toEqual(NOT_ADDED);

    const colleague = await hire();
    const theirs = await logIn(colleague);
    expect(await add(await startAdding(cookie), theirs)).toEqual(NOT_ADDED);
    const { options } = await ask();
    expect(await add({ ...used, challenge: options.challenge })).toEqual(NOT_ADDED);
  });

  test('ends at ten', async () => {
    const { cookie } = await passkeyOf();
    await fixture.owner.query(
      `INSERT INTO passkeys (merchant_id, id, employee_id, credential_id, public_key, counter, transports, name,
         backed_up, created_at)
       SELECT merchant_id, gen_random_uuid(), employee_id, decode(lpad(n::text, 4, '0'), 'hex'), public_key, 0,
         '{}', 'Chave ' || n, false, now()
       FROM passkeys, generate_series(1, 8) AS n WHERE employee_id = $1`,
      [employee.id],
    );
    const last = await startAdding(cookie);
    await addPasskey(cookie, 'Chave 9');
    const { created } = createSoftwarePasskey(last, origin());
    expect(said(await call('confirmPasskey', { name: 'Chave 10', ...created }, cookie))).toEqual(NOT_ADDED);
    const more = await call('startPasskey', {}, cookie);
    expect(said(more)).toEqual([409, 'too_many_passkeys']);
  });

  test('beside the app makes no other recovery codes, and either is removed without the other', async () => {
    const cookie = await logIn();
    await addPasskey(cookie);
    await fixture.owner.query(
      `INSERT INTO authenticators (merchant_id, employee_id, secret_encrypted, created_at, confirmed_at)
       VALUES ($1, $2, $3, now(), now())`,
      [merchant.merchantId, employee.id, randomBytes(32)],
    );
    expect(said(await call('removeAuthenticator', {}, cookie))).toEqual(OK);
    await mailed('O aplicativo de códigos da sua conta no painel de cashback foi removido');
    expect(await factorsOf(cookie)).toMatchObject({ appSince: null, recoveryCodesLeft: 10 });
    expect((await startLogin()).factors).toEqual(['passkey']);
    expect(said(await call('removeAuthenticator', {}, cookie))).toEqual([409, 'no_authenticator']);
  });
});

describe('a login with a passkey alone', () => {
  test('starts a session, marks the device, and says when the passkey was used', async () => {
    const { cookie, passkey } = await passkeyOf();
    const answer = await enter(passkey);
    expect(said(answer)).toEqual(OK);
    expect(answer.data.employee).toMatchObject({ id: employee.id });
    expect(await isSignedIn(cookiesOf(answer))).toBe(true);
    expect((await factorsOf(cookie)).passkeys[0].lastUsedAt).toBe(clock.now().toISOString());
    expect(said(await enter(passkey))).toEqual(OK);
    const { rows } = await fixture.owner.query(
      `SELECT FROM audit_log WHERE entity_id = $1 AND action = 'auth.login'`,
      [employee.id],
    );
    expect(rows).toHaveLength(3);
  });

  test.each<[what: string, says: Partial<Said>]>([
    ['another origin', { origin: 'https://login.evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['nobody verified', { isVerified: false }],
    ['another ceremony', { type: 'webauthn.create' }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
  ])('is refused for an answer with %s', async (_what, says) => {
    const { passkey } = await passkeyOf();
    const answer = await enter(passkey, says);
    expect([...said(answer), answer.headers['set-cookie']]).toEqual([...REFUSED, undefined]);
    expect(said(await enter(passkey))).toEqual(OK);
  });

  test('is refused for an answer that was used, also when two use it at once, or comes after five minutes', async () => {
    const { passkey } = await passkeyOf();
    const { token, options } = await ask();
    const signed = passkey.sign(options);
    const answers = await Promise.all([finish(token, signed), finish(token, signed), finish(token, signed)]);
    expect(answers.map(said).sort()).toEqual([OK, REFUSED, REFUSED]);
    // Also with a challenge of its own, because it is signed for another one.
    const next = await ask();
    expect(said(await finish(next.token, signed))).toEqual(REFUSED);
    expect(said(await finish(next.token, passkey.sign(next.options)))).toEqual(REFUSED);

    const late = await ask();
    clock.advance(5 * 60_000);
    expect(said(await finish(late.token, passkey.sign(late.options)))).toEqual(REFUSED);
  });

  test('is refused in another browser than the one that asked, and for a challenge that adds a passkey', async () => {
    const { cookie, passkey } = await passkeyOf();
    const { options } = await ask();
    const other = await ask();
    expect(said(await finish(other.token, passkey.sign(options)))).toEqual(REFUSED);
    const adding = await startAdding(cookie);
    const { token } = await ask();
    expect(said(await finish(token, passkey.sign({ challenge: adding.challenge })))).toEqual(REFUSED);
  });

  test('is refused where the counter does not go on: the key was copied', async () => {
    const { passkey } = await passkeyOf();
    expect(said(await enter(passkey, { counter: 5 }))).toEqual(OK);
    for (const counter of [0, 4, 5]) expect(said(await enter(passkey, { counter }))).toEqual(REFUSED);
    expect(said(await enter(passkey, { counter: 6 }))).toEqual(OK);
    // An authenticator that keeps none always says 0.
    const colleague = await hire();
    const countless = (await passkeyOf(colleague)).passkey;
    for (const counter of [0, 0]) expect(said(await enter(countless, { counter }))).toEqual(OK);
  });

  test('is refused alike for an unknown passkey, another’s name on it, and a signature by another key', async () => {
    const { passkey } = await passkeyOf();
    const colleague = await hire(neighbor);
    const credentialId = Buffer.from(passkey.credentialId, 'base64url');
    // The neighbor's key claims the same id, which authenticators choose.
    const twin = (await passkeyOf(colleague, { credentialId })).passkey;
    const attempt = async (change: (signed: ReturnType<SoftwarePasskey['sign']>) => object) => {
      const { token, options } = await ask();
      return await finish(token, change(twin.sign(options)));
    };
    const refused = [
      await attempt((signed) => ({ ...signed, credentialId: randomBytes(32).toString('base64url') })),
      await attempt((signed) => ({ ...signed, userHandle: passkey.userHandle })),
      await attempt((signed) => ({ ...signed, userHandle: randomBytes(16).toString('base64url') })),
      await attempt((signed) => ({ ...signed, userHandle: 'nada' })),
      await attempt(({ userHandle: _, ...signed }) => signed),
      await attempt((signed) => ({ ...signed, signature: randomBytes(70).toString('base64url') })),
    ];
    for (const answer of refused) {
      expect(said(answer)).toEqual(REFUSED);
      expect(answer.error).toEqual(refused[0]?.error);
    }
    const own = await attempt((signed) => signed);
    expect(own.data.employee.id).toBe(colleague.id);
    expect((await enter(passkey)).data.employee.id).toBe(employee.id);
  });

  test.each([
    ['a deactivated employee', 'UPDATE employees SET is_active = false WHERE id = $1'],
    ['one whose access was taken', 'UPDATE employees SET password_hash = NULL WHERE id = $1'],
    [
      'a closed merchant',
      'UPDATE merchants SET is_active = false WHERE id = (SELECT merchant_id FROM employees WHERE id = $1)',
    ],
  ])('is refused for %s as for an unknown passkey', async (_what, change) => {
    const closed = await createMerchant(server.app, fixture.owner);
    const theirs = await hire(closed);
    const { passkey } = await passkeyOf(theirs);
    await fixture.owner.query(change, [theirs.id]);
    const { token, options } = await ask();
    const unknown = { ...passkey.sign(options), credentialId: randomBytes(32).toString('base64url') };
    const strange = await finish(token, unknown);
    const answer = await enter(passkey);
    expect([said(answer), answer.error]).toEqual([REFUSED, strange.error]);
  });

  test('wrong answers count for the address as wrong passwords do; right ones do not and are never refused', async () => {
    const { passkey } = await passkeyOf();
    const ip = freshIp();
    const wrong = { ...passkey.sign({ challenge: 'x' }), credentialId: 'AAAA' };
    for (let tries = 0; tries < LOGIN_PER_ADDRESS.limit; tries += 1) {
      const { token, options } = await ask();
      const signed = tries % 10 === 0 ? passkey.sign(options) : undefined;
      if (signed) expect(said(await finish(token, signed, ip))).toEqual(OK);
      expect(said(await finish(token, wrong, ip))).toEqual(REFUSED);
    }
    const { token } = await ask();
    expect(said(await finish(token, wrong, ip))).toEqual([429, 'too_many_logins']);
    const typed = { email: `quem-${randomUUID()}@loja.example`, password: TEST_PASSWORD };
    expect(said(await call('login', typed, undefined, ip))).toEqual([429, 'too_many_logins']);
    const next = await ask();
    expect(said(await finish(next.token, passkey.sign(next.options), ip))).toEqual(OK);
  });
});

describe('a passkey as the second step', () => {
  test('is asked for after the password and finishes that login, of its employee only', async () => {
    const { passkey } = await passkeyOf();
    const old = await call('login', { email: employee.email, password: TEST_PASSWORD });
    expect(said(old)).toEqual([401, 'factor_needed']);
    const { halfOpenToken, factors } = await startLogin();
    expect(factors).toEqual(['passkey']);

    const colleague = await hire();
    const theirs = (await passkeyOf(colleague)).passkey;
    const first = await ask({ halfOpenToken });
    expect(first.options.allowCredentials).toMatchObject([{ id: passkey.credentialId }]);
    expect(said(await finish(first.token, theirs.sign(first.options)))).toEqual(REFUSED);

    const { token, options } = await ask({ halfOpenToken });
    const { userHandle: _, ...signed } = passkey.sign(options);
    const answer = await finish(token, signed);
    expect(answer.data.employee.id).toBe(employee.id);
    expect(await isSignedIn(cookiesOf(answer))).toBe(true);
    expect(said(await call('startPasskeyLogin', { halfOpenToken }))).toEqual(OVER);
  });

  test('may be a recovery code instead, and not where the login is over', async () => {
    const { recoveryCodes, passkey } = await addPasskey(await logIn());
    const { halfOpenToken } = await startLogin();
    const code = recoveryCodes?.[0];
    expect(said(await call('finishLogin', { token: halfOpenToken, code }))).toEqual(OK);
    const late = await startLogin();
    const { token, options } = await ask({ halfOpenToken: late.halfOpenToken });
    clock.advance(10 * 60_000);
    expect(said(await finish(token, passkey.sign(options)))).toEqual(REFUSED);
    expect(said(await call('startPasskeyLogin', { halfOpenToken: late.halfOpenToken }))).toEqual(OVER);
  });
});

describe('a passkey as a fresh proof', () => {
  const start = (cookie: string) => call('startPasskeyProof', {}, cookie);
  const prove = async (cookie: string, { userHandle: _, ...answer }: ReturnType<SoftwarePasskey['sign']>) =>
    said(await call('proveSelf', { passkey: answer }, cookie));
  /** Something that only a fresh proof allows, and that changes nothing. */
  const act = async (cookie: string) => said(await call('startPasskey', {}, cookie));
  const OLD = [403, 'proof_needed'];
  const WRONG = [422, 'wrong_passkey'];

  test('is enough alone, once for each challenge, and of the session that asked', async () => {
    const { cookie, passkey } = await passkeyOf();
    const entered = await enter(passkey);
    const other = cookiesOf(entered);
    await ageProofs(fixture.owner, employee.id);
    expect(await act(cookie)).toEqual(OLD);
    // The password alone is not: logins ask for a second step.
    const typed = await call('proveSelf', { password: TEST_PASSWORD }, cookie);
    expect(said(typed)).toEqual([422, 'factor_code_missing']);

    const options = (await start(cookie)).data;
    expect(options.allowCredentials).toMatchObject([{ id: passkey.credentialId }]);
    const signed = passkey.sign(options);
    expect(await prove(other, signed)).toEqual(WRONG);
    expect(await act(cookie)).toEqual(OLD);
    expect(await prove(cookie, signed)).toEqual(OK);
    expect([await act(cookie), await act(other)]).toEqual([OK, OLD]);
    expect(await prove(cookie, signed)).toEqual(WRONG);
  });

  test('is refused by another’s passkey, of a challenge for a login or a new passkey, and after five minutes', async () => {
    const { cookie, passkey } = await passkeyOf();
    const theirs = (await passkeyOf(await hire())).passkey;
    expect(await prove(cookie, theirs.sign((await start(cookie)).data))).toEqual(WRONG);
    const elsewhere = passkey.sign((await start(cookie)).data, { origin: 'https://login.evil.example' });
    expect(await prove(cookie, elsewhere)).toEqual(WRONG);
    const { options } = await ask();
    await start(cookie);
    expect(await prove(cookie, passkey.sign(options))).toEqual(WRONG);
    await start(cookie);
    const { challenge } = await startAdding(cookie);
    expect(await prove(cookie, passkey.sign({ challenge }))).toEqual(WRONG);
    const late = (await start(cookie)).data;
    clock.advance(5 * 60_000);
    expect(await prove(cookie, passkey.sign(late))).toEqual(WRONG);
  });

  test('is not asked for where there is none', async () => {
    expect(said(await start(await logIn()))).toEqual([409, 'no_passkey']);
  });
});

describe('a passkey ends', () => {
  test('where its employee removes it; the last one takes the second step and the recovery codes with it', async () => {
    const cookie = await logIn();
    const { passkey } = await addPasskey(cookie);
    const other = (await addPasskey(cookie, 'Notebook')).passkey;
    const [first, second] = (await factorsOf(cookie)).passkeys.map(({ id }: { id: string }) => id);
    const remove = (id: string) => call('removePasskey', { id }, cookie);
    expect(said(await remove(randomUUID()))).toEqual([404, 'passkey_not_found']);

    const colleague = await passkeyOf(await hire());
    const theirs = (await factorsOf(colleague.cookie)).passkeys[0].id;
    expect(said(await remove(theirs))).toEqual([404, 'passkey_not_found']);

    expect(said(await remove(first))).toEqual(OK);
    await mailed('Uma chave de acesso da sua conta no painel de cashback foi removida');
    expect(said(await enter(passkey))).toEqual(REFUSED);
    expect(said(await enter(other))).toEqual(OK);
    expect(said(await remove(second))).toEqual(OK);
    await mailed('Verificação em duas etapas desativada no painel de cashback');
    expect(await factorsOf(cookie)).toEqual({ appSince: null, passkeys: [], recoveryCodesLeft: 0 });
    await logIn();
  });

  const notMe = async (subject: string) =>
    /not-me#(NOTICE_[\w-]{27})/.exec((await mailed(subject))?.text ?? '')?.[1];

  test('by ‘Não fui eu’ where an intruder added it, and not where it was there before', async () => {
    const { cookie, passkey: own } = await passkeyOf();
    await mailed(ADDED);
    mails.messages.length = 0;
    const intruders = (await addPasskey(cookie, 'De um estranho')).passkey;
    const token = await notMe(ADDED);
    expect(said(await call('disownNotice', { token }))).toEqual(OK);
    expect(said(await enter(intruders))).toEqual(REFUSED);
    expect(said(await enter(own))).toEqual(OK);
  });

  test('by ‘Não fui eu’ where an intruder signed in with it, and not where it was not used since', async () => {
    const { cookie, passkey: intruders } = await passkeyOf();
    const { passkey: own } = await addPasskey(cookie, 'Notebook');
    await fixture.owner.query(
      `UPDATE passkeys SET last_used_at = now() - interval '2 minutes'
       WHERE employee_id = $1 AND name = 'Notebook'`,
      [employee.id],
    );
    const entered = 'Novo acesso à sua conta no painel de cashback';
    await mailed(entered);
    mails.messages.length = 0;
    expect(said(await enter(intruders))).toEqual(OK);
    const token = await notMe(entered);
    expect(said(await call('disownNotice', { token }))).toEqual(OK);
    expect(said(await enter(intruders))).toEqual(REFUSED);
    expect(said(await enter(own))).toEqual(OK);
  });

  test('by an owner’s reset, and by the platform’s; a login with it shows that nothing is lost', async () => {
    const { passkey } = await passkeyOf();
    const owner = await logIn({ id: '', email: merchant.ownerEmail });
    const input = { employeeId: employee.id };
    const listed = await server.client.query('employees.list', undefined, { cookie: owner });
    expect(listed.data.employees.find(({ id }: Employee) => id === employee.id)).toMatchObject({
      hasFactor: true,
    });
    const reset = await server.client.call('employees.resetFactor', input, { ip: freshIp(), cookie: owner });
    expect(said(reset)).toEqual(OK);
    expect(said(await enter(passkey))).toEqual(REFUSED);

    const next = (await passkeyOf()).passkey;
    const lost = () => resetLostFactor(server.app.tenancy, employee.email);
    expect((await lost()).step).toBe('asked');
    expect(said(await enter(next))).toEqual(OK);
    clock.advance(86_400_000);
    expect((await lost()).step).toBe('asked');
    clock.advance(86_400_000);
    expect(await lost()).toEqual({ step: 'done' });
    expect(said(await enter(next))).toEqual(REFUSED);
    await logIn();
  });
});

test('challenges that had no answer do not pile up', async () => {
  for (let asked = 0; asked < 5; asked += 1) await ask();
  clock.advance(5 * 60_000);
  await ask();
  const { rows } = await fixture.owner.query('SELECT FROM operations.passkey_challenges');
  expect(rows.length).toBeLessThanOrEqual(3);
});
