import { randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type Answer, freshIp } from 'testing/http-client';
import { OWN_PAGE } from 'testing/raw-client';
import { TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { appRouter } from '../router.ts';
import { endWindows } from '../test/end-windows.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMovableClock } from '../test/money-app.ts';
import { createSoftwarePasskey } from '../test/software-passkey.ts';
import { createMerchant, type Merchant } from '../test/tenant-fixture.ts';
import type { ProcedureMeta } from '../trpc.ts';
import { loadWebAuthn, siteOf } from './web-authn.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const fixture = useDatabaseFixture();
const clock = createMovableClock(new Date());
let server: InProcessServer;
let merchant: Merchant;
let owner: string;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl, { clock });
  await loadWebAuthn();
});
afterAll(async () => {
  await server?.close();
});
beforeEach(async () => {
  await endWindows(fixture.owner, clock);
  // The next noon in São Paulo, where merchants are unless they say otherwise.
  clock.set(new Date(Math.ceil(clock.now().getTime() / DAY_MS) * DAY_MS + 15 * HOUR_MS));
  merchant = await createMerchant(server.app, fixture.owner);
  await fixture.owner.query('DELETE FROM factor_demands');
  owner = await logIn(merchant.ownerEmail);
});

const call = (path: string, input: object, cookie?: string): Promise<Answer> =>
  server.client.call(path, input, { ip: freshIp(), ...(cookie !== undefined && { cookie }) });
const query = (path: string, cookie: string) => server.client.query(path, undefined, { cookie });
const said = ({ status, error }: Answer) => [status, error?.data.refusal ?? null];
const OK = [200, null];
const DEMANDED = [403, 'factor_demanded'];

