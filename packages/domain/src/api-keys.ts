import { z } from 'zod';
import { name, uuid } from './fields.ts';
import { type Permission, ROLES, type Role, roleMay } from './roles.ts';

/** Keys with which a merchant's own programs call the API. Server and forms share what they may be. */

export const API_SCOPES = [
  'cashback.issue',
  'customers.read',
  'redemptions.create',
  'operations.reverse',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const API_SCOPE_LABELS: Record<ApiScope, { label: string; hint: string }> = {
  'cashback.issue': {
    label: 'Registrar compras',
    hint: 'Gera o QR Code do cashback e consulta se foi confirmado',
  },
  'customers.read': { label: 'Consultar clientes', hint: 'Busca nome e saldo pelo telefone' },
  'redemptions.create': {
    label: 'Gerar resgates',
    hint: 'Gera o QR Code do resgate e consulta se foi confirmado',
  },
  'operations.reverse': { label: 'Estornar', hint: 'Desfaz compras e resgates' },
};

/** The permission that the role of the key's employee must also have. */
const PERMISSION_OF_SCOPE: Record<ApiScope, Permission> = {
  'cashback.issue': 'cashback.issue',
  'customers.read': 'customers.read',
  'redemptions.create': 'redemption.create',
  'operations.reverse': 'operations.reverse_own',
};

/** True when a key that acts for an employee of this role can use the scope. */
export function roleMayUseScope(role: string, scope: ApiScope): boolean {
  return roleMay(role, PERMISSION_OF_SCOPE[scope]);
}

/**
 * True when the caller may make a key that acts for an employee of `role`: a key never exceeds its maker's
 * rights.
 */
export function mayMakeKeyFor(maker: Role, role: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(maker);
}

/** Keys that are not revoked, of one merchant. */
export const MAX_LIVE_API_KEYS = 20;

const noScope = 'Escolha ao menos uma permissão';

export const createApiKeyInput = z.strictObject({
  name: name(60, 'Dê um nome à chave'),
  /** In one order and each once, however they were sent. */
  scopes: z
    .array(z.enum(API_SCOPES, { error: 'Permissão desconhecida' }), { error: noScope })
    .min(1, noScope)
    .max(API_SCOPES.length, 'Permissão repetida')
    .transform((scopes) => API_SCOPES.filter((scope) => scopes.includes(scope))),
  /** The employee it acts for; left out: its maker. */
  employeeId: uuid('Escolha uma pessoa').optional(),
});

export type CreateApiKey = z.output<typeof createApiKeyInput>;

export const apiKeyInput = z.strictObject({ id: uuid('Dados inválidos') });
