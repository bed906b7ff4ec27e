import { z } from 'zod';
import { phone, uuid } from './fields.ts';

/** A customer page's inputs on behalf of the merchant's tags. */

export const takeTagEventsInput = z.strictObject({
  /** The token of the cashback's or the redemption's QR code. */
  token: z.string().min(1).max(128),
  /** Made by the page once; the repeat of a call whose answer was lost gets the same events. */
  takeId: uuid('Dados inválidos'),
});

export const hashPhoneInput = z.strictObject({ phone: phone('Informe o telefone') });
