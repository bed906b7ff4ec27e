import { z } from 'zod';
import { FACTOR_GRACE_DAYS } from './factor-demand.ts';
import { email, text, uuid } from './fields.ts';
import { ROLES } from './roles.ts';

/** The inputs of the employees' screen. employee-rules decides which roles the caller may give. */

const employeeId = uuid('Dados inválidos');
const role = z.enum(ROLES, 'Escolha uma função');

export const addEmployeeInput = z.strictObject({
  name: text(120, 'Nome é obrigatório'),
  email: email('Email é obrigatório'),
  role,
});

export const employeeInput = z.strictObject({ employeeId });

export const setEmployeeActiveInput = z.strictObject({
  employeeId,
  isActive: z.boolean('Dados inválidos'),
});

const graceDays = `Digite de 0 a ${FACTOR_GRACE_DAYS.most} dias`;

/** The roles that must have a second step, and the days until they have to. */
export const demandFactorInput = z.strictObject({
  roles: z.array(role, 'Escolha as funções').max(ROLES.length, 'Dados inválidos'),
  graceDays: z.int(graceDays).min(0, graceDays).max(FACTOR_GRACE_DAYS.most, graceDays),
});

export const setEmployeeRoleInput = z.strictObject({ employeeId, role });
