import { formatCents, formatRate } from 'domain/money';
import type { ProgramRulesRow } from './program-rules.sql.ts';

/** '1 dia', '3.650 dias' */
export function countedDays(count: number): string {
  return `${String(count).replace(/\B(?=(\d{3})+$)/g, '.')} ${count === 1 ? 'dia' : 'dias'}`;
}

/** Each rule that customers feel, by its name, in a few words. */
const RULES: readonly [name: string, inWords: (rules: ProgramRulesRow) => string][] = [
  ['Nome do programa', (rules) => rules.program_name],
  ['Percentual', (rules) => `${formatRate(rules.rate_basis_points)} do valor da compra`],
  ['Compra mínima para ganhar', (rules) => amountOrNone(rules.earning_min_purchase_cents || null)],
  [
    'Liberação',
    (rules) =>
      rules.cashback_available_immediately
        ? 'na hora'
        : `${countedDays(rules.cashback_maturing_days)} depois da confirmação`,
  ],
  [
    'Validade',
    (rules) => (rules.cashback_expires ? countedDays(rules.cashback_expiration_days) : 'não vence'),
  ],
  ['Saldo mínimo para resgatar', (rules) => amountOrNone(rules.redemption_min_balance_cents)],
  ['Compra mínima para resgatar', (rules) => amountOrNone(rules.redemption_min_purchase_cents)],
  [
    'Parte da compra que o cashback paga',
    (rules) =>
      rules.redemption_max_share_basis_points === null
        ? 'sem limite próprio'
        : `até ${formatRate(rules.redemption_max_share_basis_points)}`,
  ],
  ['Prova no resgate', (rules) => proofInWords(rules) ?? 'não há'],
  ['Sem movimento', (rules) => `o saldo é cancelado depois de ${rules.inactivity_months} meses`],
];

function amountOrNone(cents: number | null): string {
  return cents === null ? 'não há' : formatCents(cents);
}

/** The redemptions that need a proof of being the customer. Undefined where none does. */
export function proofInWords(rules: ProgramRulesRow): string | undefined {
  const { redemption_proof: proof, redemption_proof_above_cents: above } = rules;
  if (proof === 'never') return undefined;
  return proof === 'always' ? 'em todo resgate' : `em resgates acima de ${formatCents(above ?? 0)}`;
}

/** The rules by name, as a summary. */
export function rulesInWords(rules: ProgramRulesRow): { name: string; now: string }[] {
  return RULES.map(([name, inWords]) => ({ name, now: inWords(rules) }));
}

/**
 * The rules that differ from those before, by name. Empty where only a number changed that does not apply,
 * such as the days of an expiry that is off.
 */
export function changedRules(
  before: ProgramRulesRow,
  after: ProgramRulesRow,
): { name: string; before: string; now: string }[] {
  return RULES.map(([name, inWords]) => ({ name, before: inWords(before), now: inWords(after) })).filter(
    (rule) => rule.before !== rule.now,
  );
}
