import { z } from 'zod';
import { amountCents, phone, uuid } from './fields.ts';

/** A trial purchase: to the own phone, counted nowhere. */
export const issueTrialInput = z.strictObject({ phone: phone('Insira o seu telefone'), amountCents });

export const trialInput = z.strictObject({ id: uuid('Dados inválidos') });
