import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Download, Locator, Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, newPhone, openSession, test } from '../src/merchant.ts';

const { readXlsx, writeXlsx } = createRequire(new URL('../../api/package.json', import.meta.url))(
  'hucre/xlsx',
);

async function openImport(counter: Page): Promise<Locator> {
  await counter.goto('/customers');
  await counter.getByRole('button', { name: 'Importar' }).click();
  return counter.getByRole('dialog', { name: 'Importar clientes' });
}

async function choose(dialog: Locator, lines: string[], name = 'clientes.csv'): Promise<void> {
  await dialog.getByLabel('Escolher arquivo', { exact: true }).setInputFiles({
    name,
    mimeType: 'application/vnd.ms-excel',
    buffer: Buffer.from(lines.join('\r\n')),
  });
}

async function download(counter: Page, format: 'Excel' | 'CSV'): Promise<Download> {
  await counter.getByRole('button', { name: 'Exportar' }).click();
  const dialog = counter.getByRole('dialog', { name: 'Exportar clientes' });
  await dialog.getByLabel(format, { exact: true }).check();
  const started = counter.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Baixar arquivo' }).click();
  const file = await started;
  await expect(dialog).toHaveCount(0);
  return file;
}

async function contentOf(file: Download): Promise<Buffer> {
  return await readFile(await file.path());
}

test('a file whose balances may mean two things is asked about, and imported as answered', async ({
  counter,
  merchant,
}) => {
  const [ana, bia] = [newPhone(), newPhone()];
  const dialog = await openImport(counter);
  await choose(dialog, ['Telefone;Saldo', `${ana};1.234`, `${bia};7.500`]);
  await expect(dialog.getByText('Como estão escritos os saldos?')).toBeVisible();
  await expect(
    dialog
      .getByRole('table', { name: 'Saldos do arquivo nas duas leituras' })
      .locator('tbody')
      .getByRole('row'),
  ).toHaveText([/^1\.234R\$\s1\.234,00R\$\s1,23$/, /^7\.500R\$\s7\.500,00R\$\s7,50$/]);
  await expect(dialog.getByRole('button', { name: /^Importar/ })).toHaveCount(0);
  await expectAccessible(counter, 'balances in two readings');
  await dialog.getByRole('button', { name: 'Ponto nos centavos' }).click();
  await expect(dialog.getByRole('heading', { name: 'clientes.csv' })).toBeFocused();
  await expect(dialog.getByText('1 valor tinha fração de centavo e foi arredondado')).toBeVisible();
  await dialog.getByRole('button', { name: 'Importar 2 clientes' }).click();
  await expect(dialog.getByText('Importação concluída')).toBeVisible();
  const balances = await asOwner<{ phone: string; cents: number }>(
    `SELECT c.phone, l.amount_cents::int AS cents FROM cashback_lots l JOIN customers c ON c.id = l.customer_id
     WHERE c.merchant_id = (SELECT id FROM merchants WHERE signup_link_slug = $1) ORDER BY 2`,
    [merchant.slug],
  );
  expect(balances).toEqual([
    { phone: ana, cents: 123 },
    { phone: bia, cents: 750 },
  ]);
});

test('a file with a phone of before the ninth digit is asked about it, and its person is one customer', async ({
  counter,
  merchant,
}) => {
  await counter.setViewportSize({ width: 360, height: 640 });
  const dialog = await openImport(counter);
  await choose(dialog, [
    'Telefone;Nome;Saldo',
    '(11) 8765-4321;Maria (cadastro antigo);10,00',
    '(11) 98765-4321;Maria;5,00',
  ]);
  const errors = dialog.getByRole('table', { name: 'Erros do arquivo' }).locator('tbody').getByRole('row');
  await expect(errors).toHaveText([/Linha 2TelefoneFalta um dígito\? Celulares têm 11/]);
  await expect(dialog.getByText('Linha 2: (11) 8765-4321 → (11) 98765-4321')).toBeVisible();
  await expectAccessible(counter, 'doubted phones of a file');
  const add = dialog.getByLabel('Acrescentar o 9 a 1 celular com dez dígitos');
  await add.focus();
  await counter.keyboard.press('Space');
  await expect(errors).toHaveText([/Linha 3TelefoneTelefone repetido: já está na linha 2/]);
  await expect(add).toBeChecked();
  await expect(add).toBeFocused();
  await dialog.getByRole('button', { name: 'Importar a linha válida' }).click();
  await expect(dialog.getByText('Importação concluída')).toBeVisible();
  const phones = await asOwner<{ phone: string }>(
    `SELECT phone FROM customers
     WHERE merchant_id = (SELECT id FROM merchants WHERE signup_link_slug = $1)`,
    [merchant.slug],
  );
  expect(phones).toEqual([{ phone: '11987654321' }]);
});

