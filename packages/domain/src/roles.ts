/**
 * The one list of roles, from the most to the least, and the one table role → permissions. The server
 * enforces it; screens only hide by it.
 */

export const ROLES = ['owner', 'admin', 'manager', 'operator', 'employee'] as const;
export type Role = (typeof ROLES)[number];

export const PERMISSIONS = [
  'dashboard.read',
  'cashback.issue',
  'redemption.create',
  'customers.read',
  'customers.complete',
  'customers.contacts',
  'reports.read',
  'reports.always',
  'profile.write',
  'operations.reverse_own',
  'operations.reverse',
  'customers.adjust',
  'customers.erase',
  'customers.reset_proof',
  'spend.write',
  'employees.write',
  'exports.create',
  'settings.write',
  'integrations.write',
  'audit.read',
  'data_requests.answer',
  'alerts.close',
  'approvals.give',
  'approvals.give_corrections',
  'roles.write',
  'terms.accept',
  'tablets.write',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const EVERYONE: readonly Permission[] = [
  'dashboard.read',
  'cashback.issue',
  'redemption.create',
  'customers.read',
  'customers.complete',
  'reports.read',
  'profile.write',
];
/** Their own movements, on the day they made them. */
const OPERATOR: readonly Permission[] = [...EVERYONE, 'operations.reverse_own'];
const MANAGER: readonly Permission[] = [
  ...OPERATOR,
  'customers.contacts',
  'reports.always',
  'operations.reverse',
  'customers.adjust',
  'customers.reset_proof',
  'spend.write',
  'employees.write',
  'exports.create',
  'approvals.give',
  'tablets.write',
];
const ADMIN: readonly Permission[] = [
  ...MANAGER,
  'customers.erase',
  'settings.write',
  'integrations.write',
  'audit.read',
  'data_requests.answer',
  'alerts.close',
  'approvals.give_corrections',
];

const PERMISSIONS_BY_ROLE: Record<Role, ReadonlySet<Permission>> = {
  owner: new Set([...ADMIN, 'roles.write', 'terms.accept']),
  admin: new Set(ADMIN),
  manager: new Set(MANAGER),
  operator: new Set(OPERATOR),
  employee: new Set(EVERYONE),
};

const ROLE_LABELS: Record<Role, string> = {
  owner: 'Proprietário',
  admin: 'Administrador',
  manager: 'Gerente',
  operator: 'Operador',
  employee: 'Funcionário',
};

/** The role of an employee on a tablet of the counter, which can do what operators can and no more. */
export function roleOnTablet(role: Role): Role {
  return ROLES.indexOf(role) < ROLES.indexOf('operator') ? 'operator' : role;
}

function isRole(role: string): role is Role {
  return (ROLES as readonly string[]).includes(role);
}

/** True when `role` sees customers' phones and e-mails masked, where the merchant has that on. */
export function seesMaskedContacts(role: string, merchant: { maskContacts?: boolean }): boolean {
  return merchant.maskContacts === true && !roleMay(role, 'customers.contacts');
}

/** True when `role` has `permission`. An unknown role has none. */
export function roleMay(role: string, permission: Permission): boolean {
  return isRole(role) && PERMISSIONS_BY_ROLE[role].has(permission);
}

/** An employee of a merchant, as far as permissions depend on them; a session qualifies. */
export interface PermittedEmployee {
  employee: { role: string };
  merchant: { hideReports?: boolean };
}

/** True when the employee's role has `permission`, and the merchant does not hide what it is for. */
export function employeeMay({ employee: { role }, merchant }: PermittedEmployee, permission: Permission) {
  const isHidden = permission === 'reports.read' && merchant.hideReports && !roleMay(role, 'reports.always');
  return roleMay(role, permission) && !isHidden;
}

/** The role as the interface shows it; anything unknown is 'Usuário'. */
export function roleLabel(role: string): string {
  return isRole(role) ? ROLE_LABELS[role] : 'Usuário';
}
