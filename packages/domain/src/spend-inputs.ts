import { z } from 'zod';
import { amountCents, requestId, uuid } from './fields.ts';
import { day } from './period-inputs.ts';

/** Marketing spend, as it is entered by hand. */

export const addSpendInput = z.strictObject({ operationId: requestId, amountCents, date: day });

export const spendInput = z.strictObject({ id: uuid('Dados inválidos') });
