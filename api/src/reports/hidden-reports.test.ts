import { ROLES, type Role, roleMay } from 'domain/roles';
import { useDatabaseFixture } from 'testing/database-fixture';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { callProcedure, outcomeOf, PROCEDURES } from '../test/tenant-caller.ts';
import { createMerchant, type Merchant, openSession } from '../test/tenant-fixture.ts';
import { TENANT_MATRIX } from '../test/tenant-matrix.ts';

const fixture = useDatabaseFixture();
let server: InProcessServer;
let merchant: Merchant;

const SAVE = { path: 'merchants.saveGeneralSettings', type: 'mutation' } as const;
const BELOW_MANAGER: readonly Role[] = ['operator', 'employee'];

/** What the switch closes, written out once more: a report that is not in this list would stay open. */
const CLOSED = [
  'customers.summary',
  'reports.acquisition',
  'reports.cohorts',
  'reports.currentMonth',
  'reports.dashboard',
  'reports.employees',
  'reports.liability',
  'reports.period',
  'reports.segmentCustomers',
  'reports.segments',
  'reports.unconfirmed',
  'spend.list',
];

/** The merchant's revenue, to be recognized by its digits. */
const REVENUE_CENTS = 987_654_321;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl);
  merchant = await createMerchant(server.app, fixture.owner);
  // In the rollups alone, which reports read: no purchase or customer adds up to it.
  await callAs('owner', 'reports.currentMonth');
  await fixture.owner.query(
    `UPDATE daily_rollups SET revenue_cents = revenue_cents + $2 - (
       SELECT sum(revenue_cents) FROM daily_rollups WHERE merchant_id = $1)
     WHERE merchant_id = $1 AND day = (SELECT max(day) FROM daily_rollups WHERE merchant_id = $1)`,
    [merchant.merchantId, REVENUE_CENTS],
  );
});
afterAll(() => server?.close());

const setHidden = (isHidden: boolean) =>
  fixture.owner.query('UPDATE merchants SET hide_reports = $2 WHERE id = $1', [
    merchant.merchantId,
    isHidden,
  ]);

async function callAs(role: Role, path: string) {
  const procedure = PROCEDURES.find((one) => one.path === path);
  if (!procedure) throw new Error(`no procedure ${path}`);
  const token = await openSession(server.app, merchant.staff[role]);
  return await callProcedure(server, procedure, TENANT_MATRIX[path]?.input?.(merchant), { token });
}

test('the reports of this merchant are what its switch closes, and all of them', () => {
  const asking = PROCEDURES.filter(({ meta }) => meta.permission === 'reports.read');
  expect(asking.map(({ path }) => path).sort()).toEqual(CLOSED);
});

describe('while the merchant hides its reports', () => {
  beforeEach(() => setHidden(true));

  test.each(CLOSED.flatMap((path) => ROLES.map((role) => ({ path, role }))))(
    '$path is answered to the $role by the role',
    async ({ path, role }) => {
      const answer = await callAs(role, path);
      const expected = BELOW_MANAGER.includes(role) ? [403, 'reports_hidden'] : [200, null];
      expect(outcomeOf(answer), answer.text).toEqual(expected);
      if (expected[0] === 403)
        expect(answer.text).toContain('A loja mostra faturamento, relatórios e ranking');
    },
  );

  const open = PROCEDURES.filter(
    ({ path, type, meta }) => meta.access === 'employee' && type === 'query' && !CLOSED.includes(path),
  );
  test.each(open.flatMap(({ path, meta }) => BELOW_MANAGER.map((role) => ({ path, meta, role }))))(
    '$path says nothing of the revenue to the $role and is not closed',
    async ({ path, meta, role }) => {
      const { permission } = meta;
      const answer = await callAs(role, path);
      if (!permission || roleMay(role, permission))
        expect(outcomeOf(answer), answer.text).toEqual(TENANT_MATRIX[path]?.outcomes.roles ?? [200, null]);
      expect(answer.text).not.toContain(String(REVENUE_CENTS));
    },
  );

  test('the owner still reads it', async () => {
    expect((await callAs('owner', 'customers.summary')).text).toContain(String(REVENUE_CENTS));
  });
});

describe('while the merchant does not hide them', () => {
  beforeEach(() => setHidden(false));

  test.each(CLOSED.flatMap((path) => ROLES.map((role) => ({ path, role }))))(
    '$path is answered to the $role',
    async ({ path, role }) => {
      const answer = await callAs(role, path);
      expect(outcomeOf(answer), answer.text).toEqual([200, null]);
    },
  );
});

test('it is off until an employee who may change the establishment turns it on, which the audit log keeps', async () => {
  const other = await createMerchant(server.app, fixture.owner);
  const save = async (role: Role, rest: object = {}) => {
    const token = await openSession(server.app, other.staff[role]);
    const input = { name: 'Loja', phone: '1132104567', brandColor: null, ...rest };
    const answer = await callProcedure(server, SAVE, input, { token });
    return [outcomeOf(answer)[0], JSON.parse(answer.text).result?.data.hideReports];
  };
  expect(await save('manager', { hideReports: true })).toEqual([403, undefined]);
  expect(await save('admin')).toEqual([200, false]);
  expect(await save('admin', { hideReports: true })).toEqual([200, true]);
  // A screen that does not know the switch leaves it.
  expect(await save('owner')).toEqual([200, true]);
  const { rows } = await fixture.owner.query(
    `SELECT employee_id, details FROM audit_log WHERE merchant_id = $1 AND details ? 'hide_reports_after'`,
    [other.merchantId],
  );
  const details = { hide_reports_before: false, hide_reports_after: true };
  expect(rows).toEqual([{ employee_id: other.staff.admin.employeeId, details }]);
});

test('a session that is open follows the switch at its next call, in both directions', async () => {
  const token = await openSession(server.app, merchant.staff.operator);
  const ask = async (path: string) => {
    const answer = await callProcedure(server, { path, type: 'query' }, undefined, { token });
    return [...outcomeOf(answer), JSON.parse(answer.text).result?.data?.merchant?.hideReports];
  };
  for (const isHidden of [false, true, false]) {
    await setHidden(isHidden);
    const expected = isHidden ? [403, 'reports_hidden', undefined] : [200, null, undefined];
    expect(await ask('reports.currentMonth')).toEqual(expected);
    expect(await ask('auth.session')).toEqual([200, null, isHidden]);
  }
});
