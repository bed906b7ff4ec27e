import { API_SCOPES, type ApiScope, MAX_LIVE_API_KEYS } from 'domain/api-keys';
import { ROLES } from 'domain/roles';
import { beforeEach, describe, expect, test } from 'vitest';
import type { StaffSession } from '../staff-session.ts';
import { type Employee, insertEmployee, sessionOf } from '../test/employees.ts';
import { useRestFixture } from '../test/rest-fixture.ts';
import { createApiKey } from './create-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';

const fixture = useRestFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };
let staff: StaffSession;

beforeEach(async () => {
  staff = await fixture.createMerchant();
});

const app = () => fixture.server.app;
const create = (by: StaffSession, employeeId?: string, scopes: ApiScope[] = ['customers.read']) =>
  createApiKey(app(), by, REQUEST, { name: 'Caixa 1', scopes, employeeId });
const list = async () => (await listApiKeys(app(), staff.merchantId)).keys;
const callWith = (key: string) => fixture.rest.get('/customers?phone=11987654321', { key });

async function stored(id: string): Promise<Record<string, unknown>> {
  const { rows } = await fixture.owner.query('SELECT * FROM api_keys WHERE id = $1', [id]);
  return rows[0];
}

describe('creating a key', () => {
  test('stores its hash and prefix, and shows both apart from the key', async () => {
    const { id, key, prefix } = await create(staff);
    expect(key).toMatch(/^cbk_[0-9a-f]{8}_[\w-]{43}$/);
    expect(key.startsWith(`${prefix}_`)).toBe(true);
    const row = await stored(id);
    expect((row.key_hash as Buffer).length).toBe(32);
    expect(JSON.stringify(row)).not.toContain(key.slice(13));
    expect(await list()).toEqual([
      {
        id,
        name: 'Caixa 1',
        prefix,
        scopes: ['customers.read'],
        employee: { id: staff.employeeId, name: 'Maria', role: 'owner', isActive: true },
        createdBy: 'Maria',
        createdAt: fixture.clock.now().toISOString(),
        lastUsedAt: null,
        revokedAt: null,
      },
    ]);
  });

  test('refuses an employee with higher rights, an inactive one, and another merchant’s', async () => {
    const admin = sessionOf(staff, await insertEmployee(fixture.owner, staff.merchantId, 'admin'));
    const employee = (role: Employee['role'], isActive = true) =>
      insertEmployee(fixture.owner, staff.merchantId, role, { isActive });
    await expect(create(admin, staff.employeeId)).rejects.toMatchObject({ code: 'api_key_person_above' });
    const idle = await employee('operator', false);
    await expect(create(admin, idle.id)).rejects.toMatchObject({ code: 'api_key_person_inactive' });
    const foreign = (await fixture.createMerchant()).employeeId;
    await expect(create(admin, foreign)).rejects.toMatchObject({ code: 'employee_not_found' });
    for (const role of ROLES.filter((one) => one !== 'owner'))
      await expect(create(admin, (await employee(role)).id), role).resolves.toBeDefined();
  });

  test('a scope that the employee’s role does not have is refused, not granted without effect', async () => {
    const employee = await insertEmployee(fixture.owner, staff.merchantId, 'employee');
    await expect(create(staff, employee.id, [...API_SCOPES])).rejects.toMatchObject({
      code: 'api_key_role_too_small',
    });
    await expect(create(staff, employee.id, ['cashback.issue', 'redemptions.create'])).resolves.toBeDefined();
  });

  test('an employee demoted or deactivated a moment ago is refused', async () => {
    const employee = await insertEmployee(fixture.owner, staff.merchantId, 'admin');
    const admin = sessionOf(staff, employee);
    await fixture.owner.query(`UPDATE employees SET role = 'manager' WHERE id = $1`, [employee.id]);
    await expect(create(admin)).rejects.toMatchObject({ code: 'forbidden' });
    await fixture.owner.query('UPDATE employees SET is_active = false WHERE id = $1', [employee.id]);
    await expect(create(admin)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('a merchant has a limited number, also when all are created at once', async () => {
    for (let made = 0; made < MAX_LIVE_API_KEYS - 3; made += 1) await create(staff);
    const made = await Promise.allSettled(Array.from({ length: 6 }, () => create(staff)));
    const refused = made.filter((each) => each.status === 'rejected');
    expect(refused.map(({ reason }) => reason.message)).toEqual(
      Array.from({ length: 3 }, () => 'Já há 20 chaves em uso. Revogue uma antes de criar outra.'),
    );
    const [first] = await list();
    await revokeApiKey(app(), staff, REQUEST, { id: first?.id ?? '' });
    await expect(create(staff)).resolves.toBeDefined();
    await expect(create(await fixture.createMerchant())).resolves.toBeDefined();
  });
});

test('a revoked key fails on the next request, and revoking it again changes nothing', async () => {
  const { id, key } = await create(staff);
  expect((await callWith(key)).outcome).toEqual([404, 'customer_not_found']);
  await revokeApiKey(app(), staff, REQUEST, { id });
  expect((await callWith(key)).outcome).toEqual([401, 'invalid_api_key']);
  const before = await stored(id);
  fixture.clock.advance(60_000);
  await revokeApiKey(app(), staff, REQUEST, { id });
  expect(await stored(id)).toEqual(before);
  const { rows } = await fixture.owner.query(
    'SELECT action, employee_id, entity_id, details FROM audit_log WHERE merchant_id = $1 ORDER BY id',
    [staff.merchantId],
  );
  const { prefix } = before;
  const entry = { employee_id: staff.employeeId, entity_id: id };
  expect(rows).toEqual([
    {
      ...entry,
      action: 'api_key.create',
      details: { name: 'Caixa 1', prefix, scopes: ['customers.read'], employeeId: staff.employeeId },
    },
    { ...entry, action: 'api_key.revoke', details: { name: 'Caixa 1', prefix } },
  ]);
});

test('usable keys come first, then the newest', async () => {
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) {
    ids.push((await create(staff)).id);
    fixture.clock.advance(1_000);
  }
  await revokeApiKey(app(), staff, REQUEST, { id: ids[2] ?? '' });
  expect((await list()).map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2]]);
});

describe('a key’s last use', () => {
  test('is recorded once a minute', async () => {
    const { id, key } = await create(staff);
    const start = fixture.clock.now().getTime();
    const used = async () => ((await stored(id)).last_used_at as Date).getTime() - start;
    await callWith(key);
    expect(await used()).toBe(0);
    fixture.clock.advance(59_999);
    await callWith(key);
    expect(await used()).toBe(0);
    fixture.clock.advance(1);
    await callWith(key);
    expect(await used()).toBe(60_000);
  });

  test('is recorded outside transactions that move money, and no call waits for it', async () => {
    const { key } = await create(staff, undefined, ['cashback.issue']);
    const holder = await fixture.owner.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM api_keys WHERE merchant_id = $1 FOR UPDATE', [staff.merchantId]);
      const purchase = { phone: '11987654321', amountCents: 1_000 };
      expect((await fixture.rest.post('/purchases', purchase, { key })).status).toBe(201);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });
});
