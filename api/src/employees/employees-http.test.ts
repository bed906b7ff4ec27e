import type { Role } from 'domain/roles';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type Answer, freshIp } from 'testing/http-client';
import { logIn, type SignedInMerchant, signUpMerchant, TEST_PASSWORD } from 'testing/signed-in-merchant';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Employee, insertEmployee } from '../test/employees.ts';
import { startTwoProcesses, type TwoProcesses } from '../test/two-processes.ts';

const fixture = useDatabaseFixture();
let api: TwoProcesses;
let merchant: SignedInMerchant;

beforeAll(async () => {
  api = await startTwoProcesses(fixture.database);
  return () => api.stop();
});

beforeEach(async () => {
  merchant = await signUpMerchant(api.client(0));
});

type SignedIn = Employee & { cookie: string };

/** An employee of the merchant with the owner's password, signed in. */
async function takeOn(role: Role): Promise<SignedIn> {
  const employee = await insertEmployee(fixture.owner, merchant.id, role, { passwordOf: merchant.email });
  return { ...employee, cookie: (await logIn(api.client(0), employee.email)).cookie };
}

const call = (path: string, input: object, cookie = merchant.cookie, process = 0) =>
  api.client(process).call(path, input, { cookie });
const said = ({ status, error }: Answer) => [status, error?.data.refusal ?? null];

/** The status with which each of the two processes answers this cookie. */
async function statusInBoth(cookie: string): Promise<number[]> {
  const answers = [0, 1].map((turn) => api.client(turn).query('reports.currentMonth', undefined, { cookie }));
  return (await Promise.all(answers)).map(({ status }) => status);
}

const tryPassword = (email: string) =>
  api.client(1).call('auth.login', { email, password: TEST_PASSWORD }, { ip: freshIp() });

describe('from the very next request, in every process', () => {
  test('a deactivated employee is out and stays out; activated, they come in with the password they had', async () => {
    const employee = await takeOn('manager');
    expect(await statusInBoth(employee.cookie)).toEqual([200, 200]);
    const deactivated = await call('employees.setActive', { employeeId: employee.id, isActive: false });
    expect([deactivated.status, deactivated.data]).toEqual([200, { isActive: false }]);
    expect(await statusInBoth(employee.cookie)).toEqual([401, 401]);
    expect(said(await tryPassword(employee.email))).toEqual([401, 'invalid_credentials']);
    expect((await call('employees.setActive', { employeeId: employee.id, isActive: true })).status).toBe(200);
    // The sessions were deleted, not only hidden.
    expect(await statusInBoth(employee.cookie)).toEqual([401, 401]);
    expect(said(await tryPassword(employee.email))).toEqual([200, null]);
    expect(await statusInBoth(merchant.cookie)).toEqual([200, 200]);
  });

  test.each(['operator', 'admin'] as const)('an employee made %s is out, and back as one', async (role) => {
    const employee = await takeOn('manager');
    expect((await call('employees.setRole', { employeeId: employee.id, role })).data).toEqual({ role });
    expect(await statusInBoth(employee.cookie)).toEqual([401, 401]);
    const again = await logIn(api.client(1), employee.email);
    expect(again.session.employee.role).toBe(role);
    const settings = await api
      .client(0)
      .query('merchants.cashbackSettings', undefined, { cookie: again.cookie });
    expect(settings.status).toBe(role === 'admin' ? 200 : 403);
  });

  test('an owner who hands over is out, and comes back with fewer rights', async () => {
    const employee = await takeOn('admin');
    expect(said(await call('employees.setRole', { employeeId: merchant.employeeId, role: 'admin' }))).toEqual(
      [409, 'last_owner'],
    );
    await call('employees.setRole', { employeeId: employee.id, role: 'owner' });
    const handedOver = await call('employees.setRole', { employeeId: merchant.employeeId, role: 'admin' });
    expect(handedOver.status).toBe(200);
    expect(await statusInBoth(merchant.cookie)).toEqual([401, 401]);
    const { cookie } = await logIn(api.client(0), merchant.email);
    const back = { employeeId: merchant.employeeId, role: 'owner' };
    expect(said(await call('employees.setRole', back, cookie))).toEqual([403, 'forbidden']);
  });
});

