import { randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type Answer, freshIp } from 'testing/http-client';
import { logIn, TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD_CHECK_PER_EMPLOYEE } from '../limits/call-limits.ts';
import { ageProofs } from '../test/age-proofs.ts';
import { endWindows } from '../test/end-windows.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMovableClock, HOUR_MS } from '../test/money-app.ts';
import { createMerchant, type Merchant, openSession } from '../test/tenant-fixture.ts';
import { issuePasswordLink } from './issue-password-link.ts';

const NEW_PASSWORD = 'broa-de-milho-morna';
const clock = createMovableClock(new Date());
const fixture = useDatabaseFixture();
let server: InProcessServer;
let merchant: Merchant;
let other: Merchant;
/** A new employee for each test. */
let employee: { merchantId: string; employeeId: string; email: string };
let cookie: string;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl, { clock });
  merchant = await createMerchant(server.app, fixture.owner);
  other = await createMerchant(server.app, fixture.owner);
});

beforeEach(async () => {
  clock.advance(HOUR_MS);
  employee = {
    merchantId: merchant.merchantId,
    employeeId: randomUUID(),
    email: `ana-${randomUUID()}@loja.example`,
  };
  await fixture.owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role, password_hash)
     SELECT $1, $2, 'Ana', $3, 'operator', password_hash FROM employees WHERE merchant_id = $1 AND email = $4`,
    [employee.merchantId, employee.employeeId, employee.email, merchant.ownerEmail],
  );
  cookie = await newCookie();
});

afterAll(() => server?.close());

const newCookie = async (who: { merchantId: string; employeeId: string } = employee) =>
  `session=${await openSession(server.app, who)}`;
const call = (path: string, input: object, as = cookie): Promise<Answer> =>
  server.client.call(`auth.${path}`, input, { cookie: as, ip: freshIp() });
const listSessions = async (as = cookie) =>
  (await server.client.query('auth.sessions', undefined, { cookie: as })).data?.sessions;
const isSignedIn = async (as: string) =>
  (await server.client.query('auth.profile', undefined, { cookie: as })).status === 200;
const save = (change: object) =>
  call('saveProfile', { name: 'Ana', email: employee.email, phone: null, ...change });

async function record(): Promise<{ name: string; email: string; phone: string | null; role: string }> {
  const { rows } = await fixture.owner.query('SELECT name, email, phone, role FROM employees WHERE id = $1', [
    employee.employeeId,
  ]);
  return rows[0];
}

async function audited(): Promise<{ action: string; details: object }[]> {
  const { rows } = await fixture.owner.query(
    'SELECT action, details FROM audit_log WHERE employee_id = $1 ORDER BY id',
    [employee.employeeId],
  );
  return rows;
}

describe('changing the password', () => {
  const change = (input: object = {}) =>
    call('changePassword', { currentPassword: TEST_PASSWORD, password: NEW_PASSWORD, ...input });

  test('ends every other session and gives this browser a new token; the old one no longer works', async () => {
    const elsewhere = await newCookie();
    const answer = await change();
    expect(answer.status).toBe(200);
    const renewed = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect(renewed).not.toBe(cookie);
    expect([await isSignedIn(renewed), await isSignedIn(cookie), await isSignedIn(elsewhere)]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await logIn(server.client, employee.email, NEW_PASSWORD)).email).toBe(employee.email);
    await expect(logIn(server.client, employee.email)).rejects.toThrow('invalid_credentials');
    expect((await audited())[0]).toEqual({ action: 'auth.change_password', details: {} });
  });

  test('leaves other employees’ sessions alone', async () => {
    const theirs = await newCookie(merchant.staff.manager);
    await change();
    expect(await isSignedIn(theirs)).toBe(true);
  });

  test('requires the current one, and changes nothing without it', async () => {
    const answer = await change({ currentPassword: 'not the password' });
    expect([answer.status, answer.error?.data.refusal]).toEqual([422, 'wrong_password']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await isSignedIn(cookie)).toBe(true);
    expect((await logIn(server.client, employee.email)).email).toBe(employee.email);
    expect(await audited()).toMatchObject([{ action: 'auth.login' }]);
  });

  test('refuses a common one, a short one and the same again', async () => {
    expect((await change({ password: '123456' })).error?.data.refusal).toBe('common_password');
    expect((await change({ password: 'curta' })).error?.data.fields).toHaveProperty('password');
    expect((await change({ password: TEST_PASSWORD })).error?.data.fields).toEqual({
      password: 'Escolha uma senha diferente da atual',
    });
  });

  test('is limited per employee, across all addresses, and only for a while', async () => {
    for (let count = 0; count < PASSWORD_CHECK_PER_EMPLOYEE.limit; count += 1)
      expect((await change({ currentPassword: `guess ${count}` })).status).toBe(422);
    const refused = await change();
    expect([refused.status, refused.error?.data.refusal]).toEqual([429, 'too_many_requests']);
    await endWindows(fixture.owner, clock, PASSWORD_CHECK_PER_EMPLOYEE.windowSeconds * 1_000);
    cookie = await newCookie();
    expect((await change()).status).toBe(200);
  });

  test('twice at the same moment happens once', async () => {
    const answers = await Promise.all([
      change({ password: 'primeira-escolha' }),
      change({ password: 'segunda-escolha' }),
    ]);
    const [done, refused] = answers.map(({ status }) => status).sort();
    expect(done).toBe(200);
    expect([401, 422]).toContain(refused);
  });

  test('ends links to a new password that were made before', async () => {
    const issued = await server.app.tenancy.withTenant(employee.merchantId, (tx) =>
      issuePasswordLink(server.app, tx, { kind: 'reset', employeeId: employee.employeeId, createdBy: null }),
    );
    await change();
    const token = issued.delivery === 'link' ? issued.link.split('#')[1] : '';
    const answer = await server.client.call('auth.setPassword', { token, password: 'outra-senha-boa' });
    expect(answer.error?.data.refusal).toBe('invalid_password_link');
  });
});

describe('sessions', () => {
  test('are listed with device and address, this one first, and without the token or its hash', async () => {
    await fixture.owner.query(
      `UPDATE sessions SET user_agent = $2, ip = '203.0.113.9' WHERE employee_id = $1`,
      [
        employee.employeeId,
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      ],
    );
    clock.advance(60_000);
    const newer = await newCookie();
    const sessions = await listSessions();
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({ device: 'Chrome em Windows', ip: '203.0.113.9', isCurrent: true });
    expect(sessions[1]).toMatchObject({ ip: '127.0.0.1', isCurrent: false });
    const { rows } = await fixture.owner.query('SELECT id FROM sessions');
    const text = JSON.stringify(sessions);
    for (const { id } of rows) expect(text).not.toContain(id);
    for (const each of [cookie, newer]) expect(text).not.toContain(each.slice('session='.length));
    for (const { id } of sessions) expect(await isSignedIn(`session=${id}`)).toBe(false);
  });

  test('show when they were last used, to the step in which their expiry moves', async () => {
    const begun = clock.now().toISOString();
    clock.advance(2 * HOUR_MS);
    expect(await listSessions()).toMatchObject([{ createdAt: begun, lastUsedAt: clock.now().toISOString() }]);
  });

  test('that have ended are not listed', async () => {
    clock.advance(11 * HOUR_MS);
    const late = await newCookie();
    clock.advance(12 * HOUR_MS - 60_000);
    expect(await listSessions(late)).toHaveLength(1);
  });

  test('end one by one, from the very next request', async () => {
    const elsewhere = await newCookie();
    const theirs = (await listSessions()).find((each: { isCurrent: boolean }) => !each.isCurrent);
    expect((await call('endSession', { id: theirs.id })).status).toBe(200);
    expect([await isSignedIn(elsewhere), await isSignedIn(cookie)]).toEqual([false, true]);
    expect(await audited()).toEqual([{ action: 'auth.end_session', details: {} }]);
  });

  test.each([
    ['a colleague’s', () => merchant.staff.manager],
    ['another merchant’s owner’s', () => other.staff.owner],
  ])('of %s are not ended by their id, and are answered like an unknown one', async (_whose, who) => {
    const theirs = await newCookie(who());
    const sessions = await listSessions(theirs);
    const { id } = sessions.find((each: { isCurrent: boolean }) => each.isCurrent);
    const answer = await call('endSession', { id });
    const unknown = await call('endSession', { id: 'A'.repeat(22) });
    expect([answer.status, answer.body]).toEqual([unknown.status, unknown.body]);
    expect(await isSignedIn(theirs)).toBe(true);
    expect(await audited()).toEqual([]);
  });

  test('end all at once but this one, and other employees’ stay open', async () => {
    const others = [await newCookie(), await newCookie()];
    const theirs = await newCookie(merchant.staff.manager);
    expect((await call('endOtherSessions', {})).data).toEqual({ ended: 2 });
    for (const each of others) expect(await isSignedIn(each)).toBe(false);
    expect([await isSignedIn(cookie), await isSignedIn(theirs)]).toEqual([true, true]);
    expect(await audited()).toEqual([{ action: 'auth.end_other_sessions', details: { sessions: 2 } }]);
  });
});

describe('the profile', () => {
  test('stores name and phone, and an empty phone as none', async () => {
    const answer = await save({ name: '  Ana Maria ', phone: '(11) 98765-4321' });
    expect(answer.data).toEqual({
      name: 'Ana Maria',
      email: employee.email,
      phone: '11987654321',
      role: 'operator',
      pendingEmail: null,
    });
    expect(await record()).toMatchObject({ name: 'Ana Maria', phone: '11987654321' });
    expect((await save({ name: 'Ana Maria', phone: '  ' })).data.phone).toBeNull();
    expect(await record()).toMatchObject({ name: 'Ana Maria', phone: null });
    expect(await audited()).toEqual([
      { action: 'auth.save_profile', details: { name_changed: true, phone_changed: true } },
      { action: 'auth.save_profile', details: { phone_changed: true } },
    ]);
  });

  test('that is saved unchanged writes no audit entry', async () => {
    expect((await save({})).status).toBe(200);
    expect(await audited()).toEqual([]);
  });

  test.each([
    ['name', '   ', 'Nome é obrigatório'],
    ['email', '', 'Email é obrigatório'],
    ['email', 'ana', 'Email inválido'],
    ['phone', '123', 'Número de telefone inválido'],
  ])('refuses the %s %j', async (field, value, sentence) => {
    expect((await save({ [field]: value })).error?.data.fields).toEqual({ [field]: sentence });
  });

  test('ignores role, tenant and state from the caller', async () => {
    for (const extra of [
      { role: 'owner' },
      { merchantId: other.merchantId },
      { isActive: true },
      { id: randomUUID() },
    ])
      expect((await save(extra)).status).toBe(400);
    expect((await record()).role).toBe('operator');
  });

  test('a changed or removed phone requires a fresh proof', async () => {
    const change = async (phone: string) => {
      const answer = await save({ phone });
      return answer.error?.data.refusal ?? answer.data.phone;
    };
    expect(await change('11987654321')).toBe('11987654321');
    await ageProofs(fixture.owner, employee.employeeId);
    expect(await change('(11) 98765-4321'), 'the same, written otherwise').toBe('11987654321');
    expect(await change('11987654322')).toBe('proof_needed');
    expect(await change('')).toBe('proof_needed');
    expect((await record()).phone).toBe('11987654321');
  });

  test('a new e-mail requires a fresh proof: a browser left open must not give the account away', async () => {
    const email = `nova-${randomUUID()}@loja.example`;
    await ageProofs(fixture.owner, employee.employeeId);
    // The release before asks for the password beside the new e-mail.
    for (const typed of [{}, { currentPassword: TEST_PASSWORD }])
      expect((await save({ email, ...typed })).error?.data.refusal).toBe('proof_needed');
    expect((await record()).email).toBe(employee.email);
    expect((await call('proveSelf', { password: TEST_PASSWORD })).status).toBe(200);
    expect((await save({ email: email.toUpperCase() })).data.email).toBe(email);
    expect((await logIn(server.client, email)).employeeId).toBe(employee.employeeId);
    expect((await audited())[0]).toEqual({ action: 'auth.save_profile', details: { email_changed: true } });
  });

  test('a new e-mail ends the links that went to the old one', async () => {
    const issued = await server.app.tenancy.withTenant(employee.merchantId, (tx) =>
      issuePasswordLink(server.app, tx, { kind: 'reset', employeeId: employee.employeeId, createdBy: null }),
    );
    await save({ email: `nova-${randomUUID()}@loja.example` });
    const token = issued.delivery === 'link' ? issued.link.split('#')[1] : '';
    const answer = await server.client.call('auth.passwordLink', { token });
    expect(answer.error?.data.refusal).toBe('invalid_password_link');
  });

  test.each([
    ['a colleague', () => merchant.ownerEmail],
    ['another merchant', () => other.ownerEmail],
  ])('an e-mail that %s has is taken', async (_who, email) => {
    const answer = await save({ email: email() });
    expect([answer.status, answer.error?.message]).toEqual([409, 'Este email já está cadastrado']);
    expect((await record()).email).toBe(employee.email);
  });
});
