import { type CellValue, writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { readWorkbook } from './read-workbook.ts';
import { archiveOf, workbookFiles } from './test-workbook.ts';

const workbook = (rows: CellValue[][], columns: { numFmt?: string }[] = []) =>
  writeXlsx({
    sheets: [
      { name: 'Clientes', rows, columns },
      { name: 'Outra', rows: [['nada']] },
    ],
  });

/** Of a workbook of two sheets. */
const NOTES = { roundedCount: 0, hiddenCount: 0, sheet: 'Clientes' };

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
    ...NOTES,
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
    ...NOTES,
  });
});

test('parts of a centavo are rounded half up, and said', async () => {
  const amounts = [12.345, 1.005, 1.0049999999, 0.1 + 0.2, 1_234.5, 1 / 3, 1e-9];
  expect(await read(amounts.map((amount) => [amount]))).toEqual({
    csv: ['12,35', '1,01', '1', '0,3', '1234,5', '0,33', '1e-9', '']
      .map((text) => text && `"${text}"`)
      .join('\r\n'),
    ...NOTES,
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
    whole.slice(0, whole.length / 2),
  ])
    expect(await readWorkbook(bytes)).toMatchObject({
      message: expect.stringMatching(/não (?:pôde ser lida|é uma planilha)/),
    });
});

/** A workbook that no library made, of one sheet or of several. */
const readXml = async (rows: string, settings?: string) =>
  await readWorkbook(archiveOf(workbookFiles([{ name: 'Clientes', rows }], settings)));

const readSheets = async (sheets: Parameters<typeof workbookFiles>[0]) =>
  await readWorkbook(archiveOf(workbookFiles(sheets)));

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (text: string, attributes = '') => `<row ${attributes}>${cell(text)}</row>`;

test('archives of other programs are read, and a bomb in one is stopped whatever it says', async () => {
  const files = workbookFiles([{ name: 'Clientes', rows: row('Telefone') }]);
  for (const writing of [{}, { isWide: true }, { describedBy: 'marked' as const }, { isStored: true }])
    expect(await readWorkbook(archiveOf(files, writing))).toMatchObject({ csv: '"Telefone"\r\n' });
  const bomb = workbookFiles([{ name: 'Clientes', rows: row('a'.repeat(25 * 1024 * 1024)) }]);
  for (const writing of [
    { claimedSize: 10 },
    { isWide: true, claimedSize: 10 },
    { describedBy: 'marked' as const },
  ])
    expect(await readWorkbook(archiveOf(bomb, writing))).toMatchObject({
      message: expect.stringContaining('grande demais'),
    });
  const renamed = Object.fromEntries(
    Object.entries(files).map(([path, xml]) => [`\\${path.replaceAll('/', '\\')}`, xml]),
  );
  expect(await readWorkbook(archiveOf(renamed))).toMatchObject({ csv: '"Telefone"\r\n' });
});

test('the first visible sheet that is not empty is read, and said if others could have been', async () => {
  const [hidden, veryHidden] = [
    { name: 'Oculta', state: 'hidden', rows: row('oculta') },
    { name: 'Macro', state: 'veryHidden', rows: row('oculta') },
  ];
  const empty = { name: 'Plan1', rows: '<row><c/><c><v> </v></c></row>' };
  const customers = { name: 'Clientes &amp; Cia', rows: row('<![CDATA[Telefone]]>') };
  const other = { name: 'Vendas', rows: row('outra') };
  const csv = '"Telefone"\r\n';
  expect(await readSheets([hidden, veryHidden, empty, customers, hidden, empty])).toEqual({
    ...{ ...NOTES, csv },
    sheet: undefined,
  });
  expect(await readSheets([hidden, customers, empty, other])).toMatchObject({ csv, sheet: 'Clientes & Cia' });
  const large = { name: 'Grande', rows: row('a'.repeat(25 * 1024 * 1024)) };
  expect(await readSheets([customers, large])).toMatchObject({ csv, sheet: 'Clientes & Cia' });
  expect(await readSheets([hidden, empty])).toEqual({
    message: 'As abas visíveis desta planilha estão vazias.',
  });
});

test('hidden rows are read and counted, but for blank ones', async () => {
  const rows = [
    row('Telefone', 'r="1"'),
    row('a', 'r="3" hidden="1"'),
    row('b', 'hidden="true"'),
    '<row r="5" hidden="1"><c/></row>',
    row('c', "r='6' hidden='0'"),
    row('d', 'r="7" s="1" hidden="1" spans="1:1"'),
  ];
  expect(await readXml(rows.join(''))).toMatchObject({
    csv: '"Telefone"\r\n\r\n"a"\r\n"b"\r\n\r\n"c"\r\n"d"\r\n',
    hiddenCount: 3,
  });
});