test('columns of other names are taken, one that seems to hold money is asked about, by keyboard', async ({
  counter,
  merchant,
}) => {
  await counter.setViewportSize({ width: 360, height: 640 });
  const [ana, bia] = [newPhone(), newPhone()];
  const dialog = await openImport(counter);
  await choose(dialog, [
    ...['sep=;', 'Clientes da Padaria', 'DDD;Fone 1;First Name;Last Name;CPF;Accepts Email Marketing;Pontos'],
    `${ana.slice(0, 2)};${ana.slice(2)};Ana;Souza;1;yes;2,50`,
    `11;x;"Caio;;;;`,
    `;${bia};Bia "Bi" Lima;;2;yes;`,
  ]);
  await expect(dialog.getByText('Confira as colunas')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Importar/ })).toHaveCount(0);
  await expectAccessible(counter, 'a column to be said');
  await expectPageWidth(counter, 360);
  const points = dialog.getByLabel('Pontos', { exact: true });
  await points.focus();
  // Each letter goes to the option that begins with it.
  await counter.keyboard.press('S');
  await counter.keyboard.press('S');
  await expect(points).toHaveValue('balance');
  await expect(dialog.getByText('Ignoradas: CPF, Accepts Email Marketing')).toBeVisible();
  await expect(points).toBeFocused();
  await expect(dialog.getByRole('table', { name: 'Erros do arquivo' })).toContainText('Há aspas sem par');
  await expectAccessible(counter, 'columns that were said');
  await dialog.getByRole('button', { name: 'Importar as 2 válidas' }).click();
  await expect(dialog.getByText('Importação concluída')).toBeVisible();
  const customers = await asOwner<{ phone: string; name: string; cents: number }>(
    `SELECT c.phone, c.name, coalesce(sum(l.amount_cents), 0)::int AS cents,
       (SELECT count(*)::int FROM consents n WHERE n.customer_id = c.id) AS consents
     FROM customers c LEFT JOIN cashback_lots l ON l.customer_id = c.id
     WHERE c.merchant_id = (SELECT id FROM merchants WHERE signup_link_slug = $1)
     GROUP BY c.id, c.phone, c.name ORDER BY c.name`,
    [merchant.slug],
  );
  expect(customers).toEqual([
    { phone: ana, name: 'Ana Souza', cents: 250, consents: 0 },
    { phone: bia, name: 'Bia "Bi" Lima', cents: 0, consents: 0 },
  ]);
});

