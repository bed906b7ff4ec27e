/** One customer as an exported file shows it; amounts in centavos. */
export interface ExportedCustomer {
  name: string;
  /** '(11) 98765-4321': a spreadsheet would take bare digits for a number and cut them. */
  phone: string;
  email: string;
  spentCents: number;
  availableCents: number;
  maturingCents: number;
  creditedCents: number;
  /** The merchant's day, dd/MM/yyyy. */
  lastPurchaseOn: string | null;
  createdOn: string;
}

interface ExportColumn {
  header: string;
  /** In characters. */
  width: number;
  kind: 'text' | 'cents' | 'day';
  of(customer: ExportedCustomer): string | number | null;
}

export const EXPORT_COLUMNS = [
  { header: 'Nome', width: 32, kind: 'text', of: (customer) => customer.name },
  { header: 'Telefone', width: 18, kind: 'text', of: (customer) => customer.phone },
  { header: 'Email', width: 32, kind: 'text', of: (customer) => customer.email },
  { header: 'Total Gasto', width: 16, kind: 'cents', of: (customer) => customer.spentCents },
  { header: 'Cashback Disponível', width: 20, kind: 'cents', of: (customer) => customer.availableCents },
  { header: 'A Liberar', width: 14, kind: 'cents', of: (customer) => customer.maturingCents },
  { header: 'Total Acumulado', width: 17, kind: 'cents', of: (customer) => customer.creditedCents },
  { header: 'Última Compra', width: 15, kind: 'day', of: (customer) => customer.lastPurchaseOn },
  { header: 'Data de Cadastro', width: 17, kind: 'day', of: (customer) => customer.createdOn },
] as const satisfies readonly ExportColumn[];
