import { describe, expect, test } from 'vitest';
import {
  type EmployeeRefusal,
  type EmployeeTarget,
  employeeOffers,
  employeeRefusal,
  rolesToAdd,
} from './employee-rules.ts';
import { ROLES, type Role } from './roles.ts';

/** Decision D5, written out a second time: the roles that each role manages. */
const MANAGES: Record<Role, string> = {
  owner: 'owner admin manager operator employee',
  admin: 'admin manager operator employee',
  manager: 'operator employee',
  operator: '',
  employee: '',
};
const manages = (actor: Role, target: Role) => MANAGES[actor].split(' ').includes(target);

const PAIRS = ROLES.flatMap((actor) => ROLES.map((target) => ({ actor, target })));
const ME = 'me';
const MAILED = { hasOtherOwner: true, isShown: false };
const someone = (role: Role, rest: Partial<EmployeeTarget> = {}): EmployeeTarget => ({
  id: 'another',
  role,
  isActive: true,
  hasPassword: true,
  addedBy: null,
  ...rest,
});

/** The refusal without the permission, and the one with it but not over this employee. */
function whomRefusal(actor: Role, target: Role): EmployeeRefusal | undefined {
  if (actor === 'operator' || actor === 'employee') return 'forbidden';
  return manages(actor, target) ? undefined : 'employee_not_managed';
}

describe.each(PAIRS)('$actor over $target', ({ actor: role, target: targetRole }) => {
  const actor = { id: ME, role };
  const refused = whomRefusal(role, targetRole);

  test('activates and deactivates only the roles it manages', () => {
    const target = someone(targetRole);
    expect(employeeRefusal({ kind: 'activate' }, actor, target, true)).toBe(refused);
    expect(employeeRefusal({ kind: 'deactivate' }, actor, target, true)).toBe(refused);
    const inactive = someone(targetRole, { isActive: false });
    expect(employeeOffers(actor, target, MAILED)).toMatchObject({
      canActivate: false,
      canDeactivate: !refused,
    });
    expect(employeeOffers(actor, inactive, MAILED)).toMatchObject({
      canActivate: !refused,
      canDeactivate: false,
    });
  });

  test('invites the roles it manages again, while the employee is active and has no password', () => {
    const invite = (rest: Partial<EmployeeTarget>) =>
      employeeRefusal({ kind: 'resend_invitation', isShown: false }, actor, someone(targetRole, rest), true);
    expect(invite({ hasPassword: false })).toBe(refused);
    expect(invite({ hasPassword: true })).toBe(refused ?? 'invitation_used');
    expect(invite({ hasPassword: false, isActive: false })).toBe(refused ?? 'invitation_inactive');
    const pending = someone(targetRole, { hasPassword: false });
    expect(employeeOffers(actor, pending, MAILED).canResend).toBe(!refused);
    expect(employeeOffers(actor, someone(targetRole), MAILED).canResend).toBe(false);
  });

  test('sends a password link to the roles it manages, while the employee is active and has a password', () => {
    const send = (rest: Partial<EmployeeTarget>) =>
      employeeRefusal({ kind: 'send_password_link', isShown: false }, actor, someone(targetRole, rest), true);
    expect(send({})).toBe(refused);
    expect(send({ hasPassword: false })).toBe(refused ?? 'password_not_set');
    expect(send({ isActive: false })).toBe(refused ?? 'password_link_inactive');
    const offered = (rest: Partial<EmployeeTarget>) =>
      employeeOffers(actor, someone(targetRole, rest), MAILED).canSendPasswordLink;
    expect([offered({}), offered({ hasPassword: false }), offered({ isActive: false })]).toEqual([
      !refused,
      false,
      false,
    ]);
  });

  test('without a mail server sees a link only as who added the employee, or as an owner or administrator', () => {
    const shown = (kind: 'resend_invitation' | 'send_password_link', rest: Partial<EmployeeTarget>) =>
      employeeRefusal({ kind, isShown: true }, actor, someone(targetRole, rest), true);
    const isManager = role === 'manager';
    const byAnother = { hasPassword: false, addedBy: 'a third' };
    const byMe = { hasPassword: false, addedBy: ME };
    expect(shown('send_password_link', {})).toBe(
      refused ?? (isManager ? 'password_link_for_admins' : undefined),
    );
    // Having added the employee gives no right to more than the first password.
    expect(shown('send_password_link', { addedBy: ME })).toBe(shown('send_password_link', {}));
    expect(shown('resend_invitation', byAnother)).toBe(
      refused ?? (isManager ? 'invitation_of_another' : undefined),
    );
    expect(shown('resend_invitation', { hasPassword: false })).toBe(shown('resend_invitation', byAnother));
    expect(shown('resend_invitation', byMe)).toBe(refused);
    const offered = (rest: Partial<EmployeeTarget>) =>
      employeeOffers(actor, someone(targetRole, rest), { ...MAILED, isShown: true });
    expect(offered({}).canSendPasswordLink).toBe(!refused && !isManager);
    expect([offered(byAnother).canResend, offered(byMe).canResend]).toEqual([
      !refused && !isManager,
      !refused,
    ]);
  });

  test('changes roles only as an owner, to any role', () => {
    const target = someone(targetRole);
    for (const given of ROLES) {
      const answer = employeeRefusal({ kind: 'change_role', role: given }, actor, target, true);
      expect(answer, given).toBe(role === 'owner' ? undefined : 'forbidden');
    }
    expect(employeeOffers(actor, target, MAILED).assignableRoles).toEqual(
      role === 'owner' ? ROLES.filter((given) => given !== targetRole) : [],
    );
  });

  test('makes an owner only of who is active and has a password', () => {
    const give = (rest: Partial<EmployeeTarget>) =>
      employeeRefusal({ kind: 'change_role', role: 'owner' }, actor, someone(targetRole, rest), true);
    const expected = targetRole === 'owner' ? undefined : 'owner_needs_password';
    for (const rest of [{ isActive: false }, { hasPassword: false }])
      expect(give(rest)).toBe(role === 'owner' ? expected : 'forbidden');
  });
});

