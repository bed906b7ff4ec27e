import { randomUUID } from 'node:crypto';
import { ROLES, type Role } from 'domain/roles';
import { useDatabaseFixture } from 'testing/database-fixture';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updatePassword } from '../auth/account.sql.ts';
import type { PasswordLinkKind } from '../auth/password-links.sql.ts';
import type { App } from '../context.ts';
import { databaseTime } from '../lib/clock.ts';
import type { StaffSession } from '../staff-session.ts';
import { type Employee, insertEmployee, SOME_HASH, sessionOf } from '../test/employees.ts';
import { createMovableClock, insertMerchant, openMoneyApp } from '../test/money-app.ts';
import { addEmployee } from './add-employee.ts';
import { listEmployees } from './list-employees.ts';
import { resendInvitation } from './resend-invitation.ts';
import { sendEmployeePasswordLink } from './send-employee-password-link.ts';
import { setEmployeeActive } from './set-employee-active.ts';
import { setEmployeeRole } from './set-employee-role.ts';

const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };
const clock = createMovableClock('2026-03-10T12:00:00.000Z');
const fixture = useDatabaseFixture();
let app: App;
let merchant: StaffSession;
let hired: Record<Role, Employee>;
/** The merchant's second owner, so that the first is not the last. */
let boss: StaffSession;

beforeAll(async () => {
  const opened = await openMoneyApp(fixture.database.appUrl, clock);
  app = opened.app;
  return opened.close;
});

beforeEach(async () => {
  merchant = await insertMerchant(fixture.owner);
  hired = {} as Record<Role, Employee>;
  for (const role of ROLES) hired[role] = await insertEmployee(fixture.owner, merchant.merchantId, role);
  boss = sessionOf(merchant, hired.owner);
});

const as = (role: Role) => sessionOf(merchant, hired[role]);
const setActive = (staff: StaffSession, employeeId: string, isActive: boolean) =>
  setEmployeeActive(app, staff, REQUEST, { employeeId, isActive });
const setRole = (staff: StaffSession, employeeId: string, role: Role) =>
  setEmployeeRole(app, staff, REQUEST, { employeeId, role });
const add = (staff: StaffSession, role: Role, email = `${randomUUID()}@loja.example`) =>
  addEmployee(app, staff, REQUEST, { name: 'Ana', email, role });
/** A mail server, as far as who sends a link asks for one. */
const MAIL = {} as App['mail'];
const resend = (staff: StaffSession, employeeId: string, mail: App['mail'] = undefined) =>
  resendInvitation({ ...app, mail }, staff, REQUEST, { employeeId });
const sendLink = (staff: StaffSession, employeeId: string, mail: App['mail'] = undefined) =>
  sendEmployeePasswordLink({ ...app, mail }, staff, REQUEST, { employeeId });

/** 'done', or the code of the refusal. */
async function outcome(call: Promise<unknown>): Promise<string> {
  return await call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
}

async function stored(id: string): Promise<{ role: string; active: boolean }> {
  const { rows } = await fixture.owner.query(
    'SELECT role, is_active AS active FROM employees WHERE merchant_id = $1 AND id = $2',
    [merchant.merchantId, id],
  );
  return rows[0];
}

/** The number of the employee's links that may still be used. */
async function openLinks(employeeId: string, kind: PasswordLinkKind = 'invitation'): Promise<number> {
  const { rows } = await fixture.owner.query(
    `SELECT count(*)::int AS open FROM password_links
     WHERE merchant_id = $1 AND employee_id = $2 AND kind = $4 AND used_at IS NULL AND expires_at > $3`,
    [merchant.merchantId, employeeId, databaseTime(clock), kind],
  );
  return rows[0].open;
}

async function audited(): Promise<object[]> {
  const { rows } = await fixture.owner.query(
    `SELECT action, employee_id AS by, entity_id AS whom, details FROM audit_log WHERE merchant_id = $1 ORDER BY id`,
    [merchant.merchantId],
  );
  return rows;
}

