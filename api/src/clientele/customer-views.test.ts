import { randomUUID } from 'node:crypto';
import type { Role } from 'domain/roles';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createRestCaller, type RestCaller } from 'testing/rest-caller';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApiKey } from '../api-keys/create-api-key.ts';
import { listCustomers } from '../customers/list-customers.ts';
import type { StaffSession } from '../staff-session.ts';
import { beforeStatement } from '../test/before-statement.ts';
import { insertEmployee, sessionOf } from '../test/employees.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { insertCustomers, makeCustomers } from '../test/listed-customers.ts';
import { insertMerchant } from '../test/money-app.ts';
import { callProcedure, outcomeOf } from '../test/tenant-caller.ts';
import {
  CUSTOMERS_PER_EMPLOYEE_AN_HOUR,
  CUSTOMERS_PER_KEY_AN_HOUR,
  createCustomerViews,
} from './customer-views.ts';

/** Two processes on one database, each with its own memory. */
const fixture = useDatabaseFixture();
let servers: [InProcessServer, InProcessServer];
let rest: RestCaller;
/** The positions where the list's pages begin. */
let pages: (string | undefined)[];
let merchant: StaffSession;
const clientele = makeCustomers(2_700, 3);
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };

beforeAll(async () => {
  const start = () => startInProcessServer(fixture.database.appUrl);
  servers = [await start(), await start()];
  rest = await createRestCaller(servers[0]);
  merchant = await insertMerchant(fixture.owner);
  await insertCustomers(fixture.owner, merchant.merchantId, clientele);
  pages = [undefined];
  for (let after: string | undefined; pages.length < 54; pages.push(after)) {
    const page = await listCustomers(servers[0].app, merchant.merchantId, { sort: 'created_at', after });
    after = page.next ?? undefined;
  }
});
afterAll(async () => {
  for (const server of servers ?? []) await server.close();
});
afterEach(() => vi.useRealTimers());

let employee: StaffSession;
let token: string;
const hire = async (role: Role = 'operator') =>
  sessionOf(merchant, await insertEmployee(fixture.owner, merchant.merchantId, role));
const signIn = (of: StaffSession) => servers[0].app.sessions.create(of, REQUEST);
beforeEach(async () => {
  employee = await hire();
  token = await signIn(employee);
});

async function ask(path: string, input: object, { turn = 0, by = token } = {}) {
  const server = servers[turn % 2 === 0 ? 0 : 1];
  const answer = await callProcedure(server, { path, type: 'query' }, input, { token: by });
  return { ...answer, outcome: outcomeOf(answer), data: JSON.parse(answer.text).result?.data };
}
const turn = (page: number, options?: { turn?: number; by?: string }) =>
  ask(
    'customers.list',
    { sort: 'created_at', ...(pages[page] !== undefined && { after: pages[page] }) },
    options,
  );

const REFUSED = [429, 'too_many_customers'];
const SEEN = [200, null];

async function viewsOf(viewerId: string): Promise<{ in_hour: number; unaudited: number } | undefined> {
  const { rows } = await fixture.owner.query(
    'SELECT in_hour, unaudited FROM customer_views WHERE merchant_id = $1 AND viewer_id = $2',
    [merchant.merchantId, viewerId],
  );
  return rows[0];
}

async function entriesOf(employeeId: string): Promise<{ details: object }[]> {
  const { rows } = await fixture.owner.query(
    `SELECT details FROM audit_log WHERE merchant_id = $1 AND employee_id = $2 AND action = 'customer.view'`,
    [merchant.merchantId, employeeId],
  );
  return rows;
}

test('54 pages in a few seconds over two processes: a thousand customers and no more, an entry for each 200', async () => {
  const answers: Awaited<ReturnType<typeof turn>>[] = [];
  // Nine at a time, because a busy machine answers more with 503.
  for (let page = 0; page < pages.length; page += 9)
    answers.push(
      ...(await Promise.all(pages.slice(page, page + 9).map((_, one) => turn(page + one, { turn: one })))),
    );
  const seen = new Set(answers.flatMap(({ data }) => data?.customers ?? []).map(({ id }) => id));
  expect(seen.size).toBe(CUSTOMERS_PER_EMPLOYEE_AN_HOUR);
  expect(answers.filter(({ data }) => data === undefined).map(({ outcome }) => outcome)).toEqual(
    Array.from({ length: 34 }, () => REFUSED),
  );
  expect(await viewsOf(employee.employeeId)).toEqual({ in_hour: 1_000, unaudited: 0 });
  expect((await entriesOf(employee.employeeId)).map(({ details }) => details)).toEqual(
    Array.from({ length: 5 }, () => ({ customers: 200, withinMinutes: expect.any(Number) })),
  );
});