test('a file with errors is explained line by line; corrected, it brings customers with their balances', async ({
  counter,
}) => {
  const [maria, joao] = [newPhone(), newPhone()];
  const dialog = await openImport(counter);
  await expect(dialog.getByText('O que a planilha deve ter')).toBeVisible();
  await expectAccessible(counter, 'choosing a file');
  const template = counter.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Baixar modelo' }).click();
  expect((await contentOf(await template)).toString()).toBe('\ufeffTelefone;Nome;Email;Saldo inicial\r\n');

  await choose(dialog, ['Telefone;Nome;Saldo', `${maria};Maria;dez`, `${maria};Maria;10`, '123;;']);
  await expect(dialog.getByText('3 erros no arquivo')).toBeVisible();
  const errors = dialog.getByRole('table', { name: 'Erros do arquivo' }).locator('tbody').getByRole('row');
  await expect(errors).toHaveText([
    /Linha 2Saldo inicialValor não entendido/,
    /Linha 3TelefoneTelefone repetido: já está na linha 2/,
    /Linha 4TelefoneNúmero de telefone inválido/,
  ]);
  await expect(dialog.getByRole('button', { name: /^Importar/ })).toHaveCount(0);
  await expect(dialog.getByRole('heading', { name: 'clientes.csv' })).toBeFocused();
  await expectAccessible(counter, 'errors of a file');

  await dialog.getByRole('button', { name: 'Escolher arquivo corrigido' }).click();
  const good = ['Telefone;Nome;Saldo', `${maria};"=HYPERLINK(""x"")";1.234,56`, `${joao};João;`];
  await choose(dialog, good);
  await expect(dialog.getByRole('table', { name: 'Clientes do arquivo' })).toContainText(
    /R\$\s1\.234,56Novo/,
  );
  await expectAccessible(counter, 'what a file would do');
  // The answer is lost on its way: sent again, it is the same import.
  await counter.route(
    '**/files/customers/import?*',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Importar 2 clientes' }).click();
  await expect(
    dialog.getByText('A importação não terminou. Tente novamente: ela continua de onde parou.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Importar 2 clientes' }).click();
  await expect(dialog.getByText('Importação concluída')).toBeVisible();
  await expect(dialog).toContainText(/Clientes novos2.*Soma dos saldosR\$\s1\.234,56/);
  await expectAccessible(counter, 'an import that is done');
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(counter.getByRole('button', { name: 'Importar' })).toBeFocused();

  await counter.getByRole('button', { name: 'Importar' }).click();
  await choose(dialog, good);
  await expect(dialog).toContainText('Já é cliente: ajuste o saldo no cadastro dele');
  await counter.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await counter.goto('/redemption');
  await counter.getByLabel('Telefone do cliente').fill(maria);
  await counter.keyboard.press('Enter');
  await expect(counter.getByText(/Máximo: R\$\s1\.234,56/)).toBeVisible();
});

async function chooseWorkbook(dialog: Locator, rows: unknown[][]): Promise<void> {
  await dialog.getByLabel('Escolher arquivo', { exact: true }).setInputFiles({
    name: 'clientes.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(
      await writeXlsx({
        sheets: [
          { name: 'Clientes', rows },
          { name: 'Rascunho', rows: [['x']] },
        ],
      }),
    ),
  });
}

test('of a workbook the valid lines are imported; the others come back with reasons, are corrected and imported', async ({
  counter,
}) => {
  const [maria, joao, ana] = [newPhone(), newPhone(), newPhone()];
  const dialog = await openImport(counter);
  await chooseWorkbook(dialog, [
    ['Telefone', 'Nome', 'Email', 'Saldo inicial'],
    [Number(maria), 'Maria', null, 1_234.56],
    [Number(joao), 'João', 'joao@', null],
    [null, null, null, null],
    [`(11) ${ana.slice(2)}`, 'Ana', 'ana@mail.example', null],
    [123, 'Eva', null, 'dez'],
  ]);
  await expect(dialog.getByText('3 erros no arquivo')).toBeVisible();
  await expect(dialog.getByText('Da planilha foi lida a aba “Clientes”. As outras não foram.')).toBeVisible();
  const errors = dialog.getByRole('table', { name: 'Erros do arquivo' }).locator('tbody').getByRole('row');
  await expect(errors).toHaveText([/Linha 3Email/, /Linha 6Telefone/, /Linha 6Saldo inicial/]);
  await expect(dialog.getByRole('table', { name: 'Clientes do arquivo' })).toContainText(
    /Maria.*R\$\s1\.234,56.*Novo/,
  );
  await expectAccessible(counter, 'a file with valid lines and others');

  await counter.route(/refused-lines/, (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: 'Importar as 2 válidas' }).click();
  await expect(dialog.getByText('Erro ao baixar as linhas recusadas. Tente novamente.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Importar as 2 válidas' }).click();
  await expect(dialog.getByText('Importação concluída')).toBeVisible();
  await expect(dialog).toContainText(/Clientes novos2.*Soma dos saldosR\$\s1\.234,56Linhas recusadas2/);
  await expectAccessible(counter, 'an import of the valid lines');
  const started = counter.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Baixar as 2 recusadas' }).click();
  const file = await started;
  expect(file.suggestedFilename()).toBe('clientes-recusados.xlsx');
  const { sheets } = await readXlsx(await contentOf(file));
  const [headings, second, third] = sheets[0].rows;
  expect(headings).toEqual(['Telefone', 'Nome', 'Email', 'Saldo inicial', 'Problema']);
  expect(second).toEqual([joao, 'João', 'joao@', '', 'Email: Email inválido']);
  expect(third.slice(0, 4)).toEqual(['123', 'Eva', '', 'dez']);
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).click();

  await counter.getByRole('button', { name: 'Importar' }).click();
  second[2] = 'joao@mail.example';
  await chooseWorkbook(dialog, [headings, second]);
  await dialog.getByRole('button', { name: 'Importar 1 cliente' }).click();
  await expect(dialog).toContainText(/Clientes novos1/);
});