describe('the use cases refuse what the rules refuse', () => {
  /** Decision D5, repeated independently of the rules' code. */
  const MANAGES: Record<Role, readonly Role[]> = {
    owner: ROLES,
    admin: ['admin', 'manager', 'operator', 'employee'],
    manager: ['operator', 'employee'],
    operator: [],
    employee: [],
  };

  test.each(ROLES)('%s with each role: deactivating, activating, inviting again', async (role) => {
    for (const targetRole of ROLES) {
      const target = await insertEmployee(fixture.owner, merchant.merchantId, targetRole, {
        hasPassword: false,
      });
      const isManaged = MANAGES[role].includes(targetRole);
      const refusal = MANAGES[role].length === 0 ? 'forbidden' : 'employee_not_managed';
      const expected = isManaged ? 'done' : refusal;
      expect(await outcome(resend(as(role), target.id, MAIL)), targetRole).toBe(expected);
      expect(await outcome(setActive(as(role), target.id, false)), targetRole).toBe(expected);
      expect(await stored(target.id)).toEqual({ role: targetRole, active: !isManaged });
      expect(await outcome(setActive(as(role), target.id, true)), targetRole).toBe(expected);
      expect(await stored(target.id)).toEqual({ role: targetRole, active: true });
    }
  });

  test.each(ROLES)('%s with each role: a link to a new password', async (role) => {
    for (const targetRole of ROLES) {
      const target = await insertEmployee(fixture.owner, merchant.merchantId, targetRole);
      const refusal = MANAGES[role].length === 0 ? 'forbidden' : 'employee_not_managed';
      const expected = MANAGES[role].includes(targetRole) ? 'done' : refusal;
      expect(await outcome(sendLink(as(role), target.id, MAIL)), targetRole).toBe(expected);
      expect(await openLinks(target.id, 'reset')).toBe(expected === 'done' ? 1 : 0);
    }
  });

  test.each(ROLES)('%s changing roles', async (role) => {
    for (const targetRole of ROLES) {
      const target = await insertEmployee(fixture.owner, merchant.merchantId, targetRole);
      for (const given of ROLES) {
        expect(await outcome(setRole(as(role), target.id, given))).toBe(
          role === 'owner' ? 'done' : 'forbidden',
        );
        expect((await stored(target.id)).role).toBe(role === 'owner' ? given : targetRole);
      }
    }
  });

  test.each(ROLES)('%s adding each role', async (role) => {
    for (const given of ROLES) {
      const may = given !== 'owner' && MANAGES[role].includes(given);
      expect(await outcome(add(as(role), given)), given).toBe(may ? 'done' : 'role_not_given');
    }
  });

  test('a caller demoted or deactivated a moment ago, by their row and not by their session', async () => {
    await fixture.owner.query(`UPDATE employees SET role = 'employee' WHERE id = $1`, [hired.admin.id]);
    expect(await outcome(setActive(as('admin'), hired.operator.id, false))).toBe('forbidden');
    await fixture.owner.query('UPDATE employees SET is_active = false WHERE id = $1', [hired.manager.id]);
    expect(await outcome(setActive(as('manager'), hired.operator.id, false))).toBe('unauthenticated');
    expect(await stored(hired.operator.id)).toEqual({ role: 'operator', active: true });
  });

  test("another merchant's employee as unknown", async () => {
    const other = await insertMerchant(fixture.owner);
    const theirs = await insertEmployee(fixture.owner, other.merchantId, 'employee', { hasPassword: false });
    for (const id of [theirs.id, randomUUID()]) {
      expect(await outcome(setActive(boss, id, false))).toBe('employee_not_found');
      expect(await outcome(setRole(boss, id, 'owner'))).toBe('employee_not_found');
      expect(await outcome(resend(boss, id))).toBe('employee_not_found');
      expect(await outcome(sendLink(boss, id))).toBe('employee_not_found');
    }
  });
});

