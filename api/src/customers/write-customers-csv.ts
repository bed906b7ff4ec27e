import { stringify } from 'csv-stringify/sync';
import { EXPORT_COLUMNS, type ExportedCustomer } from './exported-customer.ts';

/** Excel reads a file as UTF-8 only when it starts with this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * As a Brazilian Excel opens it with a double click. Text that it would take for a formula gets an apostrophe
 * before it: whoever signed up as '=HYPERLINK(…)' runs nothing on the shop's computer.
 */
const OPTIONS = { delimiter: ';', record_delimiter: '\r\n', escape_formulas: true } as const;

export async function* writeCustomersCsv(pages: AsyncIterable<ExportedCustomer[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + stringify([EXPORT_COLUMNS.map((column) => column.header)], OPTIONS);
  for await (const page of pages) yield stringify(page.map(cellsOf), OPTIONS);
}

function cellsOf(customer: ExportedCustomer): string[] {
  return EXPORT_COLUMNS.map((column) =>
    column.kind === 'cents' ? decimalComma(column.of(customer)) : (column.of(customer) ?? ''),
  );
}

/** 123456 → '1234,56', which a Brazilian Excel takes for a number. */
function decimalComma(cents: number): string {
  const centavos = cents % 100;
  return `${(cents - centavos) / 100},${String(centavos).padStart(2, '0')}`;
}
