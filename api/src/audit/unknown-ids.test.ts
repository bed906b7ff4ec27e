import { randomUUID } from 'node:crypto';
import { ROLES, roleMay } from 'domain/roles';
import type pg from 'pg';
import { useDatabaseFixture } from 'testing/database-fixture';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timeLimits } from '../lib/time-limits.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMovableClock } from '../test/money-app.ts';
import { START } from '../test/money-fixture.ts';
import { callProcedure, outcomeOf, PROCEDURES } from '../test/tenant-caller.ts';
import { createMerchant, FOR_MATRIX, type Merchant, openSession } from '../test/tenant-fixture.ts';
import { TENANT_MATRIX } from '../test/tenant-matrix.ts';
import { fingerprint } from '../test/tenant-rows.ts';
import { UNKNOWN_IDS_PER_EMPLOYEE } from './record-unknown-id.ts';

const fixture = useDatabaseFixture();
const clock = createMovableClock(START);
let server: InProcessServer;
let a: Merchant;
let b: Merchant;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl, { clock });
  a = await createMerchant(server.app, fixture.owner, FOR_MATRIX);
  b = await createMerchant(server.app, fixture.owner, FOR_MATRIX);
});

afterAll(() => server?.close());

interface Attempt {
  employee_id: string;
  entity: string;
  entity_id: string;
  details: Record<string, string>;
  ip: string;
  user_agent: string | null;
}

async function attempts(owner: pg.Pool, merchantId: string): Promise<Attempt[]> {
  const { rows } = await owner.query<Attempt>(
    `SELECT employee_id, entity, entity_id, details, ip, user_agent FROM audit_log
     WHERE merchant_id = $1 AND action = 'access.unknown_id' ORDER BY id`,
    [merchantId],
  );
  return rows;
}

/** The attempts recorded after the first `count`. */
async function attemptsAfter(count: number): Promise<Attempt[]> {
  return (await attempts(fixture.owner, a.merchantId)).slice(count);
}

const FOREIGN_IDS = PROCEDURES.filter(({ meta }) => meta.access === 'employee').flatMap((procedure) =>
  (TENANT_MATRIX[procedure.path]?.foreign ?? [])
    .filter((foreign) => foreign.from === 'platform' && !foreign.toldApart)
    .map((foreign) => ({ ...foreign, procedure, path: procedure.path })),
);

/** Fields that hold an id of one of `other`'s entities. */
function foreignIds(input: unknown, other: Merchant): string[] {
  return Object.entries(input as object)
    .filter(([field]) => field === 'id' || field.endsWith('Id'))
    .filter(([field]) => field !== 'operationId')
    .map(([, value]) => String(value))
    .filter((value) => other.canaries.includes(value));
}

describe('an id of another merchant', () => {
  test.each(FOREIGN_IDS)(
    '$path with a foreign $what: recorded like an unknown one, at home only',
    async ({ procedure, path, theirs, nobodys, notRefused }) => {
      const [foreign, unknown] = [theirs(a, b), nobodys(a, b)];
      const ids = foreignIds(foreign, b);
      const neighbor = await fingerprint(fixture.owner, b.merchantId);
      const known = (await attempts(fixture.owner, a.merchantId)).length;
      clock.advance(UNKNOWN_IDS_PER_EMPLOYEE.windowSeconds * 1_000);
      const token = await openSession(server.app, a.staff.owner);
      const answers = [];
      for (const input of [foreign, unknown])
        answers.push(outcomeOf(await callProcedure(server, procedure, input, { token, ip: '10.9.8.7' })));
      const written = await attemptsAfter(known);
      expect(await fingerprint(fixture.owner, b.merchantId)).toEqual(neighbor);
      expect(answers[0]).toEqual(answers[1]);
      if (ids.length === 0 || notRefused) return expect(written).toEqual([]);
      expect(answers[0]?.[0], `${path} does not refuse an unknown id`).toBe(404);
      expect(written).toHaveLength(2);
      for (const [index, input] of [foreign, unknown].entries()) {
        const sent = input as Record<string, string>;
        const named = Object.entries(sent).filter(([key]) => /^id$|Id$/.test(key) && key !== 'operationId');
        expect(written[index]).toMatchObject({
          employee_id: a.staff.owner.employeeId,
          entity: path,
          entity_id: named[0]?.[1],
          details: Object.fromEntries(named),
          ip: '10.9.8.7',
        });
      }
    },
  );

  test('the list above covers more than one kind of entity', () => {
    const asked = FOREIGN_IDS.filter(({ theirs }) => foreignIds(theirs(a, b), b).length > 0);
    expect(asked.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['cashback.watch', 'redemptions.watch', 'cashback.latest', 'customers.detail']),
    );
  });
});

