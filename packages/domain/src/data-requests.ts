/**
 * Requests of customers about their own data (LGPD, articles 18 and 19), which the merchant answers. Without
 * a schema: the customer's page shows these labels, and schemas are too heavy for it.
 */

export const DATA_REQUEST_KINDS = ['access', 'correction', 'erasure'] as const;
export type DataRequestKind = (typeof DATA_REQUEST_KINDS)[number];

/** As the customer says it, and as the merchant reads it. */
export const DATA_REQUEST_LABELS: Record<DataRequestKind, { ask: string; label: string }> = {
  access: { ask: 'Ver meus dados', label: 'Ver os dados' },
  correction: { ask: 'Corrigir meus dados', label: 'Corrigir os dados' },
  erasure: { ask: 'Apagar meus dados', label: 'Apagar os dados' },
};

export const DATA_REQUEST_STATES = ['open', 'done', 'refused'] as const;
export type DataRequestState = (typeof DATA_REQUEST_STATES)[number];

/** LGPD, article 19, II. */
export const DATA_REQUEST_DAYS = 15;
/** The owners are reminded so many days before a request is due. */
export const DATA_REQUEST_REMINDER_DAYS = 3;

export const MAX_DATA_REQUEST_TEXT = 500;

/** Whole days until `dueAt`, a started one included; 0 or less once it is overdue. */
export function daysUntil(dueAt: string, now: number): number {
  return Math.ceil((Date.parse(dueAt) - now) / 86_400_000);
}
