import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshPhone, type SignedInMerchant, signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { insertManyPurchases } from '../test/many-purchases.ts';

const fixture = useDatabaseFixture();
let server: InProcessServer;
let merchant: SignedInMerchant;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl);
});
beforeEach(async () => {
  merchant = await signUpMerchant(server.client);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server?.close());

const headers = () => ({ cookie: merchant.cookie, 'sec-fetch-site': 'same-origin' });
const download = (path: string) => server.ask(path, { headers: headers() });

const MARCH = 'from=2026-03-01&to=2026-03-31';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test.each([
  [
    `reports.csv?${MARCH}&content=days`,
    'text/csv; charset=utf-8',
    'relatorio-diario-2026-03-01-a-2026-03-31.csv',
  ],
  [`reports.xlsx?${MARCH}&content=days`, XLSX, 'relatorio-diario-2026-03-01-a-2026-03-31.xlsx'],
  [
    `reports.csv?${MARCH}&content=operations`,
    'text/csv; charset=utf-8',
    'relatorio-operacoes-2026-03-01-a-2026-03-31.csv',
  ],
  [`reports.xlsx?${MARCH}&content=operations`, XLSX, 'relatorio-operacoes-2026-03-01-a-2026-03-31.xlsx'],
  ['segments.csv?segment=loyal', 'text/csv; charset=utf-8', /^clientes-fieis-\d{4}-\d\d-\d\d\.csv$/],
  ['segments.xlsx?segment=at_risk&value=high', XLSX, /^clientes-em-risco-alto-valor-\d{4}-\d\d-\d\d\.xlsx$/],
])('%s is a download under its name, which nothing keeps', async (path, type, name) => {
  const answer = await download(`/files/${path}`);
  expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    type,
    'no-store',
  ]);
  const [, given] =
    /^attachment; filename="([^"]+)"$/.exec(answer.headers['content-disposition'] ?? '') ?? [];
  expect(given).toEqual(typeof name === 'string' ? name : expect.stringMatching(name));
});

test.each([
  [
    'reports.csv?from=2026-03-31&to=2026-03-01&content=days',
    'A data final deve ser igual ou posterior à inicial',
  ],
  ['reports.csv?from=2020-01-01&to=2026-03-31&content=operations', 'Escolha um período de até 5 anos'],
  ['reports.xlsx?from=2026-02-30&to=2026-03-31&content=days', 'Informe uma data válida'],
  ['reports.xlsx?from=&to=2026-03-31&content=days', 'Informe uma data válida'],
  [`reports.csv?${MARCH}`, 'Dados inválidos'],
  [`reports.csv?${MARCH}&content=everything`, 'Dados inválidos'],
  [`reports.csv?${MARCH}&from=2026-01-01&content=days`, 'Informe uma data válida'],
  [`reports.csv?${MARCH}&content=days&merchantId=1`, 'Há campos que não são aceitos'],
  ['reports.csv', 'Dados inválidos'],
  ['segments.csv', 'Dados inválidos'],
  ['segments.csv?segment=everybody', 'Dados inválidos'],
  ['segments.xlsx?segment=lost&value=', 'Dados inválidos'],
  ['segments.xlsx?segment=lost&after=x', 'Há campos que não são aceitos'],
])('%s is refused in a sentence that a person reads', async (path, message) => {
  const answer = await download(`/files/${path}`);
  expect([answer.status, JSON.parse(answer.text).error]).toEqual([
    400,
    expect.objectContaining({ message, data: expect.objectContaining({ refusal: 'bad_request' }) }),
  ]);
  const { rows } = await fixture.owner.query(
    "SELECT 1 FROM audit_log WHERE merchant_id = $1 AND action LIKE '%.export'",
    [merchant.id],
  );
  expect(rows).toEqual([]);
});

test('who may not export is refused each of them', async () => {
  for (const role of ['operator', 'employee']) {
    await fixture.owner.query('UPDATE employees SET role = $2 WHERE id = $1', [merchant.employeeId, role]);
    for (const ending of ['csv', 'xlsx'])
      for (const path of [`reports.${ending}?${MARCH}&content=days`, `segments.${ending}?segment=new`])
        expect((await download(`/files/${path}`)).status, `${path} ${role}`).toBe(403);
  }
});

test('a caller who asks for files without end is told to wait, for any of them', async () => {
  const statuses: number[] = [];
  for (let asked = 0; asked < 124; asked += 1)
    statuses.push((await download(asked % 2 ? '/files/reports.csv' : '/files/segments.csv')).status);
  expect(statuses.slice(0, 120).every((status) => status === 400)).toBe(true);
  expect(statuses.slice(120)).toEqual([429, 429, 429, 429]);
});

const purchase = () => ({ operationId: randomUUID(), phone: freshPhone(), amountCents: 100 });

async function openDownload(path: string): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    get(`${server.url}${path}`, { headers: headers() }, resolve).on('error', reject);
  });
}

test('a browser that does not take the file is not read ahead for, and one that goes away ends the reading', async () => {
  const pages = 18;
  await server.client.call('cashback.issue', purchase(), { cookie: merchant.cookie });
  await insertManyPurchases(fixture.owner, { ...merchant, merchantId: merchant.id }, pages * 1_000);
  // Two megabytes a page: the buffers between here and there hold a few of them.
  await fixture.owner.query("UPDATE customers SET name = repeat('x', 2000) WHERE merchant_id = $1", [
    merchant.id,
  ]);
  const path = '/files/reports.csv?from=2026-03-01&to=2026-03-31&content=operations';
  const spy = vi.spyOn(server.app.tenancy, 'withTenant');
  const downloadWhole = async () => {
    const { text } = await download(path);
    expect(text.trimEnd().split('\r\n')).toHaveLength(pages * 1_000 + 1);
  };
  await downloadWhole();
  const ofWhole = spy.mock.calls.length;
  const answer = await openDownload(path);
  // Where the file is read ahead for, as much of it is read meanwhile as of this one.
  await downloadWhole();
  const readAhead = spy.mock.calls.length - 2 * ofWhole;
  expect(readAhead).toBeLessThan(pages / 3);
  answer.destroy();
  await downloadWhole();
  expect(spy.mock.calls.length - 3 * ofWhole).toBeLessThanOrEqual(readAhead + 1);
});
