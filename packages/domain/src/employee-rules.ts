import { ROLES, type Role, roleMay } from './roles.ts';

/**
 * The rights of each role over a merchant's other employees. The use cases enforce these rules under a lock,
 * the list offers each row's actions by the same rules, and the forms offer no more.
 */

const MANAGED: Record<Role, readonly Role[]> = {
  owner: ROLES,
  admin: ['admin', 'manager', 'operator', 'employee'],
  manager: ['operator', 'employee'],
  operator: [],
  employee: [],
};

/**
 * Without a mail server, only they see links to others' passwords. Who added a person sees the invitation.
 */
const SEES_LINKS: readonly Role[] = ['owner', 'admin'];

/** The employee who acts. */
export interface EmployeeActor {
  id: string;
  role: Role;
}

/** The employee it is done to. */
export interface EmployeeTarget {
  id: string;
  role: Role;
  isActive: boolean;
  /** False until the invitation was used. */
  hasPassword: boolean;
  /** Who invited them; null once they have set a password, even if they lost it since. */
  addedBy: string | null;
}

export type EmployeeAct =
  | { kind: 'activate' | 'deactivate' | 'reset_factor' }
  /** `isShown`: without a mail server the actor gets to see the link. */
  | { kind: 'resend_invitation' | 'send_password_link'; isShown: boolean }
  | { kind: 'change_role'; role: Role };

/** Codes of the server's table of refusals. */
export type EmployeeRefusal =
  | 'forbidden'
  | 'employee_not_managed'
  | 'own_deactivation'
  | 'last_owner'
  | 'owner_needs_password'
  | 'invitation_used'
  | 'invitation_inactive'
  | 'invitation_of_another'
  | 'own_password_link'
  | 'own_factor'
  | 'password_not_set'
  | 'password_link_inactive'
  | 'password_link_for_admins';

/**
 * The reason why `actor` may not do this with `target`; undefined: allowed. `hasOtherOwner`: another active
 * owner exists, so that the merchant would not be left without one.
 */
export function employeeRefusal(
  act: EmployeeAct,
  actor: EmployeeActor,
  target: EmployeeTarget,
  hasOtherOwner: boolean,
): EmployeeRefusal | undefined {
  if (act.kind === 'change_role') return roleRefusal(act.role, actor, target, hasOtherOwner);
  if (act.kind === 'reset_factor') return factorRefusal(actor, target);
  if (!roleMay(actor.role, 'employees.write')) return 'forbidden';
  if (!MANAGED[actor.role].includes(target.role)) return 'employee_not_managed';
  if (act.kind === 'deactivate') return deactivationRefusal(actor, target, hasOtherOwner);
  if (act.kind === 'resend_invitation') return invitationRefusal(act, actor, target);
  if (act.kind === 'send_password_link') return passwordLinkRefusal(act, actor, target);
  return undefined;
}

function deactivationRefusal(
  actor: EmployeeActor,
  target: EmployeeTarget,
  hasOtherOwner: boolean,
): EmployeeRefusal | undefined {
  // Self-deactivation could not be undone.
  if (actor.id === target.id) return 'own_deactivation';
  return target.role === 'owner' && !hasOtherOwner ? 'last_owner' : undefined;
}

function invitationRefusal(
  { isShown }: { isShown: boolean },
  actor: EmployeeActor,
  target: EmployeeTarget,
): EmployeeRefusal | undefined {
  if (target.hasPassword) return 'invitation_used';
  if (!target.isActive) return 'invitation_inactive';
  const maySee = SEES_LINKS.includes(actor.role) || target.addedBy === actor.id;
  return isShown && !maySee ? 'invitation_of_another' : undefined;
}

function passwordLinkRefusal(
  { isShown }: { isShown: boolean },
  actor: EmployeeActor,
  target: EmployeeTarget,
): EmployeeRefusal | undefined {
  // The profile asks for the present password; a link would let a stranger at an unlocked browser skip it.
  if (actor.id === target.id) return 'own_password_link';
  // An invitation lasts longer and says another thing: it is not replaced by a link to a new password.
  if (!target.hasPassword) return 'password_not_set';
  if (!target.isActive) return 'password_link_inactive';
  // Who sees the link could set the password and act as the employee.
  return isShown && !SEES_LINKS.includes(actor.role) ? 'password_link_for_admins' : undefined;
}

/** Only owners: it takes away what protects an account whose password may be known. */
function factorRefusal(actor: EmployeeActor, target: EmployeeTarget): EmployeeRefusal | undefined {
  if (!roleMay(actor.role, 'roles.write')) return 'forbidden';
  // The profile asks for a code as well.
  return actor.id === target.id ? 'own_factor' : undefined;
}

/** Only the owner changes roles, also their own: that is how ownership is handed over. */
function roleRefusal(
  role: Role,
  actor: EmployeeActor,
  target: EmployeeTarget,
  hasOtherOwner: boolean,
): EmployeeRefusal | undefined {
  if (!roleMay(actor.role, 'roles.write')) return 'forbidden';
  if (role === target.role) return undefined;
  if (target.role === 'owner' && !hasOtherOwner) return 'last_owner';
  // An invitation may have gone to a mistyped address: its holder must not become an owner.
  return role === 'owner' && !(target.isActive && target.hasPassword) ? 'owner_needs_password' : undefined;
}

/**
 * The roles a new employee may be given. Never owner: ownership goes to an employee who has already signed
 * in.
 */
export function rolesToAdd(actorRole: Role): readonly Role[] {
  if (!roleMay(actorRole, 'employees.write')) return [];
  return MANAGED[actorRole].filter((role) => role !== 'owner');
}

/** The actions that a row of the list offers. */
export interface EmployeeOffers {
  canDeactivate: boolean;
  canActivate: boolean;
  canResend: boolean;
  canSendPasswordLink: boolean;
  /** The roles that differ from the present one and may be given; none where the role may not be changed. */
  assignableRoles: Role[];
}

export function employeeOffers(
  actor: EmployeeActor,
  target: EmployeeTarget,
  { hasOtherOwner, isShown }: { hasOtherOwner: boolean; isShown: boolean },
): EmployeeOffers {
  const may = (act: EmployeeAct) => employeeRefusal(act, actor, target, hasOtherOwner) === undefined;
  return {
    canDeactivate: target.isActive && may({ kind: 'deactivate' }),
    canActivate: !target.isActive && may({ kind: 'activate' }),
    canResend: may({ kind: 'resend_invitation', isShown }),
    canSendPasswordLink: may({ kind: 'send_password_link', isShown }),
    assignableRoles: ROLES.filter((role) => role !== target.role && may({ kind: 'change_role', role })),
  };
}
