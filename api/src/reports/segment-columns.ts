import { formatPhone } from 'domain/phone';
import type { FileColumn } from '../lib/file-columns.ts';
import type { SegmentCustomer } from './list-segment-customers.ts';

export const SEGMENT_COLUMNS: readonly FileColumn<SegmentCustomer>[] = [
  { header: 'Nome', width: 32, kind: 'text', of: (customer) => customer.name },
  // A spreadsheet would take bare digits for a number and cut them.
  { header: 'Telefone', width: 18, kind: 'text', of: (customer) => formatPhone(customer.phone) },
  { header: 'Compras', width: 11, kind: 'count', of: (customer) => customer.purchases },
  { header: 'Total Gasto', width: 16, kind: 'cents', of: (customer) => customer.spentCents },
  { header: 'Primeira Compra', width: 17, kind: 'day', of: (customer) => customer.firstOn },
  { header: 'Última Compra', width: 15, kind: 'day', of: (customer) => customer.lastOn },
];
