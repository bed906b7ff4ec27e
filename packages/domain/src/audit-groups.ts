import { AUDIT_ACTIONS, type AuditAction } from './audit-actions.ts';

/** The subjects of the audit log's actions, as its screen's filter labels them. */
export const AUDIT_GROUPS = {
  values: 'Valores',
  customers: 'Cadastros',
  team: 'Equipe',
  settings: 'Configurações',
  access: 'Acesso',
  exports: 'Exportações',
  attempts: 'Endereços que não existem',
} as const;

export type AuditGroup = keyof typeof AUDIT_GROUPS;

type NounOf<Action> = Action extends `${infer Noun}.${string}` ? Noun : never;

/** By the noun before the dot. A new noun is added here with its group. */
const GROUP_OF_NOUN: Record<NounOf<AuditAction>, AuditGroup> = {
  // Mostly old links; apart, so that they do not stand among acts.
  access: 'attempts',
  alert: 'values',
  api_key: 'settings',
  approval: 'values',
  auth: 'access',
  cashback: 'values',
  customer: 'values',
  data_request: 'customers',
  employee: 'team',
  integration: 'settings',
  merchant: 'settings',
  my_data: 'customers',
  redemption: 'values',
  report: 'exports',
  segment: 'exports',
  spend: 'values',
  tablet: 'access',
  terms: 'settings',
  trial: 'settings',
  webhook: 'settings',
};

/** Exceptions, for which the noun alone would mislead. */
const EXCEPTIONS: Partial<Record<AuditAction, AuditGroup>> = {
  'alert.save_settings': 'settings',
  'customer.begin_import': 'customers',
  'customer.correct_phone': 'customers',
  'customer.edit': 'customers',
  'customer.erase': 'customers',
  'customer.import': 'customers',
  'customer.merge': 'customers',
  'customer.reset_proof': 'access',
  'customer.view': 'access',
  'customer.withdraw_consent': 'customers',
};

export function auditGroupOf(action: AuditAction): AuditGroup {
  // Whatever leaves the product as a file is looked for in one place.
  if (action.includes('export')) return 'exports';
  return EXCEPTIONS[action] ?? GROUP_OF_NOUN[action.split('.')[0] as NounOf<AuditAction>];
}

export function auditActionsOf(group: AuditGroup): AuditAction[] {
  return (Object.keys(AUDIT_ACTIONS) as AuditAction[]).filter((action) => auditGroupOf(action) === group);
}