test.each(ROLES)('self-deactivation is refused: %s', (role) => {
  const me = someone(role, { id: ME });
  const expected = whomRefusal(role, role) ?? 'own_deactivation';
  expect(employeeRefusal({ kind: 'deactivate' }, { id: ME, role }, me, true)).toBe(expected);
  expect(employeeOffers({ id: ME, role }, me, MAILED).canDeactivate).toBe(false);
});

test.each(ROLES)('a password link for oneself is refused: %s', (role) => {
  const me = someone(role, { id: ME });
  const expected = whomRefusal(role, role) ?? 'own_password_link';
  expect(employeeRefusal({ kind: 'send_password_link', isShown: false }, { id: ME, role }, me, true)).toBe(
    expected,
  );
  expect(employeeOffers({ id: ME, role }, me, MAILED).canSendPasswordLink).toBe(false);
});

test('the last owner stays owner and active for every caller', () => {
  for (const id of [ME, 'another']) {
    const target = someone('owner', { id });
    const actor = { id: ME, role: 'owner' } as const;
    for (const role of ROLES) {
      const expected = role === 'owner' ? undefined : 'last_owner';
      expect(employeeRefusal({ kind: 'change_role', role }, actor, target, false), role).toBe(expected);
    }
    expect(employeeOffers(actor, target, { ...MAILED, hasOtherOwner: false })).toEqual({
      canActivate: false,
      canDeactivate: false,
      canResend: false,
      // An employee without a password cannot be locked out as the last owner.
      canSendPasswordLink: id !== ME,
      assignableRoles: [],
    });
  }
  const other = someone('owner');
  expect(employeeRefusal({ kind: 'deactivate' }, { id: ME, role: 'owner' }, other, false)).toBe('last_owner');
});

test('an owner hands ownership over by changing the own role once there is another owner', () => {
  const me = someone('owner', { id: ME });
  const actor = { id: ME, role: 'owner' } as const;
  expect(employeeRefusal({ kind: 'change_role', role: 'admin' }, actor, me, true)).toBeUndefined();
});

test('a new employee gets a role that the caller manages, and never ownership', () => {
  expect(Object.fromEntries(ROLES.map((role) => [role, rolesToAdd(role).join(' ')]))).toEqual({
    owner: 'admin manager operator employee',
    admin: 'admin manager operator employee',
    manager: 'operator employee',
    operator: '',
    employee: '',
  });
});
