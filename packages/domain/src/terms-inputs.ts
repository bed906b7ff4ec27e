import { z } from 'zod';

/** The texts that were read: the hash covers the platform's data, which is no part of a version. */
export const readTexts = z
  .array(
    z.strictObject({
      document: z.enum(['terms', 'privacy'], 'Dados inválidos'),
      version: z.int('Dados inválidos').positive('Dados inválidos'),
      textHash: z.string('Dados inválidos').regex(/^[0-9a-f]{64}$/, 'Dados inválidos'),
    }),
    'Dados inválidos',
  )
  .min(1, 'Dados inválidos')
  .max(2, 'Dados inválidos');

export type ReadText = z.output<typeof readTexts>[number];

export const acceptTermsInput = z.strictObject({ texts: readTexts });