describe('a link to a new password', () => {
  const NEW_PASSWORD = 'broa-de-milho-morna';
  const login = async (email: string, password: string) =>
    said(await api.client(1).call('auth.login', { email, password }, { ip: freshIp() }));

  test('leaves the employee signed in until it is used, and then lets in by the new password only', async () => {
    const employee = await takeOn('operator');
    const made = await call('employees.sendPasswordLink', { employeeId: employee.id });
    expect(made.data).toEqual({ passwordLink: { delivery: 'link', link: expect.any(String) } });
    const [, token] = made.data.passwordLink.link.split('/set-password#');
    expect(await statusInBoth(employee.cookie)).toEqual([200, 200]);
    expect(await login(employee.email, TEST_PASSWORD)).toEqual([200, null]);
    const opened = await api.client(1).call('auth.passwordLink', { token }, { ip: freshIp() });
    expect(opened.data).toMatchObject({ kind: 'reset', email: employee.email });
    const set = { token, password: NEW_PASSWORD };
    expect(said(await api.client(1).call('auth.setPassword', set, { ip: freshIp() }))).toEqual([200, null]);
    expect(await statusInBoth(employee.cookie)).toEqual([401, 401]);
    expect(await login(employee.email, TEST_PASSWORD)).toEqual([401, 'invalid_credentials']);
    expect(await login(employee.email, NEW_PASSWORD)).toEqual([200, null]);
    expect(await statusInBoth(merchant.cookie)).toEqual([200, 200]);
  });

  test('is made by one owner for another, not by an admin for an owner, and not for oneself', async () => {
    const [owner, admin] = [await takeOn('owner'), await takeOn('admin')];
    const send = async (employeeId: string, cookie: string) =>
      said(await call('employees.sendPasswordLink', { employeeId }, cookie));
    expect(await send(merchant.employeeId, owner.cookie)).toEqual([200, null]);
    expect(await send(owner.id, admin.cookie)).toEqual([403, 'employee_not_managed']);
    expect(await send(owner.id, owner.cookie)).toEqual([403, 'own_password_link']);
  });

  test('that another person saw is told to its employee at every login and start, for 30 days', async () => {
    const [operator, colleague] = [await takeOn('operator'), await takeOn('operator')];
    const links = async ({ cookie }: SignedIn) =>
      (await api.client(1).query('auth.session', undefined, { cookie })).data.shownPasswordLinks;
    expect(await links(operator)).toEqual([]);
    await call('employees.sendPasswordLink', { employeeId: operator.id });
    const told = [{ madeAt: expect.any(String), madeBy: { name: 'Maria Santos', role: 'owner' } }];
    const loggedIn = async () => (await logIn(api.client(1), operator.email)).session.shownPasswordLinks;
    expect([await links(operator), await loggedIn(), await loggedIn()]).toEqual([told, told, told]);
    expect(await links(colleague)).toEqual([]);
    const change = (entry: string) =>
      fixture.owner.query(
        `UPDATE audit_log SET ${entry} WHERE entity_id = $1 AND action = 'employee.send_password_link'`,
        [operator.id],
      );
    await change(`details = '{"delivery": "email"}'`);
    expect(await links(operator)).toEqual([]);
    await change(`details = '{"delivery": "link"}', created_at = now() - interval '29 days'`);
    expect(await links(operator)).toEqual(told);
    await change(`created_at = now() - interval '30 days'`);
    expect(await links(operator)).toEqual([]);
    const bySupport = `action = 'employee.support_password_link', employee_id = NULL`;
    await change(`${bySupport}, created_at = now()`);
    expect(await links(operator), 'the support’s').toEqual([{ madeAt: expect.any(String) }]);
  });

  test('is refused with the reason', async () => {
    const [manager, operator] = [await takeOn('manager'), await takeOn('operator')];
    const shown = await call('employees.sendPasswordLink', { employeeId: operator.id }, manager.cookie);
    expect(said(shown)).toEqual([403, 'password_link_for_admins']);
    expect(shown.error?.message).toBe(
      'Só o proprietário ou um administrador pode gerar um link de nova senha. Peça a um deles.',
    );
    const gone = await insertEmployee(fixture.owner, merchant.id, 'operator', { isActive: false });
    const invited = await insertEmployee(fixture.owner, merchant.id, 'operator', { hasPassword: false });
    expect(said(await call('employees.sendPasswordLink', { employeeId: gone.id }))).toEqual([
      422,
      'password_link_inactive',
    ]);
    expect(said(await call('employees.sendPasswordLink', { employeeId: invited.id }))).toEqual([
      409,
      'password_not_set',
    ]);
    const more = { employeeId: merchant.employeeId, kind: 'invitation' };
    expect(said(await call('employees.sendPasswordLink', more))).toEqual([400, 'bad_request']);
  });
});

