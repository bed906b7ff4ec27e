import { randomBytes, randomUUID } from 'node:crypto';
import { TABLET_IDLE_SECONDS } from 'domain/lifetimes';
import { roleMay } from 'domain/roles';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type Answer, freshIp } from 'testing/http-client';
import { freshPhone, TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endWindows } from '../test/end-windows.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMovableClock } from '../test/money-app.ts';
import { callProcedure, outcomeOf, PROCEDURES } from '../test/tenant-caller.ts';
import { createMerchant, FOR_MATRIX, type Merchant, openSession } from '../test/tenant-fixture.ts';
import { TENANT_MATRIX } from '../test/tenant-matrix.ts';

const PIN = '482703';
const IDLE_MS = TABLET_IDLE_SECONDS * 1_000;

const fixture = useDatabaseFixture();
const clock = createMovableClock(new Date());
let server: InProcessServer;
let merchant: Merchant;
let other: Merchant;
/** Registered by the merchant's manager. */
let tablet: string;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl, { clock });
  merchant = await createMerchant(server.app, fixture.owner, FOR_MATRIX);
  other = await createMerchant(server.app, fixture.owner);
});
afterAll(() => server?.close());

const call = (path: string, input: object | undefined, cookie: string): Promise<Answer> =>
  server.client.call(path, input, { ip: freshIp(), cookie });
const ask = (path: string, cookie: string): Promise<Answer> =>
  server.client.query(path, undefined, { ip: freshIp(), cookie });
const said = ({ status, error }: Answer) => [status, error?.data.refusal ?? null];
const OK = [200, null];
const SIGNED_OUT = [401, 'unauthenticated'];
const cookieIn = (answer: Answer, name: string) =>
  (answer.headers['set-cookie'] ?? []).find((each) => each.startsWith(`${name}=`)) ?? '';
const pairOf = (cookie: string) => cookie.split(';')[0] ?? '';

type Staff = { merchantId: string; employeeId: string };
const signIn = async (employee: Staff) => `session=${await openSession(server.app, employee)}`;

async function register(of = merchant): Promise<string> {
  const manager = await signIn(of.staff.manager);
  const answer = await call('tablets.register', { name: 'Balcão' }, manager);
  expect(said(answer)).toEqual(OK);
  return pairOf(cookieIn(answer, 'tablet'));
}

async function choosePin({ merchantId, employeeId }: Staff, pin = PIN): Promise<void> {
  const pinHash = await server.app.passwords.hash(pin, { ip: freshIp() });
  await fixture.owner.query(
    `INSERT INTO employee_pins (merchant_id, employee_id, pin_hash, chosen_at) VALUES ($1, $2, $3, now())
     ON CONFLICT (merchant_id, employee_id) DO UPDATE SET pin_hash = excluded.pin_hash, failed_tries = 0,
       locked_until = NULL`,
    [merchantId, employeeId, pinHash],
  );
}

const tryUnlock = ({ employeeId }: Staff, { pin = PIN, cookie = tablet } = {}) =>
  call('tablets.unlock', { employeeId, pin }, cookie);

/** The cookies of the tablet after the employee's PIN. */
async function unlock(employee: Staff): Promise<string> {
  const answer = await tryUnlock(employee);
  expect(said(answer)).toEqual(OK);
  return `${tablet}; ${pairOf(cookieIn(answer, 'session'))}`;
}

async function arrive(): Promise<void> {
  await endWindows(fixture.owner, clock);
  await choosePin(merchant.staff.operator);
  await choosePin(merchant.staff.owner);
  tablet = await register();
}

const isOpen = async (cookie: string) => said(await ask('auth.profile', cookie));

