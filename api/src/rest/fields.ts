import * as fields from 'domain/fields';
import { reason as reasonField } from 'domain/inputs';

/** Fields that programs send, with their text in the API's description. */

export const phone = fields.phone('Informe o telefone do cliente').meta({
  description:
    'The customer’s phone: area code and number. Punctuation, +55, a leading 0 and a carrier’s code are dropped. Another country’s number is refused.',
  examples: ['11987654321'],
});

export const amountCents = (description: string) =>
  fields.amountCents.meta({ description: `${description} In centavos, a whole number.` });

export const id = (description: string) => fields.uuid('Dados inválidos').meta({ description });

export const reason = reasonField.meta({ description: 'Why; it is kept and shown with the reversal.' });
