import { type Permission, roleMay } from './roles.ts';

/** Movements that a merchant may want approved above a value. */
export const APPROVAL_KINDS = ['purchase', 'redemption', 'correction'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

export const APPROVAL_KIND_LABELS: Record<ApprovalKind, string> = {
  purchase: 'Compra',
  redemption: 'Resgate',
  correction: 'Ajuste de saldo',
};

/** The permission to make a movement of each kind, and the one to approve another employee's. */
export const APPROVAL_PERMISSIONS: Record<ApprovalKind, { makes: Permission; approves: Permission }> = {
  purchase: { makes: 'cashback.issue', approves: 'approvals.give' },
  redemption: { makes: 'redemption.create', approves: 'approvals.give' },
  // Managers correct balances themselves, so a correction takes a role above theirs.
  correction: { makes: 'customers.adjust', approves: 'approvals.give_corrections' },
};

/** The kinds that `role` approves. */
export const approvedKinds = (role: string): ApprovalKind[] =>
  APPROVAL_KINDS.filter((kind) => roleMay(role, APPROVAL_PERMISSIONS[kind].approves));

/** Why an asking is refused. A choice and no text: nothing personal, one press. */
export const APPROVAL_REFUSALS = {
  amount: 'Confira o valor',
  customer: 'Confira o cliente',
  talk: 'Fale comigo antes',
} as const;
export type ApprovalRefusal = keyof typeof APPROVAL_REFUSALS;
export const APPROVAL_REFUSAL_REASONS = Object.keys(APPROVAL_REFUSALS) as [ApprovalRefusal];

export type ApprovalState = 'waiting' | 'approved' | 'refused' | 'canceled' | 'expired';