describe('the last owner', () => {
  // The merchant's first owner has no password and cannot sign in: the second is the last who can.
  test('is neither demoted nor deactivated, by any caller', async () => {
    expect(await outcome(setRole(boss, hired.owner.id, 'admin'))).toBe('last_owner');
    expect(await outcome(setActive(boss, hired.owner.id, false))).toBe('own_deactivation');
    const first = sessionOf(merchant, { id: merchant.employeeId, email: 'x', role: 'owner' });
    expect(await outcome(setActive(first, hired.owner.id, false))).toBe('last_owner');
    expect(await stored(hired.owner.id)).toEqual({ role: 'owner', active: true });
  });

  test('hands ownership over: first another owner, then another role', async () => {
    expect(await outcome(setRole(boss, hired.admin.id, 'owner'))).toBe('done');
    expect(await outcome(setRole(boss, hired.owner.id, 'manager'))).toBe('done');
    expect([await stored(hired.admin.id), await stored(hired.owner.id)]).toEqual([
      { role: 'owner', active: true },
      { role: 'manager', active: true },
    ]);
  });

  test('is counted without the deactivated, and an employee who cannot sign in does not become one', async () => {
    const inactive = await insertEmployee(fixture.owner, merchant.merchantId, 'owner', { isActive: false });
    expect(await outcome(setRole(boss, hired.owner.id, 'admin'))).toBe('last_owner');
    for (const rest of [{ isActive: false }, { hasPassword: false }]) {
      const target = await insertEmployee(fixture.owner, merchant.merchantId, 'admin', rest);
      expect(await outcome(setRole(boss, target.id, 'owner'))).toBe('owner_needs_password');
    }
    await setActive(boss, inactive.id, true);
    expect(await outcome(setRole(boss, hired.owner.id, 'admin'))).toBe('done');
  });
});

test('the list has all employees, newest first, with the actions the caller may take', async () => {
  const old = await insertEmployee(fixture.owner, merchant.merchantId, 'operator', { isActive: false });
  await fixture.owner.query(`UPDATE employees SET created_at = '2020-01-01T00:00:00Z' WHERE id = $1`, [
    old.id,
  ]);
  clock.set(new Date(Date.now() + 60_000));
  const { employeeId } = await add(as('manager'), 'operator', 'nova@loja.example');
  const { employees, invitationsBy } = await listEmployees(app, as('manager'));
  expect(invitationsBy).toBe('link');
  const mailed = await listEmployees({ ...app, mail: MAIL }, as('manager'));
  expect(mailed.invitationsBy).toBe('email');
  expect(employees).toHaveLength(8);
  expect(employees[0]).toEqual({
    id: employeeId,
    name: 'Ana',
    email: 'nova@loja.example',
    phone: null,
    role: 'operator',
    isActive: true,
    isInvited: true,
    isSelf: false,
    isLastOwner: false,
    createdAt: clock.now(),
    canActivate: false,
    canDeactivate: true,
    canResend: true,
    canSendPasswordLink: false,
    canResetFactor: false,
    hasFactor: false,
    assignableRoles: [],
  });
  expect(employees.at(-1)).toMatchObject({ id: old.id, isActive: false, canActivate: true });
  const row = (id: string) => employees.find((each) => each.id === id);
  expect(row(hired.manager.id)).toMatchObject({
    isSelf: true,
    canDeactivate: false,
    canSendPasswordLink: false,
  });
  expect(row(hired.operator.id)).toMatchObject({ canResend: false, canSendPasswordLink: false });
  expect(mailed.employees.find(({ id }) => id === hired.operator.id)?.canSendPasswordLink).toBe(true);
  expect(row(hired.admin.id)).toMatchObject({ isSelf: false, canDeactivate: false });
  expect(row(hired.owner.id)).toMatchObject({ isLastOwner: true, assignableRoles: [] });
  const { employees: seen } = await listEmployees(app, boss);
  expect(seen.find(({ id }) => id === hired.operator.id)?.canSendPasswordLink).toBe(true);
  expect(seen.find(({ id }) => id === hired.admin.id)?.assignableRoles).toEqual([
    'owner',
    'manager',
    'operator',
    'employee',
  ]);
  expect(seen.find(({ id }) => id === employeeId)?.assignableRoles).not.toContain('owner');
});

