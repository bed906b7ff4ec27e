import { z } from 'zod';
import { AUDIT_ACTIONS, type AuditAction } from './audit-actions.ts';
import { AUDIT_GROUPS, type AuditGroup } from './audit-groups.ts';
import { uuid } from './fields.ts';

/** The filters of the audit log. */

const ACTIONS = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]];
const GROUPS = Object.keys(AUDIT_GROUPS) as [AuditGroup, ...AuditGroup[]];

/** 'YYYY-MM-DD', a day of the merchant's, within what a calendar field offers. */
const day = z.iso
  .date('Data inválida')
  .refine((value) => value >= '2000-01-01' && value <= '2199-12-31', 'Data inválida');

/** The end of a page: microseconds since 1970, as the database keeps them, and the entry's number. */
const place = z.strictObject({
  atMicroseconds: z.number().int().min(0).max(7_000_000_000_000_000),
  id: z.number().int().positive(),
});

export const auditListInput = z
  .strictObject({
    /** The employee; 'system' for automatic actions. */
    person: z.union([z.literal('system'), uuid('Dados inválidos')]).optional(),
    action: z.enum(ACTIONS).optional(),
    group: z.enum(GROUPS).optional(),
    from: day.optional(),
    until: day.optional(),
    /** The id of the entry's subject. A customer's id finds their purchases and redemptions too. */
    about: uuid('Dados inválidos').optional(),
    /** Entries older than this one. */
    before: place.optional(),
  })
  .refine(({ from, until }) => from === undefined || until === undefined || from <= until, {
    path: ['until'],
    message: 'O fim não pode vir antes do início',
  });
export type AuditListInput = z.output<typeof auditListInput>;