test('who buys while the file is being imported is named with the balance that was not given', async ({
  counter,
  merchant,
}) => {
  const [maria, joao] = [newPhone(), newPhone()];
  const dialog = await openImport(counter);
  await choose(dialog, ['Telefone;Nome;Saldo', `${maria};Maria;1.234.567,89`, `${joao};João;10`]);
  await expect(dialog.getByRole('table', { name: 'Clientes do arquivo' })).toContainText('João');
  await asOwner(
    `INSERT INTO customers (merchant_id, id, phone) SELECT id, gen_random_uuid(), $2 FROM merchants
     WHERE signup_link_slug = $1`,
    [merchant.slug, maria],
  );
  await dialog.getByRole('button', { name: 'Importar 2 clientes' }).click();
  await expect(dialog.getByText('1 linha ficou sem o saldo')).toBeVisible();
  await expect(
    dialog.getByRole('table', { name: 'Clientes sem o saldo inicial' }).locator('tbody').getByRole('row'),
  ).toHaveText([/Linha 2.*MariaR\$\s1\.234\.567,89/]);
  await expect(dialog).toContainText(/Clientes novos1.*Já são clientes1.*Soma dos saldosR\$\s10,00/);
  await expectAccessible(counter, 'an import with a line without its balance');
});

test('what is no spreadsheet is explained, and nothing of it reaches the server', async ({ counter }) => {
  const dialog = await openImport(counter);
  const asked: string[] = [];
  counter.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await dialog.getByLabel('Escolher arquivo', { exact: true }).setInputFiles({
    name: 'clientes.xlsx',
    mimeType: 'application/zip',
    buffer: Buffer.from('PK\u0003\u0004 nada'),
  });
  await expect(dialog.getByText(/Este arquivo não é uma planilha \.xlsx/)).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/files/'))).toEqual([]);
});

test('all customers leave as CSV and as a workbook, without a formula in them', async ({
  counter,
  merchant,
}) => {
  await asOwner(
    `INSERT INTO customers (merchant_id, id, phone, name, created_at)
     SELECT id, gen_random_uuid(), '11987654321', '=1+1', '2026-02-01T12:00:00Z' FROM merchants
     WHERE signup_link_slug = $1`,
    [merchant.slug],
  );
  await counter.goto('/customers');
  const csv = await download(counter, 'CSV');
  expect(csv.suggestedFilename()).toMatch(/^clientes-\d{4}-\d\d-\d\d\.csv$/);
  expect((await contentOf(csv)).toString()).toContain(
    "\r\n'=1+1;(11) 98765-4321;;0,00;0,00;0,00;0,00;;01/02/2026\r\n",
  );
  const { sheets } = await readXlsx(await contentOf(await download(counter, 'Excel')));
  expect(sheets[0].rows[1]).toEqual([
    '=1+1',
    '(11) 98765-4321',
    '',
    0,
    0,
    0,
    0,
    null,
    new Date('2026-02-01T00:00:00Z'),
  ]);

  const exporting = counter.getByRole('button', { name: 'Exportar' });
  await expect(exporting).toBeFocused();
  await counter.route('**/files/customers.xlsx', (route) => route.abort());
  await counter.keyboard.press('Enter');
  const dialog = counter.getByRole('dialog', { name: 'Exportar clientes' });
  await expectAccessible(counter, 'choosing a format');
  await dialog.getByRole('button', { name: 'Baixar arquivo' }).click();
  await expect(dialog.getByText('Erro ao exportar os clientes. Tente novamente.')).toBeVisible();
  await counter.keyboard.press('Escape');

  await asOwner("UPDATE employees SET role = 'operator' WHERE email = $1", [merchant.email]);
  await openSession(counter, merchant);
  await counter.goto('/customers');
  await expect(counter.getByRole('heading', { name: 'Clientes', level: 1 })).toBeVisible();
  for (const name of ['Importar', 'Exportar'])
    await expect(counter.getByRole('button', { name })).toHaveCount(0);
});
