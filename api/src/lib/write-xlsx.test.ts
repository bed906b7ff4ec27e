import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import type { FileColumn } from './file-columns.ts';
import { readableOf } from './write-file.ts';
import { streamXlsx, writeSheets, xlsxSheet } from './write-xlsx.ts';

interface Row {
  text: string | null;
  number: number | null;
}
const COLUMNS: readonly FileColumn<Row>[] = [
  { header: 'Texto', width: 10, kind: 'text', of: ({ text }) => text },
  { header: 'Valor', width: 10, kind: 'cents', of: ({ number }) => number },
  { header: 'Parte', width: 10, kind: 'basisPoints', of: ({ number }) => number },
  { header: 'Vezes', width: 10, kind: 'count', of: ({ number }) => number },
];

async function* onePage(rows: Row[]) {
  yield rows;
}

test('what one sheet does not hold goes on in the next, under the same heading', async () => {
  const rows = Array.from({ length: 7 }, (_, index) => ({ text: `L${index}`, number: index }));
  const file = await buffer(readableOf(streamXlsx('Operações', COLUMNS, onePage(rows), 4)));
  const { sheets } = await readXlsx(file);
  expect(sheets.map((sheet) => [sheet.name, sheet.rows.map(([first]) => first)])).toEqual([
    ['Operações', ['Texto', 'L0', 'L1', 'L2']],
    ['Operações_2', ['Texto', 'L3', 'L4', 'L5']],
    ['Operações_3', ['Texto', 'L6']],
  ]);
});

test('numbers keep their format, negative ones too; nothing is an empty cell', async () => {
  const rows = [
    { text: '-1', number: -123_456_789 },
    { text: null, number: null },
  ];
  const small = await readXlsx(await writeSheets([xlsxSheet('Resumo', COLUMNS, rows)]), { readStyles: true });
  const large = await readXlsx(await buffer(readableOf(streamXlsx('Resumo', COLUMNS, onePage(rows)))), {
    readStyles: true,
  });
  for (const { sheets } of [small, large]) {
    const [, first, second] = sheets[0]?.rows ?? [];
    expect(first).toEqual(['-1', -1_234_567.89, -12_345.6789, -123_456_789]);
    expect((second ?? []).filter((cell) => cell !== null)).toEqual([]);
    expect(['1,1', '1,2', '1,3'].map((at) => sheets[0]?.cells?.get(at)?.style?.numFmt)).toEqual([
      '#,##0.00',
      '0.00%',
      '#,##0',
    ]);
  }
});