test('a prefix, rich text, blanks that are meant and merged cells are read', async () => {
  const strict = '<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:r><x:t>Tele</x:t></x:r>'.concat(
    '<x:r><x:rPr><x:b/></x:rPr><x:t>fone</x:t></x:r></x:is></x:c></x:row>',
    '<x:row r="2" hidden="1"><x:c r="A2" t="inlineStr"><x:is><x:t xml:space="preserve"> a </x:t></x:is></x:c></x:row>',
  );
  const files = workbookFiles([{ name: 'Clientes', rows: '' }]);
  const sheet = `<x:worksheet xmlns:x="x"><x:sheetData>${strict}</x:sheetData><x:mergeCells/></x:worksheet>`;
  const archive = archiveOf({ ...files, 'xl/worksheets/sheet1.xml': sheet });
  expect(await readWorkbook(archive)).toMatchObject({ csv: '"Telefone"\r\n" a "\r\n', hiddenCount: 1 });
});

test('errors stay what they are, and what is no date is shown as the spreadsheet shows it', async () => {
  const errors = ['#N/A', '#VALUE!', '#REF!'].map((error) => `<c t="e"><v>${error}</v></c>`);
  const rows = `<row>${errors.join('')}<c t="b"><v>1</v></c></row>`;
  expect(await readXml(rows)).toMatchObject({
    csv: '"#N/A";"#VALUE!";"#REF!";"VERDADEIRO"\r\n',
  });
  expect(await read([[11_987_654_321]], [{ numFmt: 'dd/mm/yyyy' }])).toMatchObject({
    csv: '"########"\r\n',
  });
});

test('formulas without a result are refused; one whose result is a blank text is read', async () => {
  for (const result of ['', '<v/>', '<v></v>'])
    expect(await readXml(`<row>${cell('a')}<c r="B1"><f>A1</f>${result}</c></row>`)).toMatchObject({
      message: expect.stringContaining('fórmulas sem resultado'),
    });
  const rows = `<row>${cell('a')}<c t="str"><f>IF(A1="","",A1)</f><v></v></c><c><f si="0"/><v>2</v></c></row>`;
  expect(await readXml(rows)).toMatchObject({ csv: '"a";"";"2"\r\n' });
});

test('a workbook whose texts are missing is not read', async () => {
  const files = workbookFiles([{ name: 'Clientes', rows: row('Telefone') }]);
  const relations = files['xl/_rels/workbook.xml.rels']?.replace(
    '</',
    '<Relationship Id="R9" Type="x/sharedStrings" Target="sharedStrings.xml"/></',
  );
  expect(
    await readWorkbook(
      archiveOf({ ...files, ...(relations && { 'xl/_rels/workbook.xml.rels': relations }) }),
    ),
  ).toMatchObject({ message: expect.stringContaining('não pôde ser lida') });
});

test('days count from 1904 where the workbook says so', async () => {
  const files = workbookFiles([{ name: 'a', rows: '<row><c s="1"><v>1</v></c></row>' }]);
  const relations = files['xl/_rels/workbook.xml.rels']?.replace(
    '</',
    '<Relationship Id="R9" Type="x/styles" Target="styles.xml"/></',
  );
  const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>';
  for (const [settings, csv] of [
    ['', '"01/01/1900"\r\n'],
    ['<workbookPr date1904="1"/>', '"02/01/1904"\r\n'],
  ]) {
    const book = files['xl/workbook.xml']?.replace('<sheets>', `${settings}<sheets>`);
    const archive = archiveOf({
      ...files,
      'xl/styles.xml': styles,
      ...(book && { 'xl/workbook.xml': book }),
      ...(relations && { 'xl/_rels/workbook.xml.rels': relations }),
    });
    expect(await readWorkbook(archive)).toMatchObject({ csv });
  }
});

test('blank rows that are only formatted do not make the file too long; one column more than the API takes is read', async () => {
  const rows = `${row('a', 'r="1"')}<row r="1048576" s="1"><c r="A1048576" s="1"/></row>`;
  expect(await readXml(rows)).toMatchObject({ csv: '"a"\r\n' });
  const endless = row('a') + '<row><c r="XFD1"/></row>'.repeat(1_000);
  expect(await readXml(endless)).toMatchObject({ message: expect.stringContaining('grande demais') });
  const wide = Array.from({ length: 102 }, (_, at) => at);
  expect(await read([wide])).toMatchObject({ csv: expect.stringMatching(/"99";"100"\r\n$/) });
});

test('other files that are archives are told apart', async () => {
  for (const path of ['content.xml', 'clientes.csv', 'Index/Document.iwa'])
    expect(await readWorkbook(archiveOf({ mimetype: 'x', [path]: 'x' }))).toMatchObject({
      message: expect.stringContaining('não é uma planilha .xlsx'),
    });
});
