import { z } from 'zod';
import { readDomain } from './custom-domain.ts';
import { hasUnseenCharacter, UNSEEN } from './fields.ts';
import { slugify } from './slug.ts';

/** The settings of the signup link: the slug and the merchant's own domain. */

const MAX_TYPED_SLUG = 120;

/** Blank stays blank: the server then makes one from the merchant's name. */
const slug = z
  .string('Dados inválidos')
  .max(MAX_TYPED_SLUG, `Use no máximo ${MAX_TYPED_SLUG} caracteres`)
  .refine((typed) => !hasUnseenCharacter(typed), UNSEEN)
  .transform((typed, context) => {
    if (typed.trim() === '') return '';
    const written = slugify(typed.trim());
    if (written === '') context.addIssue('Use ao menos uma letra ou um número');
    return written;
  });

/** Empty is none. */
const customDomain = z
  .string('Dados inválidos')
  .max(300, 'Este domínio é longo demais')
  .transform((typed, context) => {
    if (typed.trim() === '') return null;
    const read = readDomain(typed);
    if ('domain' in read) return read.domain;
    context.addIssue(read.problem);
    return z.NEVER;
  })
  .nullable();

export const saveLinkSettingsInput = z.strictObject({ slug, customDomain });

export type SaveLinkSettings = z.output<typeof saveLinkSettingsInput>;