test('each change logs the actor, the employee and both values; no change logs nothing', async () => {
  const { employeeId } = await add(as('admin'), 'employee');
  await resend(as('admin'), employeeId);
  await sendLink(as('admin'), hired.employee.id);
  await setActive(as('admin'), employeeId, true);
  await setActive(as('admin'), employeeId, false);
  await setActive(as('admin'), employeeId, true);
  await setRole(boss, employeeId, 'employee');
  await setRole(boss, employeeId, 'operator');
  await outcome(setRole(as('admin'), employeeId, 'owner'));
  const by = { by: hired.admin.id, whom: employeeId };
  expect(await audited()).toEqual([
    { ...by, action: 'employee.add', details: { role: 'employee' } },
    { ...by, action: 'employee.resend_invitation', details: { delivery: 'link' } },
    {
      by: hired.admin.id,
      whom: hired.employee.id,
      action: 'employee.send_password_link',
      details: { delivery: 'link' },
    },
    { ...by, action: 'employee.deactivate', details: { is_active_before: true, is_active_after: false } },
    { ...by, action: 'employee.activate', details: { is_active_before: false, is_active_after: true } },
    {
      by: hired.owner.id,
      whom: employeeId,
      action: 'employee.change_role',
      details: { role_before: 'employee', role_after: 'operator' },
    },
  ]);
});

test('the change, the end of the sessions and the audit entry are one transaction: each fails with the others', async () => {
  const { merchantId } = merchant;
  const employee = { merchantId, employeeId: hired.operator.id };
  const token = await app.sessions.create(employee, REQUEST);
  for (const right of ['INSERT ON audit_log', 'DELETE ON sessions']) {
    await fixture.owner.query(`REVOKE ${right} FROM cashback_app`);
    try {
      await expect(setActive(boss, employee.employeeId, false)).rejects.toThrow(/permission denied/);
      await expect(setRole(boss, employee.employeeId, 'admin')).rejects.toThrow(/permission denied/);
    } finally {
      await fixture.owner.query(`GRANT ${right} TO cashback_app`);
    }
    expect(await stored(employee.employeeId), right).toEqual({ role: 'operator', active: true });
    expect(await app.sessions.find(token), right).toBeDefined();
  }
  expect(await audited()).toEqual([]);
});

