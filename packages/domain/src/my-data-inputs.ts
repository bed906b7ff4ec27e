import { z } from 'zod';
import { phone } from './fields.ts';
import { consentChannel, consentTextVersion, customerContacts } from './inputs.ts';
import { byPhone } from './proof.ts';

/** What a proved customer does with their own data at one merchant. */

const who = byPhone;

export const showMyDataInput = z.strictObject({ who });

export const downloadMyDataInput = z.strictObject({
  who,
  format: z.enum(['html', 'json'], 'Dados inválidos'),
});

/** `textVersion`: of the sentence beside the switch. */
export const setConsentInput = z.strictObject({
  who,
  channel: consentChannel,
  isGiven: z.boolean('Dados inválidos'),
  textVersion: consentTextVersion,
});

export const correctMyDataInput = z.strictObject({ who, ...customerContacts });

/** The phone is typed to confirm, since nothing brings the data back. */
export const eraseMyDataInput = z.strictObject({
  who,
  phone: phone('Digite o seu telefone para confirmar'),
});
