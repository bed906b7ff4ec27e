import { z } from 'zod';
import { phone, uuid } from './fields.ts';

/** What a customer's page asks for on behalf of the merchant's tags. */

export const takeTagEventsInput = z.strictObject({
  /** Of the cashback's or the redemption's QR code. */
  token: z.string().min(1).max(128),
  /** Made by the page once; the repeat of a call whose answer was lost gets the same events. */
  takeId: uuid('Dados inválidos'),
});

export const hashPhoneInput = z.strictObject({ phone: phone('Informe o telefone') });
