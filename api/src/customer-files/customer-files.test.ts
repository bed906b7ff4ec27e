import { randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshPhone, type SignedInMerchant, signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { assertCleanLedger } from '../test/clean-ledger.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';

const fixture = useDatabaseFixture();
let server: InProcessServer;
let merchant: SignedInMerchant;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl);
});
beforeEach(async () => {
  merchant = await signUpMerchant(server.client);
});
afterAll(async () => {
  await server?.close();
  await assertCleanLedger(fixture.database.ownerUrl);
});

const headers = () => ({ cookie: merchant.cookie, 'sec-fetch-site': 'same-origin' });

async function upload(path: string, content: string | Buffer) {
  const answer = await server.ask(path, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'text/csv' },
    body: Buffer.from(content),
  });
  return { status: answer.status, body: JSON.parse(answer.text) };
}

const importPath = (requestId: string) => `/files/customers/import?operationId=${requestId}`;

test('a file is checked, then imported, and a repeated request gets the same answer', async () => {
  const file = `telefone;saldo\r\n${freshPhone()};10,00\r\n${freshPhone()};`;
  const preview = await upload('/files/customers/import-preview', file);
  expect(preview).toMatchObject({ status: 200, body: { newCount: 2, creditCents: 1_000, errorCount: 0 } });
  const requestId = randomUUID();
  const answer = await upload(importPath(requestId), file);
  expect(answer).toMatchObject({ status: 200, body: { newCount: 2, creditCents: 1_000 } });
  expect(await upload(importPath(requestId.toUpperCase()), file)).toEqual(answer);
  expect(await upload(importPath(requestId), `${file}\n${freshPhone()}`)).toMatchObject({
    status: 422,
    body: { error: { data: { refusal: 'operation_conflict' } } },
  });
  expect(await upload(importPath(randomUUID()), file)).toMatchObject({
    status: 422,
    body: { error: { data: { refusal: 'import_has_errors' } } },
  });
});

test('an empty upload is a file with an error; an import without its request id is refused', async () => {
  expect(await upload('/files/customers/import-preview', '')).toMatchObject({
    status: 200,
    body: { errorCount: 1, errors: [{ line: null, message: 'O arquivo está vazio.' }] },
  });
  const file = `telefone\n${freshPhone()}`;
  for (const query of [
    '',
    '?operationId=1',
    `?operationId=${randomUUID()}&checkedAt=ontem`,
    `?operationId=${randomUUID()}&merchantId=${randomUUID()}`,
  ]) {
    expect(await upload(`/files/customers/import${query}`, file), query).toMatchObject({
      status: 400,
      body: { error: { data: { refusal: 'bad_request' } } },
    });
  }
});

test('refused lines are a workbook to download; the count of valid ones is a number', async () => {
  const file = `telefone\n${freshPhone()}\nx`;
  const answer = await server.ask('/files/customers/refused-lines', {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'text/csv' },
    body: Buffer.from(file),
  });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="clientes-recusados.xlsx"',
    'cache-control': 'no-store',
  });
  for (const count of ['0', '-1', '1.5', 'x', ''])
    expect(await upload(`${importPath(randomUUID())}&validCount=${count}`, file), count).toMatchObject({
      status: 400,
    });
  expect(await upload(`${importPath(randomUUID())}&validCount=2`, file)).toMatchObject({ status: 422 });
  expect(await upload(`${importPath(randomUUID())}&validCount=1`, file)).toMatchObject({
    status: 200,
    body: { newCount: 1, refusedCount: 1 },
  });
});

test('what is ticked about doubted phones travels with each request for the file', async () => {
  const file = `telefone;nome\n1187654321;Maria\n23987654321;Ana`;
  const preview = (query: string) => upload(`/files/customers/import-preview${query}`, file);
  expect(await preview('')).toMatchObject({
    body: { validCount: 0, refusedCount: 2, doubtedPhones: { shortCount: 1, otherCount: 1 } },
  });
  const customers = [{ phone: '11987654321' }, { phone: '23987654321' }];
  expect(await preview('?addNinthDigit=true&takeDoubted=true')).toMatchObject({ body: { customers } });
  expect((await preview('?takeDoubted=false')).status).toBe(400);
  const path = `${importPath(randomUUID())}&validCount=1`;
  const imported = { status: 200, body: { newCount: 1, refusedCount: 1 } };
  expect(await upload(`${path}&addNinthDigit=true`, file)).toMatchObject(imported);
  expect(await upload(`${path}&takeDoubted=true`, file)).toMatchObject({
    status: 422,
    body: { error: { data: { refusal: 'operation_conflict' } } },
  });
  expect(await upload(`${path}&addNinthDigit=true`, file)).toMatchObject(imported);
});

test('what a person says about the columns comes with the file, and nothing else does', async () => {
  const file = `A;B;C\n${freshPhone()};Zoé;5`;
  const preview = (query: string) => upload(`/files/customers/import-preview${query}`, file);
  expect(await preview('')).toMatchObject({
    body: { validCount: 0, errors: [{ line: null, message: 'Escolha a coluna que tem o telefone.' }] },
  });
  expect(await preview('?columns=phone,name,balance')).toMatchObject({
    body: { validCount: 1, creditCents: 500, customers: [{ name: 'Zoé' }] },
  });
  expect(await preview('?columns=phone,name')).toMatchObject({
    body: { validCount: 0, errors: [{ line: null, message: 'Escolha o arquivo de novo.' }] },
  });
  const many = Array(101).fill('ignored').join(',');
  for (const columns of ['', 'telefone', 'phone,', many, 'x'.repeat(10_000)])
    expect((await preview(`?columns=${columns}`)).status, columns).toBe(400);
});

test('very many errors are all counted, but not all sent', async () => {
  const file = `telefone\n${Array.from({ length: 250 }, (_, index) => `x${index}`).join('\n')}`;
  const { body } = await upload('/files/customers/import-preview', file);
  expect([body.errors.length, body.errorCount, body.customers]).toEqual([100, 250, []]);
});

test('an export is a download named by its day, and is not cached', async () => {
  await upload(importPath(randomUUID()), `telefone;nome\n${freshPhone()};Zoé`);
  for (const [format, type] of [
    ['csv', 'text/csv; charset=utf-8'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ]) {
    const answer = await server.ask(`/files/customers.${format}`, { headers: headers() });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="clientes-\\d{4}-\\d\\d-\\d\\d\\.${format}"$`),
    );
    if (format === 'csv') expect(answer.text).toContain('Zoé');
  }
});

test('an operator is refused each of them', async () => {
  await fixture.owner.query("UPDATE employees SET role = 'operator' WHERE id = $1", [merchant.employeeId]);
  const file = `telefone\n${freshPhone()}`;
  for (const path of [
    '/files/customers/import-preview',
    '/files/customers/refused-lines',
    importPath(randomUUID()),
  ]) {
    expect(await upload(path, file), path).toMatchObject({ status: 403 });
  }
  for (const path of ['/files/customers.csv', '/files/customers.xlsx']) {
    expect((await server.ask(path, { headers: headers() })).status, path).toBe(403);
  }
});

test('endless requests for files are refused with a time to wait', async () => {
  const statuses: number[] = [];
  for (let asked = 0; asked < 125; asked += 1) {
    statuses.push((await upload('/files/customers/import-preview', 'x')).status);
  }
  expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true);
  expect(statuses.slice(120)).toEqual(Array(5).fill(429));
});