describe('invitations', () => {
  test('a new employee has no password and one link of seven days; a new link ends the earlier one', async () => {
    const { employeeId, invitation } = await add(boss, 'operator');
    if (invitation.delivery !== 'link') throw new Error('no mail server is configured here');
    expect(await openLinks(employeeId)).toBe(1);
    clock.advance(1_000);
    const again = await resend(boss, employeeId);
    expect(again.invitation).not.toEqual(invitation);
    expect(await openLinks(employeeId)).toBe(1);
    clock.advance(7 * 24 * 60 * 60 * 1_000 - 1);
    expect(await openLinks(employeeId)).toBe(1);
    clock.advance(1);
    expect(await openLinks(employeeId)).toBe(0);
  });

  test('are for active employees without a password', async () => {
    expect(await outcome(resend(boss, hired.operator.id))).toBe('invitation_used');
    const { employeeId } = await add(boss, 'operator');
    await setActive(boss, employeeId, false);
    expect(await outcome(resend(boss, employeeId))).toBe('invitation_inactive');
  });

  test('take few mails an hour to one address; who adds a person is refused then, and adds nobody', async () => {
    const email = `${randomUUID()}@loja.example`;
    const withMail = { ...app, mail: MAIL };
    const invited = { name: 'Ana', email, role: 'operator' as const };
    const { employeeId } = await addEmployee(withMail, as('owner'), REQUEST, invited);
    const resent = [];
    for (let asked = 0; asked < 3; asked += 1)
      resent.push(await outcome(resend(as('owner'), employeeId, MAIL)));
    expect(resent).toEqual(['done', 'done', 'too_many_emails']);
    const elsewhere = await insertMerchant(fixture.owner);
    expect(await outcome(addEmployee(withMail, elsewhere, REQUEST, invited))).toBe('too_many_emails');
    const { rows } = await fixture.owner.query('SELECT merchant_id FROM employees WHERE email = $1', [email]);
    expect(rows).toEqual([{ merchant_id: merchant.merchantId }]);
  });

  test('without a mail server are shown to who added the person, until a first password, and to admins', async () => {
    const other = sessionOf(merchant, await insertEmployee(fixture.owner, merchant.merchantId, 'manager'));
    const { employeeId } = await add(as('manager'), 'operator');
    const canResend = async (staff: StaffSession) => {
      const { employees } = await listEmployees(app, staff);
      const isOffered = employees.find(({ id }) => id === employeeId)?.canResend;
      return [isOffered, await outcome(resend(staff, employeeId))];
    };
    const refused = [false, 'invitation_of_another'];
    expect(await canResend(as('manager'))).toEqual([true, 'done']);
    const before = await audited();
    expect(await canResend(other)).toEqual(refused);
    expect(await audited()).toEqual(before);
    expect(await canResend(as('admin'))).toEqual([true, 'done']);
    expect(await outcome(resend(other, employeeId, MAIL))).toBe('done');
    expect(await canResend(other)).toEqual(refused);
    // As after 'Não fui eu', where the address has become another employee's.
    await app.tenancy.withTenant(merchant.merchantId, (tx) => updatePassword(tx, employeeId, null));
    expect(await canResend(as('manager'))).toEqual(refused);
    expect(await canResend(boss)).toEqual([true, 'done']);
  });

  test('end when the role changes or the maker’s rights do: one made for an operator opens no admin', async () => {
    const first = await add(as('manager'), 'operator');
    expect(await openLinks(first.employeeId)).toBe(1);
    await setRole(boss, first.employeeId, 'admin');
    expect(await openLinks(first.employeeId)).toBe(0);
    for (const change of [
      () => setRole(boss, hired.manager.id, 'operator'),
      () => setRole(boss, hired.manager.id, 'manager'),
      () => setActive(boss, hired.manager.id, false),
    ]) {
      const { employeeId } = await add(as('admin'), 'operator');
      await fixture.owner.query('UPDATE password_links SET created_by = $2 WHERE employee_id = $1', [
        employeeId,
        hired.manager.id,
      ]);
      await change();
      expect(await openLinks(employeeId)).toBe(0);
    }
  });

  test('are at most sixty an hour, and a refused one stores no employee', async () => {
    const { id } = await insertEmployee(fixture.owner, merchant.merchantId, 'operator', {
      hasPassword: false,
    });
    for (let sent = 0; sent < 60; sent += 1) await resend(boss, id);
    expect(await outcome(add(boss, 'operator', 'uma-a-mais@loja.example'))).toBe('too_many_requests');
    expect(await outcome(resend(boss, id))).toBe('too_many_requests');
    expect(await outcome(sendLink(boss, hired.operator.id))).toBe('too_many_requests');
    expect(await openLinks(hired.operator.id, 'reset')).toBe(0);
    const { rows } = await fixture.owner.query(
      `SELECT FROM employees WHERE email = 'uma-a-mais@loja.example'`,
    );
    expect(rows).toEqual([]);
    clock.advance(3_600_000);
    expect(await outcome(add(boss, 'operator'))).toBe('done');
  });
});