async function logIn(email: string): Promise<string> {
  const answer = await call('auth.login', { email, password: TEST_PASSWORD });
  expect(said(answer)).toEqual(OK);
  return (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
}

async function insertEmployee(role: string): Promise<{ id: string; email: string }> {
  const id = randomUUID();
  const email = `joana-${id}@loja.example`;
  await fixture.owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role, password_hash, created_at)
     SELECT merchant_id, $1, 'Joana', $2, $5, password_hash, $6 FROM employees
     WHERE merchant_id = $3 AND email = $4`,
    [id, email, merchant.merchantId, merchant.ownerEmail, role, clock.now()],
  );
  return { id, email };
}

const demand = (roles: string[], graceDays: number, cookie = owner) =>
  call('employees.demandFactor', { roles, graceDays }, cookie);
const daysLeft = async (cookie: string) => (await query('auth.session', cookie)).data.factorDaysLeft;

async function addPasskey(cookie: string): Promise<void> {
  const started = await call('auth.startPasskey', {}, cookie);
  expect(said(started)).toEqual(OK);
  const { created } = createSoftwarePasskey(started.data, siteOf(server.app.env).origin);
  const confirmed = await call('auth.confirmPasskey', { name: 'Celular', ...created }, cookie);
  expect(said(confirmed)).toEqual(OK);
}

describe('a second step that is demanded of a role', () => {
  test('is asked for in the days of grace, and refuses all else after them until it is set up', async () => {
    const { email } = await insertEmployee('operator');
    const manager = await logIn((await insertEmployee('manager')).email);
    const cookie = await logIn(email);
    expect(await daysLeft(cookie)).toBeNull();
    expect(said(await demand(['operator'], 7))).toEqual(OK);
    // Seven, and the rest of today.
    expect([await daysLeft(cookie), await daysLeft(manager), await daysLeft(owner)]).toEqual([8, null, null]);

    clock.advance(7 * DAY_MS);
    const lastDay = await logIn(email);
    expect(await daysLeft(lastDay)).toBe(1);
    expect(said(await query('auth.sessions', lastDay))).toEqual(OK);
    // Of an employee who was added later the days begin then.
    expect(await daysLeft(await logIn((await insertEmployee('operator')).email))).toBe(8);

    clock.advance(12 * HOUR_MS);
    const session = await logIn(email);
    expect(await daysLeft(session)).toBe(0);
    expect(said(await query('auth.sessions', session))).toEqual(DEMANDED);
    expect(said(await call('auth.endOtherSessions', {}, session))).toEqual(DEMANDED);
    expect(said(await query('auth.profile', session))).toEqual(OK);

    await addPasskey(session);
    expect(await daysLeft(session)).toBeNull();
    expect(said(await query('auth.sessions', session))).toEqual(OK);
    // Without it they would be refused again: it is not theirs to turn off.
    const { passkeys } = (await query('auth.factors', session)).data;
    const remove = { id: passkeys[0].id };
    expect(said(await call('auth.removePasskey', remove, session))).toEqual([409, 'last_factor_demanded']);
    expect((await query('auth.factors', session)).data).toMatchObject({ recoveryCodesLeft: 10 });
    owner = await logIn(merchant.ownerEmail);
    expect(said(await demand([], 7))).toEqual(OK);
    expect(said(await call('auth.removePasskey', remove, session))).toEqual(OK);
  });

  test('is due with the end of a day where the merchant is', async () => {
    // There a day has just begun.
    await fixture.owner.query(`UPDATE merchants SET time_zone = 'Asia/Tokyo' WHERE id = $1`, [
      merchant.merchantId,
    ]);
    const { email } = await insertEmployee('operator');
    expect(said(await demand(['operator'], 1))).toEqual(OK);
    expect(await daysLeft(await logIn(email))).toBe(2);
    clock.advance(2 * DAY_MS - 60_000);
    const session = await logIn(email);
    expect(await daysLeft(session)).toBe(1);
    await addPasskey(session);
    const remove = async () => {
      const { passkeys } = (await query('auth.factors', session)).data;
      return said(await call('auth.removePasskey', { id: passkeys[0].id }, session));
    };
    expect(await remove()).toEqual(OK);
    await addPasskey(session);
    clock.advance(60_000);
    expect(await remove()).toEqual([409, 'last_factor_demanded']);
    expect(await daysLeft(await logIn((await insertEmployee('operator')).email))).toBe(2);
  });

  test('at once, without days of grace, also of owners; files are refused too', async () => {
    expect(said(await demand(['owner', 'admin'], 0))).toEqual(OK);
    expect(await daysLeft(owner)).toBe(0);
    expect(said(await query('employees.list', owner))).toEqual(DEMANDED);
    const file = await server.ask('/files/reports.csv', { headers: { cookie: owner, ...OWN_PAGE } });
    expect(file.status).toBe(403);
    expect(file.text).toContain('verificação em duas etapas');
    const logout = await call('auth.logout', {}, owner);
    expect(said(logout)).toEqual(OK);
  });

  test('is not asked for on the counter’s tablets, which a PIN unlocks', async () => {
    const { id, email } = await insertEmployee('operator');
    const on = { id: merchant.tabletId };
    const employee = { merchantId: merchant.merchantId, employeeId: id };
    const tablet = `session=${await server.app.sessions.create(employee, { ip: freshIp() }, on)}`;
    expect(said(await demand(['operator'], 0))).toEqual(OK);
    expect(said(await query('auth.sessions', tablet))).toEqual(OK);
    expect([await daysLeft(tablet), await daysLeft(await logIn(email))]).toEqual([null, 0]);
  });

  test('keeps its day when other roles or days are chosen, and is audited', async () => {
    const { email } = await insertEmployee('operator');
    await demand(['operator'], 7);
    clock.advance(3 * DAY_MS);
    owner = await logIn(merchant.ownerEmail);
    const session = await logIn(email);
    expect(said(await demand(['operator', 'manager'], 10))).toEqual(OK);
    expect(said(await demand(['manager', 'operator'], 10))).toEqual(OK);
    expect(await daysLeft(session)).toBe(8);
    const listed = await query('employees.list', owner);
    expect(listed.data).toMatchObject({
      factorDemands: [
        { role: 'manager', graceDays: 10 },
        { role: 'operator', graceDays: 10 },
      ],
      canDemandFactor: true,
    });
    const { rows } = await fixture.owner.query(
      `SELECT details FROM audit_log WHERE merchant_id = $1 AND action = 'employee.demand_factor'
       ORDER BY created_at`,
      [merchant.merchantId],
    );
    expect(rows.map(({ details }) => details)).toEqual([
      { roles_before: null, roles_after: ['operator'], grace_days: 7 },
      { roles_before: ['operator'], roles_after: ['manager', 'operator'], grace_days: 10 },
    ]);
  });

  test('chosen by two owners at once, is one’s choice or the other’s', async () => {
    const second = await logIn((await insertEmployee('owner')).email);
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([demand(['operator'], 7), demand(['manager'], 7, second)]);
      expect(answers.map(said)).toEqual([OK, OK]);
      const listed = await query('employees.list', owner);
      expect(listed.data.factorDemands).toHaveLength(1);
      expect(said(await demand([], 7))).toEqual(OK);
    }
  });

  test('is not chosen by an owner who is demoted meanwhile', async () => {
    const { id, email } = await insertEmployee('owner');
    const cookie = await logIn(email);
    const demotion = await fixture.owner.connect();
    try {
      await demotion.query('BEGIN');
      await demotion.query("UPDATE employees SET role = 'manager' WHERE id = $1", [id]);
      const answer = demand(['operator'], 0, cookie);
      await vi.waitFor(
        async () => {
          const { rows } = await fixture.owner.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          expect(rows).toHaveLength(1);
        },
        { timeout: 60_000, interval: 30 },
      );
      await demotion.query('COMMIT');
      expect(said(await answer)).toEqual([403, 'forbidden']);
    } finally {
      demotion.release(true);
    }
    expect((await query('employees.list', owner)).data.factorDemands).toEqual([]);
  });

  test('is demanded by owners alone, in 0 to 30 days, of roles that there are', async () => {
    const admin = await logIn((await insertEmployee('admin')).email);
    expect(said(await demand(['operator'], 7, admin))).toEqual([403, 'forbidden']);
    for (const [roles, days] of [
      [['operator'], 31],
      [['operator'], -1],
      [['operator'], 1.5],
      [['boss'], 7],
    ] as const) {
      expect((await demand([...roles], days)).status).toBe(400);
    }
  });
});

test('without it only the procedures answer that set it up', () => {
  const procedures = Object.entries(appRouter._def.procedures) as unknown as [
    string,
    { _def: { meta?: ProcedureMeta } },
  ][];
  const open = procedures.filter(([, { _def }]) => _def.meta?.withoutFactor).map(([path]) => path);
  expect(open.sort()).toEqual([
    'auth.confirmAuthenticator',
    'auth.confirmPasskey',
    'auth.factors',
    'auth.profile',
    'auth.proveSelf',
    'auth.startAuthenticator',
    'auth.startPasskey',
  ]);
});