const detail = { path: 'customers.detail', type: 'query' } as const;

async function askFor(customerId: string, role: (typeof ROLES)[number] = 'operator') {
  const token = await openSession(server.app, a.staff[role]);
  return await callProcedure(server, detail, { customerId }, { token });
}

test('every permitted caller is recorded by name, and an unknown phone is no attempt', async () => {
  for (const role of ROLES.filter((one) => roleMay(one, 'customers.read'))) {
    const known = (await attempts(fixture.owner, a.merchantId)).length;
    expect((await askFor(randomUUID(), role)).status).toBe(404);
    expect(await attemptsAfter(known)).toEqual([
      expect.objectContaining({ employee_id: a.staff[role].employeeId }),
    ]);
  }
  const known = (await attempts(fixture.owner, a.merchantId)).length;
  const token = await openSession(server.app, a.staff.owner);
  const find = { path: 'customers.find', type: 'query' } as const;
  expect((await callProcedure(server, find, { phone: '11900000000' }, { token })).status).toBe(404);
  expect(await attemptsAfter(known)).toEqual([]);
});

test('an hour holds a limited number, for each employee; the answer stays the same', async () => {
  clock.advance(UNKNOWN_IDS_PER_EMPLOYEE.windowSeconds * 1_000);
  const known = (await attempts(fixture.owner, a.merchantId)).length;
  for (let asked = 0; asked < UNKNOWN_IDS_PER_EMPLOYEE.limit + 5; asked += 1)
    expect(outcomeOf(await askFor(randomUUID()))).toEqual([404, 'customer_not_found']);
  expect(await attemptsAfter(known)).toHaveLength(UNKNOWN_IDS_PER_EMPLOYEE.limit);
  await askFor(randomUUID(), 'manager');
  expect(await attemptsAfter(known)).toHaveLength(UNKNOWN_IDS_PER_EMPLOYEE.limit + 1);
  clock.advance(UNKNOWN_IDS_PER_EMPLOYEE.windowSeconds * 1_000);
  await askFor(randomUUID());
  expect(await attemptsAfter(known)).toHaveLength(UNKNOWN_IDS_PER_EMPLOYEE.limit + 2);
});

test('a failed or late entry leaves the refusal as it is', async () => {
  clock.advance(UNKNOWN_IDS_PER_EMPLOYEE.windowSeconds * 1_000);
  const holder = await fixture.owner.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE audit_log IN ACCESS EXCLUSIVE MODE');
  timeLimits.unknownId = 100;
  expect(outcomeOf(await askFor(randomUUID()))).toEqual([404, 'customer_not_found']);
  const waiting = "SELECT FROM pg_locks WHERE relation = 'audit_log'::regclass AND NOT granted";
  const { rowCount } = await holder.query(waiting);
  await holder.query('ROLLBACK');
  holder.release();
  expect(rowCount, 'answered while the entry still waited').toBe(1);
  await fixture.owner.query('REVOKE INSERT ON audit_log FROM cashback_app');
  try {
    expect(outcomeOf(await askFor(randomUUID()))).toEqual([404, 'customer_not_found']);
  } finally {
    await fixture.owner.query('GRANT INSERT ON audit_log TO cashback_app');
  }
});
