import { randomUUID } from 'node:crypto';
import { API_SCOPES, type ApiScope, roleMayUseScope } from 'domain/api-keys';
import { ROLES } from 'domain/roles';
import { OWN_PAGE } from 'testing/raw-client';
import type { RestAnswer, RestCallOptions } from 'testing/rest-caller';
import { freshPhone } from 'testing/signed-in-merchant';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../api-keys/create-api-key.ts';
import { revokeApiKey } from '../api-keys/revoke-api-key.ts';
import { REST_ROUTES } from '../rest-routes.ts';
import type { StaffSession } from '../staff-session.ts';
import { insertEmployee } from '../test/employees.ts';
import { createCounter } from '../test/money-app.ts';
import { useRestFixture } from '../test/rest-fixture.ts';
import { fingerprint } from '../test/tenant-rows.ts';

const fixture = useRestFixture();

interface Holdings {
  staff: StaffSession;
  phone: string;
  /** Phone of another customer. */
  otherPhone: string;
  customerId: string;
  purchaseId: string;
  redemptionId: string;
}
let a: Holdings;
let b: Holdings;

beforeAll(async () => {
  a = await openMerchant();
  b = await openMerchant();
});

async function openMerchant(): Promise<Holdings> {
  const staff = await fixture.createMerchant();
  const counter = createCounter(fixture.server.app, staff);
  const [phone, otherPhone] = [freshPhone(), freshPhone()];
  await counter.issue(otherPhone, 100);
  const purchase = await counter.earn(phone, 1_000_000);
  const { redemptionId } = await counter.spend(phone, 100);
  const { id: customerId } = await counter.balance(phone);
  return { staff, phone, otherPhone, customerId, purchaseId: purchase.transactionId, redemptionId };
}

const reason = 'Engano';

/** A call for each route that succeeds where everything in it is the caller's own. */
const CALLS: Record<string, (of: Holdings) => { method: 'GET' | 'POST'; path: string; body?: object }> = {
  createPurchase: ({ otherPhone }) => ({
    method: 'POST',
    path: '/purchases',
    body: { phone: otherPhone, amountCents: 100 },
  }),
  getPurchase: ({ purchaseId }) => ({ method: 'GET', path: `/purchases/${purchaseId}` }),
  createPurchaseReversal: ({ purchaseId }) => ({
    method: 'POST',
    path: `/purchases/${purchaseId}/reversals`,
    body: { amountCents: 1, reason },
  }),
  findCustomer: ({ phone }) => ({ method: 'GET', path: `/customers?phone=${phone}` }),
  createRedemption: ({ customerId }) => ({
    method: 'POST',
    path: '/redemptions',
    body: { customerId, amountCents: 1 },
  }),
  getRedemption: ({ redemptionId }) => ({ method: 'GET', path: `/redemptions/${redemptionId}` }),
  createRedemptionReversal: ({ redemptionId }) => ({
    method: 'POST',
    path: `/redemptions/${redemptionId}/reversals`,
    body: { reason },
  }),
};

function call(name: string, of: Holdings, options: RestCallOptions): Promise<RestAnswer> {
  const request = CALLS[name]?.(of);
  if (!request) throw new Error(`${name} has no call here`);
  return fixture.rest.call(request.method, request.path, { ...options, body: request.body });
}

/** One that succeeds each time: what can be undone once has another answer the second time. */
const SUCCESSES = [200, 201, 409];

test('every route has a call here, and no call is left over', () => {
  expect(Object.keys(CALLS).sort()).toEqual(REST_ROUTES.map(({ name }) => name).sort());
});

