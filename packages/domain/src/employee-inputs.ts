import { z } from 'zod';
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

export const setEmployeeRoleInput = z.strictObject({ employeeId, role });
