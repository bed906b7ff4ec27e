import { z } from 'zod';
import { email, text, uuid } from './fields.ts';
import { ROLES } from './roles.ts';

/**
 * What the screen of a merchant's people sends. Which roles the caller may give is employee-rules' matter.
 */

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

export const setEmployeeRoleInput = z.strictObject({ employeeId, role });
