import { type CellValue, writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { readWorkbook } from './read-workbook.ts';

const workbook = (rows: CellValue[][], columns: { numFmt?: string }[] = []) =>
  writeXlsx({
    sheets: [
      { name: 'Clientes', rows, columns },
      { name: 'Outra', rows: [['nada']] },
    ],
  });

const read = async (rows: CellValue[][], columns?: { numFmt?: string }[]) =>
  await readWorkbook(await workbook(rows, columns));

test('the first sheet becomes CSV, with phones and amounts as they would be typed', async () => {
  const rows = [
    ['Telefone', 'Nome', 'Saldo inicial', 'Desde'],
    [11_987_654_321, 'Maria "Zé"; da Silva', 1_234.56, new Date('2026-02-01T00:00:00Z')],
    ['(11) 3210-4567', '  ', 0.1 + 0.2, null],
    [1_132_104_568, true, 1_000_000, null],
  ];
  expect(await read(rows, [{}, {}, {}, { numFmt: 'dd/mm/yyyy' }])).toEqual({
    roundedCount: 0,
    csv: [
      '"Telefone";"Nome";"Saldo inicial";"Desde"',
      '"11987654321";"Maria ""Zé""; da Silva";"1234,56";"01/02/2026"',
      '"(11) 3210-4567";"  ";"0,3"',
      '"1132104568";"VERDADEIRO";"1000000"',
      '',
    ].join('\r\n'),
  });
});

test('a blank row stays a line, so that line numbers are the spreadsheet’s', async () => {
  expect(await read([['Telefone'], [], [null, ''], ['x']])).toEqual({
    csv: '"Telefone"\r\n\r\n\r\n"x"\r\n',
    roundedCount: 0,
  });
});

test('parts of a centavo are rounded half up, and said', async () => {
  const amounts = [12.345, 1.005, 1.0049999999, 0.1 + 0.2, 1_234.5, 1 / 3, 1e-9];
  expect(await read(amounts.map((amount) => [amount]))).toEqual({
    csv: ['12,35', '1,01', '1', '0,3', '1234,5', '0,33', '1e-9', '']
      .map((text) => text && `"${text}"`)
      .join('\r\n'),
    roundedCount: 4,
  });
});

test('more rows than an import takes are refused, and so is an archive that unzips to too much', async () => {
  const long = Array.from({ length: 20_001 }, () => ['1']);
  expect(await read(long)).toEqual({
    message: 'O arquivo tem mais de 10.000 clientes. Divida-o em partes.',
  });
  const bomb = await workbook([['a'.repeat(25 * 1024 * 1024)]]);
  expect(bomb.length).toBeLessThan(200_000);
  expect(await readWorkbook(bomb)).toMatchObject({ message: expect.stringContaining('grande demais') });
});

test('what is no workbook, or a broken one, is explained', async () => {
  const whole = await workbook([['Telefone'], ['11987654321']]);
  for (const bytes of [
    new Uint8Array(),
    new TextEncoder().encode('PK\u0003\u0004 nada'),
    whole.slice(0, -40),
    whole.slice(300),
  ])
    expect(await readWorkbook(bytes)).toMatchObject({
      message: expect.stringContaining('não pôde ser lida'),
    });
});
