import { MAX_AMOUNT_CENTS } from 'domain/money';
import { z } from 'zod';

/** Fields of the answers, with their text in the API's description. */

export const id = (description: string) => z.uuid().meta({ description });

export const cents = (description: string) =>
  z
    .int()
    .nonnegative()
    .max(MAX_AMOUNT_CENTS * 1_000)
    .meta({ description: `${description} In centavos.` });

export const moment = (description: string) => z.iso.datetime().meta({ description });

export const phone = z
  .string()
  .meta({ description: 'The customer’s phone: area code and number, digits only.' });

export const link = z.url().meta({
  description: 'The customer’s confirmation page. Show it as a QR code.',
});

export const whatsappLink = z.url().meta({
  description: 'Opens WhatsApp with a message to the customer that holds the link.',
});

export const expiresAt = moment('Until when the customer may confirm.');

export const confirmed = z.boolean().meta({ description: 'Whether the customer has confirmed. Poll this.' });

export const confirmedAt = moment('When the customer confirmed; null until then.').nullable();

export const rateBasisPoints = z
  .int()
  .nonnegative()
  .meta({ description: 'The rate it was reckoned with, in basis points: 500 is 5 %. 0: it earns nothing.' });
