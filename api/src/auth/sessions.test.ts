import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { freshIp } from 'testing/http-client';
import { freshPhone, TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMovableClock, HOUR_MS, MINUTE_MS } from '../test/money-app.ts';
import { createMerchant, type Merchant, openSession } from '../test/tenant-fixture.ts';

const clock = createMovableClock(new Date());
let database: TestDatabase;
let owner: pg.Pool;
let server: InProcessServer;
let merchant: Merchant;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  server = await startInProcessServer(database.appUrl, { clock });
  merchant = await createMerchant(server.app, owner);
});

beforeEach(async () => {
  token = await openSession(server.app, merchant.staff.owner);
});

afterAll(async () => {
  await server?.close();
  await owner?.end();
  await database?.drop();
});

const cookieOf = (value: string) => `session=${value}`;

/**
 * Returns whether the API accepts the cookie as a signed-in employee's, in the session query and in an
 * employee procedure alike.
 */
async function isSignedIn(value: string): Promise<boolean> {
  const session = await server.client.query('auth.session', undefined, { cookie: cookieOf(value) });
  const report = await server.client.query('reports.currentMonth', undefined, { cookie: cookieOf(value) });
  expect([session.status, report.status]).toEqual(session.data === null ? [200, 401] : [200, 200]);
  return session.data !== null;
}

async function logIn(cookie?: string): Promise<string> {
  const input = { email: merchant.ownerEmail, password: TEST_PASSWORD };
  const options = { ip: freshIp(), ...(cookie !== undefined && { cookie: cookieOf(cookie) }) };
  const answer = await server.client.call('auth.login', input, options);
  expect(answer.status).toBe(200);
  return /session=([\w-]{43});/.exec(answer.headers['set-cookie']?.[0] ?? '')?.[1] ?? '';
}

describe('a stolen copy of the sessions table', () => {
  test('contains nothing that signs in', async () => {
    const { rows } = await owner.query<{ id: string }>('SELECT * FROM sessions');
    const dump = JSON.stringify(rows);
    expect(dump).not.toContain(token);
    expect(rows.map((row) => row.id)).toContain(createHash('sha256').update(token).digest('hex'));
    for (const { id } of rows) {
      const bytes = Buffer.from(id, 'hex');
      const guesses = [
        id,
        id.slice(0, 43),
        bytes.toString('base64url'),
        bytes.toString('base64').slice(0, 43),
      ];
      for (const guess of guesses) expect(await isSignedIn(guess)).toBe(false);
    }
  });

  test('tokens are 32 random bytes, never the same twice', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, () => openSession(server.app, merchant.staff.owner)),
    );
    expect(new Set(tokens).size).toBe(20);
    for (const each of tokens) expect(Buffer.from(each, 'base64url')).toHaveLength(32);
  });
});

describe('fixation', () => {
  test('a token planted in the browser before the login does not sign in after it', async () => {
    const planted = 'x'.repeat(43);
    const issued = await logIn(planted);
    expect(issued).not.toBe(planted);
    expect(await isSignedIn(planted)).toBe(false);
    expect(await isSignedIn(issued)).toBe(true);
  });

  test("the attacker's own session in the browser ends at the login and is not handed on", async () => {
    const attackers = await openSession(server.app, merchant.staff.employee);
    const issued = await logIn(attackers);
    expect(issued).not.toBe(attackers);
    expect(await isSignedIn(attackers)).toBe(false);
    expect(await isSignedIn(issued)).toBe(true);
  });
});

describe('from the very next request no session is left after', () => {
  test('logout, of this browser only', async () => {
    const elsewhere = await openSession(server.app, merchant.staff.owner);
    const answer = await server.client.call('auth.logout', undefined, { cookie: cookieOf(token) });
    expect(answer.headers['set-cookie']?.[0]).toContain('session=; Max-Age=0;');
    expect(await isSignedIn(token)).toBe(false);
    expect(await isSignedIn(elsewhere)).toBe(true);
  });

  test('deactivation of the employee', async () => {
    const { merchantId, employeeId } = merchant.staff.manager;
    const theirs = await openSession(server.app, merchant.staff.manager);
    expect(await isSignedIn(theirs)).toBe(true);
    await owner.query('UPDATE employees SET is_active = false WHERE merchant_id = $1 AND id = $2', [
      merchantId,
      employeeId,
    ]);
    expect(await isSignedIn(theirs)).toBe(false);
    expect(await isSignedIn(token)).toBe(true);
  });

  test('a change of role or password, which ends all of the employee’s sessions and no other’s', async () => {
    const theirs = [
      await openSession(server.app, merchant.staff.admin),
      await openSession(server.app, merchant.staff.admin),
    ];
    for (const each of theirs) expect(await isSignedIn(each)).toBe(true);
    await server.app.sessions.endAll(merchant.staff.admin);
    for (const each of theirs) expect(await isSignedIn(each)).toBe(false);
    expect(await isSignedIn(token)).toBe(true);
  });

  test('a change of role that left the session: the new role counts at once', async () => {
    const { merchantId, employeeId } = merchant.staff.operator;
    const theirs = await openSession(server.app, merchant.staff.operator);
    await owner.query("UPDATE employees SET role = 'employee' WHERE merchant_id = $1 AND id = $2", [
      merchantId,
      employeeId,
    ]);
    const session = await server.client.query('auth.session', undefined, { cookie: cookieOf(theirs) });
    expect(session.data.employee.role).toBe('employee');
  });

  test('the merchant is closed', async () => {
    const other = await createMerchant(server.app, owner);
    const theirs = await openSession(server.app, other.staff.owner);
    await owner.query('UPDATE merchants SET is_active = false WHERE id = $1', [other.merchantId]);
    expect(await isSignedIn(theirs)).toBe(false);
  });
});

