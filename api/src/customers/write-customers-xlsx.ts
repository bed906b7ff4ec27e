import { writeXlsxStream } from 'hucre/xlsx';
import { EXPORT_COLUMNS, type ExportedCustomer } from './exported-customer.ts';

const FORMAT_OF_KIND = { text: undefined, cents: '#,##0.00', day: 'dd/mm/yyyy' } as const;

/** A workbook whose amounts are numbers, whose days are dates, and whose text is text whatever it begins with. */
export function writeCustomersXlsx(pages: AsyncIterable<ExportedCustomer[]>): ReadableStream<Uint8Array> {
  return writeXlsxStream(rowsOf(pages), {
    name: 'Clientes',
    columns: EXPORT_COLUMNS.map(({ header, width, kind }) => {
      const numFmt = FORMAT_OF_KIND[kind];
      return { header, width, ...(numFmt && { numFmt }) };
    }),
    freezePane: { rows: 1 },
  });
}

type Cell = string | number | Date | null;

async function* rowsOf(pages: AsyncIterable<ExportedCustomer[]>): AsyncGenerator<Cell[]> {
  for await (const page of pages) {
    for (const customer of page) yield EXPORT_COLUMNS.map((column) => cellOf(column, customer));
  }
}

function cellOf(column: (typeof EXPORT_COLUMNS)[number], customer: ExportedCustomer): Cell {
  switch (column.kind) {
    // A workbook knows no decimals, only doubles: the nearest one to two decimals is written as these two.
    case 'cents':
      return column.of(customer) / 100;
    case 'day': {
      const [day, month, year] = column.of(customer)?.split('/').map(Number) ?? [];
      return day && month && year ? new Date(Date.UTC(year, month - 1, day)) : null;
    }
    default:
      return column.of(customer);
  }
}
