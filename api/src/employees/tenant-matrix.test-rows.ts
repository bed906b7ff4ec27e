import { randomUUID } from 'node:crypto';
import { EMPLOYEES, type ForeignInput, type MatrixRow, newEmail } from '../test/tenant-matrix-row.ts';

/** An employee of another merchant, and an unknown one. */
const foreignEmployee = (inputFor: (employeeId: string) => unknown): ForeignInput => ({
  what: 'employee',
  from: 'platform',
  theirs: (_own, other) => inputFor(other.staff.employee.employeeId),
  nobodys: () => inputFor(randomUUID()),
});
/** The one that the row of auth.changePassword, which comes before, gives each employee. */
const newEmployee = (email: string) => ({ name: 'Pessoa Nova', email, role: 'operator' });

export const EMPLOYEES_MATRIX: Record<string, MatrixRow> = {
  'employees.list': { asks: 'employees.write', outcomes: EMPLOYEES, foreign: [] },
  'employees.add': {
    asks: 'employees.write',
    input: () => newEmployee(newEmail()),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'e-mail',
        from: 'platform',
        theirs: (_own, other) => newEmployee(other.ownerEmail),
        nobodys: () => newEmployee(newEmail()),
        toldApart: 'an e-mail signs in at one merchant only, and the form says that it is taken',
      },
    ],
  },
  'employees.setActive': {
    asks: 'employees.write',
    // Already so: the next caller finds the same employees.
    input: (merchant) => ({ employeeId: merchant.staff.employee.employeeId, isActive: true }),
    outcomes: EMPLOYEES,
    foreign: [
      foreignEmployee((employeeId) => ({ employeeId, isActive: false })),
      {
        what: 'deactivated owner',
        from: 'platform',
        theirs: (_own, other) => ({ employeeId: other.deactivated.employeeId, isActive: true }),
        nobodys: () => ({ employeeId: randomUUID(), isActive: true }),
      },
    ],
  },
  'employees.resendInvitation': {
    asks: 'employees.write',
    input: (merchant) => ({ employeeId: merchant.invited.employeeId }),
    // The owner invited them.
    outcomes: { ...EMPLOYEES, manager: [403, 'invitation_of_another'] },
    foreign: [
      foreignEmployee((employeeId) => ({ employeeId })),
      {
        what: 'invited employee',
        from: 'platform',
        theirs: (_own, other) => ({ employeeId: other.invited.employeeId }),
        nobodys: () => ({ employeeId: randomUUID() }),
      },
    ],
  },
  'employees.sendPasswordLink': {
    asks: 'employees.write',
    input: (merchant) => ({ employeeId: merchant.staff.employee.employeeId }),
    outcomes: { ...EMPLOYEES, manager: [403, 'password_link_for_admins'] },
    foreign: [
      foreignEmployee((employeeId) => ({ employeeId })),
      {
        what: 'invited employee',
        from: 'platform',
        theirs: (_own, other) => ({ employeeId: other.invited.employeeId }),
        nobodys: () => ({ employeeId: randomUUID() }),
      },
    ],
  },
  // Employees of the matrix have no second step.
  'employees.resetFactor': {
    asks: 'roles.write',
    input: (merchant) => ({ employeeId: merchant.staff.employee.employeeId }),
    outcomes: {
      ...EMPLOYEES,
      roles: [409, 'factor_not_set'],
      'employee of the other merchant': [409, 'factor_not_set'],
    },
    foreign: [foreignEmployee((employeeId) => ({ employeeId }))],
  },
  'employees.demandFactor': {
    asks: 'roles.write',
    // Already so: the next caller finds the same demand.
    input: () => ({ roles: ['operator'], graceDays: 30 }),
    outcomes: EMPLOYEES,
    foreign: [],
  },
  'employees.setRole': {
    asks: 'roles.write',
    input: (merchant) => ({ employeeId: merchant.staff.employee.employeeId, role: 'employee' }),
    outcomes: EMPLOYEES,
    foreign: [foreignEmployee((employeeId) => ({ employeeId, role: 'owner' }))],
  },
};