describe('past the limit', () => {
  const atLimit = (viewerId: string, employeeId: string, customers: number) =>
    fixture.owner.query(
      `INSERT INTO customer_views (merchant_id, viewer_id, employee_id, in_hour, hour_began_at, unaudited, unaudited_since)
       VALUES ($1, $2, $3, $4, now() - interval '10 minutes', 0, now())`,
      [merchant.merchantId, viewerId, employeeId, customers],
    );
  beforeEach(() => atLimit(employee.employeeId, employee.employeeId, CUSTOMERS_PER_EMPLOYEE_AN_HOUR));

  test('every paged list is refused with a message that tells until when', async () => {
    const refused = await turn(0);
    expect(refused.outcome).toEqual(REFUSED);
    expect(refused.text).toContain('Tente novamente mais tarde; o balcão continua funcionando.');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3_000);
    const customerId = clientele[0]?.id;
    expect((await ask('customers.detail', { customerId })).outcome).toEqual(REFUSED);
    expect((await ask('customers.detail', { customerId }, { turn: 1 })).outcome).toEqual(REFUSED);
    expect((await ask('reports.segmentCustomers', { segment: 'new' })).outcome).toEqual(REFUSED);
    expect(await viewsOf(employee.employeeId)).toEqual({ in_hour: 1_000, unaudited: 0 });
  });

  test('the counter goes on: it finds by a phone, and shows the latest purchases and redemptions', async () => {
    expect((await turn(0)).outcome).toEqual(REFUSED);
    expect((await ask('customers.find', { phone: clientele[0]?.phone })).outcome).toEqual(SEEN);
    expect((await ask('cashback.latest', {})).outcome).toEqual(SEEN);
    expect((await ask('redemptions.latest', {})).outcome).toEqual(SEEN);
    expect(await viewsOf(employee.employeeId)).toEqual({ in_hour: 1_001, unaudited: 1 });
  });

  test('a colleague sees the list, and the next hour opens it again', async () => {
    expect((await turn(0)).outcome).toEqual(REFUSED);
    expect((await turn(0, { by: await signIn(await hire()) })).outcome).toEqual(SEEN);
    await fixture.owner.query(
      `UPDATE customer_views SET hour_began_at = hour_began_at - interval '1 hour' WHERE viewer_id = $1`,
      [employee.employeeId],
    );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    expect((await turn(0)).outcome).toEqual(SEEN);
    expect(await viewsOf(employee.employeeId)).toEqual({ in_hour: 50, unaudited: 50 });
  });

  test('an API key has a count of its own; past it queries are refused and purchases are not', async () => {
    const made = await createApiKey(servers[0].app, merchant, REQUEST, {
      name: 'Caixa',
      scopes: ['cashback.issue', 'customers.read'],
      employeeId: employee.employeeId,
    });
    const find = () => rest.get(`/customers?phone=${clientele[1]?.phone}`, { key: made.key });
    expect((await find()).status).toBe(200);
    expect(await viewsOf(made.id)).toEqual({ in_hour: 1, unaudited: 1 });
    await fixture.owner.query(
      'UPDATE customer_views SET in_hour = $2, unaudited = 199 WHERE viewer_id = $1',
      [made.id, CUSTOMERS_PER_KEY_AN_HOUR],
    );
    const phone = freshPhone();
    const sold = await rest.post('/purchases', { phone, amountCents: 1_000 }, { key: made.key });
    expect(sold.status).toBe(201);
    expect((await entriesOf(employee.employeeId)).map(({ details }) => details)).toEqual([
      { customers: 200, withinMinutes: expect.any(Number), apiKeyId: made.id },
    ]);
    const other = await rest.get(`/customers?phone=${clientele[2]?.phone}`, { key: made.key });
    expect(other.outcome).toEqual(REFUSED);
  });
});

test('a customer seen again within the hour counts once and causes no write', async () => {
  for (let time = 0; time < 30; time += 1) expect((await turn(0)).outcome).toEqual(SEEN);
  expect(await viewsOf(employee.employeeId)).toEqual({ in_hour: 50, unaudited: 50 });
  await ask('customers.list', { sort: 'created_at', limit: 6 });
  await ask('customers.list', { sort: 'total_spent', limit: 6 });
  expect((await viewsOf(employee.employeeId))?.in_hour).toBeLessThanOrEqual(56);
});

test('an entry tells the minutes, and the audit log shows it as text', async () => {
  for (const page of [0, 1, 2]) await turn(page);
  await fixture.owner.query(
    `UPDATE customer_views SET unaudited_since = now() - interval '501 seconds' WHERE viewer_id = $1`,
    [employee.employeeId],
  );
  await turn(3);
  const { data } = await ask(
    'audit.list',
    { person: employee.employeeId },
    { by: await signIn(await hire('admin')) },
  );
  expect(data.entries[0]).toMatchObject({
    words: 'Viu os dados de muitos clientes',
    lines: [
      { label: 'Clientes vistos', value: '200' },
      { label: 'Em', value: '8 minutos' },
    ],
  });
});

test('if counting fails a page is not shown, and the counter is not delayed', async () => {
  const { app } = servers[0];
  const fail = async () => Promise.reject(new Error('the database is away'));
  const views = createCustomerViews({
    ...app,
    tenancy: beforeStatement(app.tenancy, 'add_customer_views', fail),
  });
  const answer = { phone: freshPhone() };
  await expect(views.count(employee, REQUEST, 'limited', answer)).rejects.toThrow('away');
  await expect(views.count(employee, REQUEST, 'counted', answer)).resolves.toBeUndefined();
  // Uncounted customers are counted when shown again.
  const working = createCustomerViews(app);
  await working.count(employee, REQUEST, 'limited', {
    customers: [answer, { phone: freshPhone() }, answer],
    id: randomUUID(),
  });
  expect(await viewsOf(employee.employeeId)).toEqual({ in_hour: 2, unaudited: 2 });
});
