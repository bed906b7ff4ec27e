import { formatPhone } from 'domain/phone';
import type { FileColumn } from '../lib/file-columns.ts';
import type { ExportedCustomerRow } from './customer-export.sql.ts';

export const CUSTOMER_COLUMNS: readonly FileColumn<ExportedCustomerRow>[] = [
  { header: 'Nome', width: 32, kind: 'text', of: (customer) => customer.name ?? '' },
  // A spreadsheet would read bare digits as a number and cut them.
  { header: 'Telefone', width: 18, kind: 'text', of: (customer) => formatPhone(customer.phone) },
  { header: 'Email', width: 32, kind: 'text', of: (customer) => customer.email ?? '' },
  { header: 'Total Gasto', width: 16, kind: 'cents', of: (customer) => customer.total_spent_cents },
  { header: 'Cashback Disponível', width: 20, kind: 'cents', of: (customer) => customer.available_cents },
  {
    header: 'A Liberar',
    width: 14,
    kind: 'cents',
    of: (customer) => customer.cashback_balance_cents - customer.available_cents,
  },
  { header: 'Total Acumulado', width: 17, kind: 'cents', of: (customer) => customer.total_cashback_cents },
  { header: 'Última Compra', width: 15, kind: 'day', of: (customer) => customer.last_purchase_on },
  { header: 'Data de Cadastro', width: 17, kind: 'day', of: (customer) => customer.created_on },
];
