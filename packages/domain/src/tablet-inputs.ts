import { z } from 'zod';
import { employeePin } from './account-inputs.ts';
import { text, uuid } from './fields.ts';

const id = uuid('Dados inválidos');

export const registerTabletInput = z.strictObject({ name: text(60, 'Dê um nome ao aparelho') });

export const revokeTabletInput = z.strictObject({ id });

export const unlockTabletInput = z.strictObject({ employeeId: id, pin: employeePin });