describe('a tablet', () => {
  beforeEach(arrive);

  test('is registered by a manager, whose session ends; its cookie is kept from scripts and other sites', async () => {
    const manager = await signIn(merchant.staff.manager);
    const answer = await call('tablets.register', { name: 'Balcão da frente' }, manager);
    const cookie = cookieIn(answer, 'tablet');
    expect(cookie).toMatch(/^tablet=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(await isOpen(manager)).toEqual(SIGNED_OUT);
    const token = pairOf(cookie).slice('tablet='.length);
    const { rows } = await fixture.owner.query('SELECT * FROM counter_tablets WHERE merchant_id = $1', [
      merchant.merchantId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('registered again, takes the place of the one that it was', async () => {
    const manager = await signIn(merchant.staff.manager);
    const again = await call('tablets.register', { name: 'Outro nome' }, `${manager}; ${tablet}`);
    expect(said(again)).toEqual(OK);
    expect((await ask('tablets.lockScreen', tablet)).data).toBeNull();
    expect((await ask('tablets.lockScreen', pairOf(cookieIn(again, 'tablet')))).data).not.toBeNull();
  });

  test('unlocked, tells its employee who saw a link to their password', async () => {
    const { employeeId } = merchant.staff.operator;
    await call('employees.sendPasswordLink', { employeeId }, await signIn(merchant.staff.owner));
    const { data } = await tryUnlock(merchant.staff.operator);
    expect(data.shownPasswordLinks).toMatchObject([{ madeBy: { role: 'owner' } }]);
  });

  test('is one of at most fifty in use', async () => {
    await fixture.owner.query(
      `INSERT INTO counter_tablets (merchant_id, id, name, registered_by, created_at, token_hash, revoked_at)
       SELECT merchant_id, gen_random_uuid(), 'Cheio', registered_by, created_at,
         sha256(gen_random_uuid()::text::bytea), CASE WHEN n = 0 THEN created_at END
       FROM (SELECT * FROM counter_tablets WHERE merchant_id = $1 LIMIT 1) t, generate_series(0, 50 -
         (SELECT count(*)::int FROM counter_tablets WHERE merchant_id = $1 AND revoked_at IS NULL)) AS n`,
      [merchant.merchantId],
    );
    const manager = await signIn(merchant.staff.manager);
    const refused = await call('tablets.register', { name: 'Mais um' }, manager);
    expect(said(refused)).toEqual([409, 'too_many_tablets']);
    expect(await isOpen(manager)).toEqual(OK);
    expect(said(await call('tablets.register', { name: 'Outro nome' }, `${manager}; ${tablet}`))).toEqual(OK);
    await fixture.owner.query(`UPDATE counter_tablets SET revoked_at = created_at WHERE name = 'Cheio'`);
  });

  test('shows the names of its merchant’s active employees with a PIN, and of no others', async () => {
    await choosePin(other.staff.owner);
    await choosePin(merchant.deactivated);
    const screen = (await ask('tablets.lockScreen', tablet)).data as { employees: { id: string }[] };
    const { operator, owner, manager } = merchant.staff;
    const shown = screen.employees.map(({ id }) => id);
    expect(shown).toEqual(expect.arrayContaining([operator.employeeId, owner.employeeId]));
    for (const { employeeId } of [manager, merchant.deactivated, other.staff.owner])
      expect(shown).not.toContain(employeeId);
    expect(Object.keys(screen.employees[0] ?? {})).toEqual(['id', 'name']);
    const theirs = JSON.stringify((await ask('tablets.lockScreen', await register(other))).data);
    expect(theirs).toContain(other.staff.owner.employeeId);
    for (const canary of merchant.canaries) expect(theirs).not.toContain(canary);
  });

  test('is opened by its merchant’s employees only, and a PIN opens no other browser', async () => {
    await choosePin(other.staff.owner);
    expect(said(await tryUnlock(other.staff.owner))).toEqual([422, 'wrong_employee_pin']);
    expect(said(await tryUnlock({ ...merchant.staff.owner, employeeId: randomUUID() }))).toEqual([
      422,
      'wrong_employee_pin',
    ]);
    for (const cookie of ['', `tablet=${randomBytes(32).toString('base64url')}`])
      expect(said(await tryUnlock(merchant.staff.operator, { cookie }))).toEqual([401, 'no_tablet']);
    expect(said(await tryUnlock(merchant.staff.operator, { pin: '1357' }))).toEqual([
      422,
      'wrong_employee_pin',
    ]);
  });

  test('revoked from the list, it ends the sessions on it and opens none, also while it is being unlocked', async () => {
    const session = await unlock(merchant.staff.operator);
    const manager = await signIn(merchant.staff.manager);
    const { tablets } = (await ask('tablets.list', `${manager}; ${tablet}`)).data as {
      tablets: { id: string; isThis: boolean; lastSeenAt: string | null }[];
    };
    const own = tablets.find(({ isThis }) => isThis);
    expect(own?.lastSeenAt).not.toBeNull();
    const { sessions } = server.app;
    const { create } = sessions;
    const revoke = () => call('tablets.revoke', { id: own?.id }, manager);
    // After the PIN was right.
    sessions.create = async (...given) => {
      await revoke();
      return await create(...given);
    };
    try {
      expect(said(await tryUnlock(merchant.staff.operator))).toEqual([401, 'no_tablet']);
    } finally {
      sessions.create = create;
    }
    expect(said(await revoke())).toEqual(OK);
    expect(await isOpen(session)).toEqual(SIGNED_OUT);
    expect(said(await tryUnlock(merchant.staff.operator))).toEqual([401, 'no_tablet']);
    expect((await ask('tablets.lockScreen', tablet)).data).toBeNull();
  });
});

describe('a session on a tablet', () => {
  beforeEach(arrive);

  test('two people switch without a log-out: each purchase is its seller’s, and says the tablet', async () => {
    const sold: string[] = [];
    let cookie = tablet;
    for (const who of [merchant.staff.operator, merchant.staff.owner]) {
      const answer = await call('tablets.unlock', { employeeId: who.employeeId, pin: PIN }, cookie);
      const former = cookie;
      cookie = `${tablet}; ${pairOf(cookieIn(answer, 'session'))}`;
      expect(await isOpen(former)).toEqual(SIGNED_OUT);
      const input = { operationId: randomUUID(), phone: freshPhone(), amountCents: 1_000 };
      const purchase = (await call('cashback.issue', input, cookie)).data as { transactionId: string };
      sold.push(purchase.transactionId);
    }
    const { rows } = await fixture.owner.query(
      `SELECT t.employee_id AS seller, a.employee_id AS actor, a.details ->> 'tablet' AS tablet
       FROM transactions t JOIN audit_log a ON a.entity_id = t.id::text AND a.action = 'cashback.issue'
       WHERE t.merchant_id = $1 AND t.id = ANY ($2::uuid[]) ORDER BY array_position($2::uuid[], t.id)`,
      [merchant.merchantId, sold],
    );
    expect(rows).toEqual(
      [merchant.staff.operator, merchant.staff.owner].map(({ employeeId }) => ({
        seller: employeeId,
        actor: employeeId,
        tablet: 'Balcão',
      })),
    );
  });

  test('an owner is an operator there, and keeps the own role elsewhere and in the books', async () => {
    const session = await unlock(merchant.staff.owner);
    const client = (await ask('auth.session', session)).data as {
      employee: { role: string };
      tablet: object;
    };
    expect(client).toMatchObject({ employee: { role: 'operator' }, tablet: { name: 'Balcão' } });
    const login = await signIn(merchant.staff.owner);
    expect((await ask('auth.session', login)).data).toMatchObject({
      employee: { role: 'owner' },
      tablet: null,
    });
  });

  test('a new password typed on it leaves it as it is, with the second step still asked for elsewhere', async () => {
    const session = await unlock(merchant.staff.owner);
    const input = { currentPassword: TEST_PASSWORD, password: 'broa-de-milho-morna' };
    const unproved = await call('auth.changePassword', input, session);
    expect(said(unproved), 'a PIN is no proof').toEqual([403, 'proof_needed']);
    expect(said(await call('auth.proveSelf', { password: TEST_PASSWORD }, session))).toEqual(OK);
    const changed = await call('auth.changePassword', input, session);
    expect(said(changed)).toEqual(OK);
    const next = `${tablet}; ${pairOf(cookieIn(changed, 'session'))}`;
    expect((await ask('auth.session', next)).data).toMatchObject({
      employee: { role: 'operator' },
      tablet: { name: 'Balcão' },
    });
    expect(said(await call('auth.proveSelf', { password: input.password }, next))).toEqual(OK);
    const back = { currentPassword: input.password, password: TEST_PASSWORD };
    expect(said(await call('auth.changePassword', back, next))).toEqual(OK);
  });

  test('ends after five minutes without use; calls of the page alone are no use', async () => {
    const session = await unlock(merchant.staff.operator);
    for (let minutes = 0; minutes < 12; minutes += 3) {
      clock.advance(3 * 60_000);
      expect(said(await call('tablets.reportUse', undefined, session))).toEqual(OK);
    }
    clock.advance(IDLE_MS - 1_000);
    expect(await isOpen(session)).toEqual(OK);
    clock.advance(1_000);
    expect(await isOpen(session)).toEqual(SIGNED_OUT);
    expect(said(await call('tablets.reportUse', undefined, session))).toEqual(SIGNED_OUT);
  });

  test('a report of use leaves the limits of a login as they are', async () => {
    const login = await signIn(merchant.staff.operator);
    expect(said(await call('tablets.reportUse', undefined, login))).toEqual(OK);
    clock.advance(2 * IDLE_MS);
    expect(await isOpen(login)).toEqual(OK);
  });

  test('is among the own sessions by the tablet’s name, and ends with the employee’s access', async () => {
    const session = await unlock(merchant.staff.operator);
    const { sessions } = (await ask('auth.sessions', session)).data as {
      sessions: { device: string; isCurrent: boolean }[];
    };
    expect(sessions.find(({ isCurrent }) => isCurrent)?.device).toBe('Balcão');
    const owner = await signIn(merchant.staff.owner);
    const { employeeId } = merchant.staff.operator;
    await call('employees.setActive', { employeeId, isActive: false }, owner);
    expect(await isOpen(session)).toEqual(SIGNED_OUT);
    expect(said(await tryUnlock(merchant.staff.operator))).toEqual([422, 'wrong_employee_pin']);
    await call('employees.setActive', { employeeId, isActive: true }, owner);
    expect(said(await tryUnlock(merchant.staff.operator))).toEqual([422, 'wrong_employee_pin']);
  });
});

describe('an owner on a tablet', () => {
  const refused = PROCEDURES.filter(({ meta }) => meta.permission && !roleMay('operator', meta.permission));
  const openOwners = () =>
    server.app.sessions.create(merchant.staff.owner, { ip: '127.0.0.1' }, { id: merchant.tabletId });

  test.each(refused)('is refused $path, as every operator is', async (procedure) => {
    const input = TENANT_MATRIX[procedure.path]?.input?.(merchant);
    const answer = await callProcedure(server, procedure, input, { token: await openOwners() });
    expect(outcomeOf(answer), answer.text).toEqual([403, 'forbidden']);
  });

  describe('who has just proved who is there', () => {
    const NOT_HERE = [403, 'not_on_tablets'];
    let token: string;
    let profile: { name: string; email: string; phone: string | null };

    beforeAll(async () => {
      token = await openOwners();
      const cookie = `session=${token}`;
      expect(said(await call('auth.proveSelf', { password: TEST_PASSWORD }, cookie))).toEqual(OK);
      const { name, email, phone } = (await ask('auth.profile', cookie)).data;
      profile = { name, email, phone };
    });

    // Each would open more than the counter does. Written out once more, so that none is let in unnoticed.
    test.each([
      'auth.confirmAuthenticator',
      'auth.confirmPasskey',
      'auth.removeAuthenticator',
      'auth.removePasskey',
      'auth.renewRecoveryCodes',
      'auth.setPin',
      'auth.startAuthenticator',
      'auth.startPasskey',
    ])('is refused %s', async (path) => {
      const input = TENANT_MATRIX[path]?.input?.(merchant);
      const answer = await callProcedure(server, { path, type: 'mutation' }, input, { token });
      expect(outcomeOf(answer), answer.text).toEqual(NOT_HERE);
    });

    test.each([
      ['another e-mail', () => ({ email: `outra-${randomUUID()}@loja.example` }), NOT_HERE],
      ['another phone', () => ({ phone: freshPhone() }), NOT_HERE],
      ['another name', () => ({ name: 'Rita' }), OK],
    ])('and saves %s: a link to an e-mail opens the whole account', async (_what, change, outcome) => {
      const saved = await call('auth.saveProfile', { ...profile, ...change() }, `session=${token}`);
      expect(said(saved)).toEqual(outcome);
    });
  });
});
