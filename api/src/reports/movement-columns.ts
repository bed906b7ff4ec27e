import { formatPhone } from 'domain/phone';
import type { FileColumn } from '../lib/file-columns.ts';
import type { MovementRow } from './movements.sql.ts';

const WORDS = {
  purchase: { name: 'Compra', pending: 'Aguardando leitura', lapsed: 'Não lido', completed: 'Creditado' },
  redemption: { name: 'Resgate', pending: 'Aguardando', lapsed: 'Não confirmado', completed: 'Resgatado' },
};

/** Amounts are in columns of their own, so that each column sums up to a number of the report. */
export const MOVEMENT_COLUMNS: readonly FileColumn<MovementRow>[] = [
  { header: 'Data e Hora', width: 20, kind: 'moment', of: (row) => row.created_on },
  { header: 'Operação', width: 11, kind: 'text', of: (row) => WORDS[row.kind].name },
  { header: 'Cliente', width: 32, kind: 'text', of: (row) => row.customer_name },
  // A spreadsheet would take bare digits for a number and cut them.
  { header: 'Telefone', width: 18, kind: 'text', of: (row) => formatPhone(row.phone) },
  { header: 'Funcionário', width: 24, kind: 'text', of: (row) => row.employee_name },
  { header: 'Valor da Compra', width: 17, kind: 'cents', of: ofPurchase((row) => row.amount_cents) },
  { header: 'Compra Estornada', width: 18, kind: 'cents', of: (row) => row.reversed_amount_cents },
  { header: 'Compra Líquida', width: 17, kind: 'cents', of: netOf('amount_cents', 'reversed_amount_cents') },
  { header: 'Percentual', width: 11, kind: 'basisPoints', of: (row) => row.rate_basis_points },
  { header: 'Cashback', width: 14, kind: 'cents', of: (row) => row.cashback_cents },
  { header: 'Cashback Estornado', width: 20, kind: 'cents', of: (row) => row.reversed_cashback_cents },
  {
    header: 'Cashback Líquido',
    width: 18,
    kind: 'cents',
    of: netOf('cashback_cents', 'reversed_cashback_cents'),
  },
  { header: 'Valor do Resgate', width: 17, kind: 'cents', of: ofRedemption((row) => row.amount_cents) },
  {
    header: 'Resgate Líquido',
    width: 17,
    kind: 'cents',
    of: ofRedemption((row) => (row.status === 'completed' ? row.amount_cents : 0)),
  },
  { header: 'Situação', width: 19, kind: 'text', of: situationOf },
  { header: 'Confirmado em', width: 20, kind: 'moment', of: (row) => row.confirmed_on },
];

type Cents = (row: MovementRow) => number;

function ofPurchase(cents: Cents): (row: MovementRow) => number | null {
  return (row) => (row.kind === 'purchase' ? cents(row) : null);
}

function ofRedemption(cents: Cents): (row: MovementRow) => number | null {
  return (row) => (row.kind === 'redemption' ? cents(row) : null);
}

/** The amount of a purchase less what was reversed. */
function netOf(
  made: 'amount_cents' | 'cashback_cents',
  reversed: 'reversed_amount_cents' | 'reversed_cashback_cents',
): (row: MovementRow) => number | null {
  return ofPurchase((row) => (row[made] ?? 0) - (row[reversed] ?? 0));
}

/**
 * Status in the words of the counter's list. A purchase is complete at once; here its confirmation counts.
 */
function situationOf(row: MovementRow): string {
  const words = WORDS[row.kind];
  if (row.status === 'reversed') return 'Estornado';
  if (row.confirmed_on !== null) return words.completed;
  if (row.rate_basis_points === 0) return 'Sem cashback';
  return row.is_lapsed ? words.lapsed : words.pending;
}