describe('links to a new password', () => {
  const open = (id: string) => openLinks(id, 'reset');

  test('are for active employees with a password, and never for oneself', async () => {
    const { employeeId } = await add(boss, 'operator');
    expect(await outcome(sendLink(boss, employeeId))).toBe('password_not_set');
    const gone = await insertEmployee(fixture.owner, merchant.merchantId, 'operator', { isActive: false });
    expect(await outcome(sendLink(boss, gone.id))).toBe('password_link_inactive');
    expect(await outcome(sendLink(boss, hired.owner.id))).toBe('own_password_link');
    for (const id of [employeeId, gone.id, hired.owner.id]) expect(await open(id)).toBe(0);
  });

  test('without a mail server are shown to owners and admins only: a manager makes none', async () => {
    const { employeeId } = await add(as('manager'), 'operator');
    await app.tenancy.withTenant(merchant.merchantId, (tx) => updatePassword(tx, employeeId, SOME_HASH));
    for (const id of [employeeId, hired.operator.id]) {
      expect(await outcome(sendLink(as('manager'), id))).toBe('password_link_for_admins');
      expect(await open(id)).toBe(0);
      expect(await outcome(sendLink(as('admin'), id))).toBe('done');
    }
  });

  test('live one hour, and the next one ends the earlier', async () => {
    const first = await sendLink(boss, hired.operator.id);
    clock.advance(1_000);
    expect(await sendLink(boss, hired.operator.id)).not.toEqual(first);
    expect(await open(hired.operator.id)).toBe(1);
    clock.advance(60 * 60 * 1_000 - 1);
    expect(await open(hired.operator.id)).toBe(1);
    clock.advance(1);
    expect(await open(hired.operator.id)).toBe(0);
  });

  test('are mailed if there is a mail server, and then not shown', async () => {
    const sent = await sendLink(boss, hired.operator.id, MAIL);
    expect(sent).toEqual({ passwordLink: { delivery: 'email' } });
    const { rows } = await fixture.owner.query(
      `SELECT j.payload FROM graphile_worker._private_jobs j
       JOIN password_links l ON l.id = (j.payload->>'linkId')::uuid WHERE l.employee_id = $1`,
      [hired.operator.id],
    );
    expect(rows).toEqual([{ payload: { merchantId: merchant.merchantId, linkId: expect.any(String) } }]);
    expect(await audited()).toMatchObject([{ details: { delivery: 'email' } }]);
  });

  test('end when the employee’s role changes: one made for an operator opens no admin', async () => {
    await sendLink(as('admin'), hired.operator.id);
    await sendLink(as('admin'), hired.employee.id);
    await setRole(boss, hired.operator.id, 'admin');
    expect(await open(hired.operator.id)).toBe(0);
    expect(await open(hired.employee.id)).toBe(1);
    await setActive(boss, hired.employee.id, false);
    await setActive(boss, hired.employee.id, true);
    expect(await open(hired.employee.id)).toBe(0);
  });

  test('end with the rights of their maker', async () => {
    await sendLink(as('manager'), hired.operator.id, MAIL);
    await sendLink(as('admin'), hired.employee.id);
    await setActive(boss, hired.manager.id, false);
    expect([await open(hired.operator.id), await open(hired.employee.id)]).toEqual([0, 1]);
    await setRole(boss, hired.admin.id, 'employee');
    expect(await open(hired.employee.id)).toBe(0);
  });

  test('are made together with their audit entry or not at all', async () => {
    await fixture.owner.query('REVOKE INSERT ON audit_log FROM cashback_app');
    try {
      await expect(sendLink(boss, hired.operator.id)).rejects.toThrow(/permission denied/);
    } finally {
      await fixture.owner.query('GRANT INSERT ON audit_log TO cashback_app');
    }
    expect(await open(hired.operator.id)).toBe(0);
  });
});

test('an e-mail belongs to one employee on the whole platform', async () => {
  const other = await insertMerchant(fixture.owner);
  const theirs = await insertEmployee(fixture.owner, other.merchantId, 'employee');
  expect(await outcome(add(boss, 'operator', theirs.email))).toBe('email_taken');
  expect(await outcome(add(boss, 'operator', hired.employee.email))).toBe('email_taken');
  expect(await audited()).toEqual([]);
});