describe('two owners changing each other at the same moment, each in another process', () => {
  /**
   * Sends both calls while the owners' rows are locked, so that both have been authorized and wait, then
   * releases the lock. Returns the answers, refusals after the success, and how many owners are left.
   */
  async function race(calls: [path: string, input: object, cookie: string][]) {
    const holder = await fixture.owner.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM employees WHERE merchant_id = $1 AND role = 'owner' FOR UPDATE`, [
      merchant.id,
    ]);
    const answers = calls.map(([path, input, cookie], turn) => call(path, input, cookie, turn));
    try {
      await expect.poll(countWaiting).toBe(calls.length);
    } finally {
      await holder.query('COMMIT');
      holder.release();
    }
    const outcomes = (await Promise.all(answers)).map(said).sort(([one], [two]) => Number(one) - Number(two));
    const { rows } = await fixture.owner.query(
      `SELECT count(*)::int AS left FROM employees WHERE merchant_id = $1 AND role = 'owner' AND is_active`,
      [merchant.id],
    );
    return { outcomes, ownersLeft: rows[0].left };
  }

  async function countWaiting(): Promise<number> {
    const { rows } = await fixture.owner.query(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0].waiting;
  }

  const demote = (employeeId: string) => ({ employeeId, role: 'operator' });
  const deactivate = (employeeId: string) => ({ employeeId, isActive: false });

  test('both stepping down: exactly one may', async () => {
    const other = await takeOn('owner');
    const { outcomes, ownersLeft } = await race([
      ['employees.setRole', demote(merchant.employeeId), merchant.cookie],
      ['employees.setRole', demote(other.id), other.cookie],
    ]);
    expect(outcomes).toEqual([
      [200, null],
      [409, 'last_owner'],
    ]);
    expect(ownersLeft).toBe(1);
  });

  test.each([
    { bystanders: 0, ownersLeft: 1 },
    { bystanders: 1, ownersLeft: 2 },
  ])('demoting each other before $bystanders others: the slower one is no longer owner', async (each) => {
    const other = await takeOn('owner');
    if (each.bystanders > 0) await takeOn('owner');
    const { outcomes, ownersLeft } = await race([
      ['employees.setRole', demote(other.id), merchant.cookie],
      ['employees.setRole', demote(merchant.employeeId), other.cookie],
    ]);
    expect(outcomes).toEqual([
      [200, null],
      [403, 'forbidden'],
    ]);
    expect(ownersLeft).toBe(each.ownersLeft);
  });

  test('deactivating each other: the slower one is out', async () => {
    const other = await takeOn('owner');
    const { outcomes, ownersLeft } = await race([
      ['employees.setActive', deactivate(other.id), merchant.cookie],
      ['employees.setActive', deactivate(merchant.employeeId), other.cookie],
    ]);
    expect(outcomes).toEqual([
      [200, null],
      [401, 'unauthenticated'],
    ]);
    expect(ownersLeft).toBe(1);
  });

  test('one deactivated while stepping down leaves the other as owner', async () => {
    const other = await takeOn('owner');
    const { outcomes, ownersLeft } = await race([
      ['employees.setActive', deactivate(other.id), merchant.cookie],
      ['employees.setRole', demote(merchant.employeeId), merchant.cookie],
    ]);
    expect(outcomes[0]).toEqual([200, null]);
    expect([403, 409]).toContain(outcomes[1]?.[0]);
    expect(ownersLeft).toBe(1);
  });
});

describe('choices that are not the caller’s', () => {
  const EMPLOYEE = { name: 'Ana', email: 'ana-nova@loja.example', role: 'operator' };

  test('an admin makes no owner, neither by adding nor by changing', async () => {
    const admin = await takeOn('admin');
    const add = await call('employees.add', { ...EMPLOYEE, role: 'owner' }, admin.cookie);
    expect(said(add)).toEqual([403, 'role_not_given']);
    const change = await call('employees.setRole', { employeeId: admin.id, role: 'owner' }, admin.cookie);
    expect(said(change)).toEqual([403, 'forbidden']);
  });

  test('merchant, password and status of a new employee come from the server', async () => {
    const other = await signUpMerchant(api.client(0));
    for (const extra of [
      { merchantId: other.id },
      { merchant_id: other.id },
      { isActive: false },
      { password: 'segredo-meu' },
      { passwordHash: '$argon2id$' },
      { id: merchant.employeeId },
    ]) {
      const answer = await call('employees.add', { ...EMPLOYEE, ...extra });
      expect(said(answer), JSON.stringify(extra)).toEqual([400, 'bad_request']);
    }
    for (const role of ['root', 'Owner', '', null, ['operator'], { not: 'owner' }])
      expect((await call('employees.add', { ...EMPLOYEE, role })).error?.data.fields).toEqual({
        role: 'Escolha uma função',
      });
    const { rows } = await fixture.owner.query('SELECT FROM employees WHERE email = $1', [EMPLOYEE.email]);
    expect(rows).toEqual([]);
  });

  test('an invalid field is reported beside it, and a taken e-mail by its own code', async () => {
    const empty = await call('employees.add', { name: ' ', email: 'nada', role: 'operator' });
    expect(empty.error?.data.fields).toEqual({ name: 'Nome é obrigatório', email: 'Email inválido' });
    const taken = await call('employees.add', { ...EMPLOYEE, email: ` ${merchant.email.toUpperCase()} ` });
    expect(said(taken)).toEqual([409, 'email_taken']);
    expect(taken.error?.message).toBe('Este email já está cadastrado');
  });

  test('an operator sees and changes no employee', async () => {
    const operator = await takeOn('operator');
    const { cookie } = operator;
    expect(said(await api.client(0).query('employees.list', undefined, { cookie }))).toEqual([
      403,
      'forbidden',
    ]);
    for (const [path, input] of [
      ['employees.add', EMPLOYEE],
      ['employees.setActive', { employeeId: merchant.employeeId, isActive: false }],
      ['employees.resendInvitation', { employeeId: merchant.employeeId }],
      ['employees.sendPasswordLink', { employeeId: merchant.employeeId }],
      ['employees.setRole', { employeeId: operator.id, role: 'owner' }],
    ] as const)
      expect(said(await call(path, input, cookie)), path).toEqual([403, 'forbidden']);
  });
});