describe.each(REST_ROUTES.map(({ name, scope }) => ({ name, scope })))('$name', ({ name, scope }) => {
  test.each(API_SCOPES)('with a key for %s: answered where that is its scope, else 403', async (held) => {
    const key = await fixture.createKey(a.staff, { scopes: [held] });
    const answer = await call(name, a, { key });
    if (held === scope) return expect(SUCCESSES, answer.text).toContain(answer.status);
    expect(answer.outcome).toEqual([403, 'missing_scope']);
    expect(answer.body.error.message).toBe(`Esta chave não tem a permissão ${scope}.`);
    await revokeAll();
  });

  test('narrows with the role of the employee it acts for, at the next request', async () => {
    const employee = await insertEmployee(fixture.owner, a.staff.merchantId, 'manager');
    const key = await fixture.createKey(a.staff, { scopes: [scope], employeeId: employee.id });
    for (const role of [...ROLES].reverse()) {
      await fixture.owner.query('UPDATE employees SET role = $2 WHERE id = $1', [employee.id, role]);
      const { outcome } = await call(name, a, { key });
      if (!roleMayUseScope(role, scope)) expect(outcome, role).toEqual([403, 'forbidden']);
      else expect(outcome[1], role).not.toBe('forbidden');
    }
  });

  test('is refused alike for every key that is not in force, and for none', async () => {
    const employee = await insertEmployee(fixture.owner, a.staff.merchantId, 'operator');
    const [idle, revoked, good] = [
      await fixture.createKey(a.staff, { scopes: allowedTo('operator'), employeeId: employee.id }),
      await createRevoked(),
      await fixture.createKey(a.staff),
    ];
    await fixture.owner.query('UPDATE employees SET is_active = false WHERE id = $1', [employee.id]);
    const bad = [
      ...[
        undefined,
        '',
        'x',
        idle,
        revoked,
        good.slice(0, -1),
        `${good}x`,
        good.toUpperCase(),
        `${good} ${good}`,
      ],
      `cbk_00000000_${'A'.repeat(43)}`,
      `cbk_00000000_${"'".repeat(43)}`,
    ];
    for (const key of bad) {
      const answer = await call(name, a, { key });
      expect([answer.status, answer.headers['www-authenticate'], answer.body], key).toEqual([
        401,
        'Bearer realm="api", error="invalid_token"',
        { error: { code: 'invalid_api_key', message: 'Chave de API inválida' } },
      ]);
    }
    await revokeAll();
  });

  test('knows a session cookie no more than any other header', async () => {
    const employee = { merchantId: a.staff.merchantId, employeeId: a.staff.employeeId };
    const token = await fixture.server.app.sessions.create(employee, { ip: '127.0.0.1' });
    const headers = { ...OWN_PAGE, cookie: `session=${token}; __Host-session=${token}` };
    expect((await call(name, a, { headers })).outcome).toEqual([401, 'invalid_api_key']);
  });

  test("does not exist on a merchant's host", async () => {
    const key = await fixture.createKey(a.staff);
    const host = `${a.staff.client.merchant.signupLinkSlug}.localhost`;
    for (const options of [{ key, host }, { host }])
      expect((await call(name, a, options)).outcome).toEqual([404, 'not_found']);
    await revokeAll();
  });

  test("answers another merchant's ids and phones as unknown, records them at home, and changes nothing there", async () => {
    const key = await fixture.createKey(a.staff);
    const before = await fingerprint(fixture.owner, b.staff.merchantId);
    const nobody: Holdings = {
      staff: a.staff,
      phone: freshPhone(),
      otherPhone: freshPhone(),
      customerId: randomUUID(),
      purchaseId: randomUUID(),
      redemptionId: randomUUID(),
    };
    const known = (await attempts()).length;
    const [foreign, unknown] = [await call(name, b, { key }), await call(name, nobody, { key })];
    expect(await fingerprint(fixture.owner, b.staff.merchantId)).toEqual(before);
    expect(foreign.outcome).toEqual(unknown.outcome);
    if (name === 'createPurchase') expect(foreign.status).toBe(201);
    else expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    const written = (await attempts()).slice(known);
    // A phone is not an id, and asking for an unknown one is the counter's everyday work.
    const namesAnId = name !== 'createPurchase' && name !== 'findCustomer';
    expect(written.map(({ entity }) => entity)).toEqual(namesAnId ? [`rest.${name}`, `rest.${name}`] : []);
    if (namesAnId) {
      const ids = [b.customerId, b.purchaseId, b.redemptionId];
      expect(ids).toContain(written[0]?.entity_id);
      expect(written[0]).toMatchObject({
        employee_id: a.staff.employeeId,
        details: { apiKeyId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      });
    }
    await revokeAll();
  });
});

const allowedTo = (role: string): ApiScope[] => API_SCOPES.filter((scope) => roleMayUseScope(role, scope));

interface Attempt {
  entity: string;
  entity_id: string;
  employee_id: string;
  details: Record<string, string>;
}

async function attempts(): Promise<Attempt[]> {
  const { rows } = await fixture.owner.query<Attempt>(
    `SELECT entity, entity_id, employee_id, details FROM audit_log
     WHERE merchant_id = $1 AND action = 'access.unknown_id' ORDER BY id`,
    [a.staff.merchantId],
  );
  return rows;
}

/** Revokes all keys, because the number of keys of a merchant is limited. */
async function revokeAll(): Promise<void> {
  await fixture.owner.query('UPDATE api_keys SET revoked_at = now() WHERE revoked_at IS NULL');
}

async function createRevoked(): Promise<string> {
  const request = { ip: '127.0.0.1', userAgent: 'test' };
  const made = await createApiKey(fixture.server.app, a.staff, request, {
    name: 'Caixa',
    scopes: [...API_SCOPES],
  });
  expect((await call('getPurchase', a, { key: made.key })).status).toBe(200);
  await revokeApiKey(fixture.server.app, a.staff, request, { id: made.id });
  return made.key;
}

test('a merchant that was deactivated has no keys in force', async () => {
  const merchant = await openMerchant();
  const key = await fixture.createKey(merchant.staff);
  expect((await call('getPurchase', merchant, { key })).status).toBe(200);
  await fixture.owner.query('UPDATE merchants SET is_active = false WHERE id = $1', [
    merchant.staff.merchantId,
  ]);
  expect((await call('getPurchase', merchant, { key })).outcome).toEqual([401, 'invalid_api_key']);
});

test('an address that there is none of, and another method, are not found; no page is served below /api', async () => {
  const key = await fixture.createKey(a.staff);
  const asked: [method: string, path: string][] = [
    ['GET', ''],
    ['GET', '/'],
    ['GET', '/purchases'],
    ['DELETE', `/purchases/${a.purchaseId}`],
    ['PUT', '/purchases'],
    ['GET', '/Customers?phone=11987654321'],
    ['OPTIONS', '/purchases'],
  ];
  for (const [method, path] of asked)
    expect((await fixture.rest.call(method, path, { key })).outcome, `${method} ${path}`).toEqual([
      404,
      'not_found',
    ]);
});

test('no other origin may read or send: a preflight gets nothing that would let it', async () => {
  const answer = await fixture.rest.call('OPTIONS', '/purchases', {
    headers: {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(answer.status).toBe(404);
});
