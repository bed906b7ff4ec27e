import { expect, test } from 'vitest';
import { PERMISSIONS, ROLES, type Role, roleLabel, roleMay } from './roles.ts';

/** Decision D5, written out a second time: a change of the table must be a change here too. */
const EVERYONE = [
  'dashboard.read',
  'cashback.issue',
  'redemption.create',
  'customers.read',
  'customers.complete',
  'reports.read',
  'profile.write',
];
const OPERATOR = [...EVERYONE, 'operations.reverse_own'];
const MANAGER = [
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
const ADMIN = [
  ...MANAGER,
  'customers.erase',
  'settings.write',
  'integrations.write',
  'audit.read',
  'data_requests.answer',
  'alerts.close',
  'approvals.give_corrections',
];
const DECIDED: Record<Role, string[]> = {
  owner: [...ADMIN, 'roles.write', 'terms.accept'],
  admin: ADMIN,
  manager: MANAGER,
  operator: OPERATOR,
  employee: EVERYONE,
};

test('every role may do exactly what was decided, permission by permission', () => {
  for (const role of ROLES) {
    const may = PERMISSIONS.filter((permission) => roleMay(role, permission));
    expect(may.toSorted(), role).toEqual(DECIDED[role].toSorted());
  }
});

test('an unknown role may do nothing', () => {
  for (const role of ['', 'Owner', 'root', '__proto__', 'constructor', 'toString', 'owner ']) {
    for (const permission of PERMISSIONS) expect(roleMay(role, permission), role).toBe(false);
  }
});

test('roles are shown in Portuguese, an unknown one as Usuário', () => {
  expect(ROLES.map(roleLabel)).toEqual([
    'Proprietário',
    'Administrador',
    'Gerente',
    'Operador',
    'Funcionário',
  ]);
  for (const role of ['', 'root', '__proto__', 'constructor']) expect(roleLabel(role)).toBe('Usuário');
});
