import { z } from 'zod';
import { BRAND_COLOR } from './brand-color.ts';
import { amountCents, name, phone, text } from './fields.ts';
import { INACTIVITY_MONTHS } from './retention.ts';
import { GTM_ID, META_PIXEL_ID } from './tag-ids.ts';

const MONTHS_MESSAGE = `Digite um número de ${INACTIVITY_MONTHS.least} a ${INACTIVITY_MONTHS.most} meses`;

/** The merchant's fields in the settings. */
export const saveGeneralSettingsInput = z.strictObject({
  name: name(120, 'Nome do estabelecimento é obrigatório'),
  phone: phone('Telefone é obrigatório'),
  /** Left out, the stored one stays. */
  address: text(240, 'Endereço é obrigatório').optional(),
  /** null: the product's own green. */
  brandColor: z
    .string('Dados inválidos')
    .trim()
    .toLowerCase()
    .regex(BRAND_COLOR, 'Use uma cor no formato #1a2b3c')
    .nullable(),
  /** Customers' phones and e-mails, for operators and employees. Left out, it stays as it is. */
  maskContacts: z.boolean('Dados inválidos').optional(),
  /** Revenue, reports and the team's numbers, for operators and employees. Left out, it stays as it is. */
  hideReports: z.boolean('Dados inválidos').optional(),
  /** Months without movement after which a customer is erased. Left out, it stays as it is. */
  inactivityMonths: z
    .int(MONTHS_MESSAGE)
    .min(INACTIVITY_MONTHS.least, MONTHS_MESSAGE)
    .max(INACTIVITY_MONTHS.most, MONTHS_MESSAGE)
    .optional(),
  /** Movements above it need an approval; null: none does. Left out, it stays as it is. */
  approvePurchasesAboveCents: amountCents.nullable().optional(),
  approveRedemptionsAboveCents: amountCents.nullable().optional(),
  approveCorrectionsAboveCents: amountCents.nullable().optional(),
  /**
   * A purchase above it is asked about while no usual purchase is known; null: none is. Left out, it stays as
   * it is.
   */
  askPurchasesAboveCents: amountCents.nullable().optional(),
});

/** The id of a tag, which becomes part of a script's address: its exact shape or nothing. Empty is none. */
const tagId = (shape: RegExp, message: string) =>
  z
    .string('Dados inválidos')
    .max(200, message)
    .nullable()
    .transform((value) => value?.trim().toUpperCase() || null)
    .refine((value) => value === null || shape.test(value), message);

export const saveMarketingSettingsInput = z.strictObject({
  gtmId: tagId(GTM_ID, 'Use o ID do contêiner, no formato GTM-XXXXXXX'),
  metaPixelId: tagId(META_PIXEL_ID, 'Use só os 15 ou 16 números do ID do pixel'),
});

export type SaveGeneralSettings = z.output<typeof saveGeneralSettingsInput>;
export type SaveMarketingSettings = z.output<typeof saveMarketingSettingsInput>;