describe('time', () => {
  test('ends a session 12 hours after its last use', async () => {
    clock.advance(12 * HOUR_MS - MINUTE_MS);
    expect(await isSignedIn(token)).toBe(true);
    clock.advance(12 * HOUR_MS - MINUTE_MS);
    expect(await isSignedIn(token)).toBe(true);
    clock.advance(12 * HOUR_MS + MINUTE_MS);
    expect(await isSignedIn(token)).toBe(false);
  });

  test('ends a session 7 days after the login, however much it is used', async () => {
    for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
      clock.advance(6 * HOUR_MS);
      expect(await isSignedIn(token), `${hours + 6} h`).toBe(true);
    }
    clock.advance(6 * HOUR_MS - MINUTE_MS);
    expect(await isSignedIn(token)).toBe(true);
    clock.advance(2 * MINUTE_MS);
    expect(await isSignedIn(token)).toBe(false);
  });

  test('ends a session 7 days after the login, even if its row says later', async () => {
    await owner.query("UPDATE sessions SET expires_at = expires_at + interval '1 year'");
    clock.advance(7 * 24 * HOUR_MS - MINUTE_MS);
    expect(await isSignedIn(token)).toBe(true);
    await owner.query("UPDATE sessions SET expires_at = expires_at + interval '1 year'");
    clock.advance(2 * MINUTE_MS);
    expect(await isSignedIn(token)).toBe(false);
  });

  test('never lets the database store a later expiry', async () => {
    await owner.query('DELETE FROM sessions');
    token = await openSession(server.app, merchant.staff.owner);
    for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
      clock.advance(6 * HOUR_MS);
      expect(await isSignedIn(token)).toBe(true);
    }
    const { rows } = await owner.query<{ idle: boolean; absolute: boolean }>(
      `SELECT bool_and(expires_at <= $1::timestamptz + interval '12 hours') AS idle,
              bool_and(expires_at <= created_at + interval '7 days') AS absolute FROM sessions`,
      [clock.now()],
    );
    expect(rows).toEqual([{ idle: true, absolute: true }]);
  });
});

test('cookies that arrive together are each answered as their own employee, and those without a session as nobody', async () => {
  const merchants = [await createMerchant(server.app, owner), await createMerchant(server.app, owner)];
  const employees = merchants.flatMap(({ staff }) => Object.values(staff));
  const tokens = await Promise.all(employees.map((employee) => openSession(server.app, employee)));
  const unknown = randomBytes(32).toString('base64url');
  const ended = await openSession(server.app, employees[0] as (typeof employees)[number]);
  await server.app.sessions.end({ id: createHash('sha256').update(ended).digest('hex') });
  const deactivated = await Promise.all(merchants.map((each) => openSession(server.app, each.deactivated)));
  const asked = Array.from({ length: 6 }, () => [...tokens, unknown, ended, ...deactivated]).flat();
  const found = await Promise.all(asked.map((each) => server.app.sessions.find(each)));
  expect(found.map((staff) => staff && [staff.merchantId, staff.employeeId])).toEqual(
    asked.map((each) => {
      const employee = employees[tokens.indexOf(each)];
      return employee && [employee.merchantId, employee.employeeId];
    }),
  );
});

test('a call that names another employee than the cookie’s is refused, and does nothing', async () => {
  const { employeeId } = merchant.staff.owner;
  const purchase = { operationId: randomUUID(), phone: freshPhone(), amountCents: 1_000 };
  const issue = (named: string) =>
    server.client.call('cashback.issue', purchase, {
      cookie: cookieOf(token),
      headers: { 'x-employee-id': named },
    });
  expect((await issue(randomUUID())).status).toBe(401);
  const { rows } = await owner.query('SELECT FROM idempotency_keys WHERE request_id = $1', [
    purchase.operationId,
  ]);
  expect(rows).toEqual([]);
  expect((await issue(employeeId)).status).toBe(200);
});
