import { freshIp } from 'testing/http-client';
import type { RestAnswer } from 'testing/rest-caller';
import { freshPhone } from 'testing/signed-in-merchant';
import { beforeEach, expect, test } from 'vitest';
import { customersRouter } from '../customers/customers.router.ts';
import { API_BAD_KEYS_PER_NETWORK, API_CALLS_PER_KEY, LOOKUPS_PER_EMPLOYEE } from '../limits/call-limits.ts';
import type { StaffSession } from '../staff-session.ts';
import { useRestFixture } from '../test/rest-fixture.ts';

const fixture = useRestFixture();
let staff: StaffSession;
let key: string;

beforeEach(async () => {
  staff = await fixture.createMerchant();
  key = await fixture.createKey(staff);
});

const look = (by: string | undefined, ip?: string): Promise<RestAnswer> =>
  fixture.rest.get('/purchases/0199e2a4-6f1c-7a53-9d2e-3b8f5c1d7e60', {
    key: by,
    ...(ip !== undefined && { ip }),
  });

async function times(count: number, ask: () => Promise<RestAnswer>): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let done = 0; done < count; done += 20) {
    const answers = await Promise.all(Array.from({ length: Math.min(20, count - done) }, ask));
    for (const { status } of answers) statuses.add(status);
  }
  return statuses;
}

function expectTooMany(answer: RestAnswer, atMostSeconds: number): void {
  expect(answer.outcome).toEqual([429, 'too_many_requests']);
  const wait = Number(answer.headers['retry-after']);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(atMostSeconds);
}

test('a key may call so often a minute, from wherever; another key of the merchant still may', async () => {
  const { rows } = await fixture.owner.query('SELECT id FROM api_keys WHERE merchant_id = $1', [
    staff.merchantId,
  ]);
  for (let called = 0; called < API_CALLS_PER_KEY.limit - 10; called += 1)
    await fixture.server.app.limiter.hit(API_CALLS_PER_KEY, rows[0].id);
  expect(await times(10, () => look(key))).toEqual(new Set([404]));
  expectTooMany(await look(key), 60);
  const other = await fixture.createKey(staff);
  expect((await look(other)).status).toBe(404);
  fixture.clock.advance(60_000);
  expect((await look(key)).status).toBe(404);
});

test('a network with so many bad keys is told to wait, and its good keys are not', async () => {
  const ip = freshIp();
  const bad = `cbk_00000000_${'A'.repeat(43)}`;
  const { limit } = API_BAD_KEYS_PER_NETWORK;
  expect(await times(limit, () => look(bad, ip))).toEqual(new Set([401]));
  for (const each of [bad, 'x', undefined]) expectTooMany(await look(each, ip), 600);
  expect((await look(key, ip)).status).toBe(404);
  expect((await look(bad, freshIp())).status).toBe(401);
  fixture.clock.advance(600_000);
  expect((await look(bad, ip)).status).toBe(401);
});

test('look-ups by phone count as those of the employee, at the screen, by any key and before a redemption', async () => {
  const { app } = fixture.server;
  const { limit } = LOOKUPS_PER_EMPLOYEE;
  const second = await fixture.createKey(staff);
  const find = (by: string) => fixture.rest.get(`/customers?phone=${freshPhone()}`, { key: by });
  const redeem = (by: string) =>
    fixture.rest.post('/redemptions', { phone: freshPhone(), amountCents: 1 }, { key: by });
  for (let asked = 0; asked < limit - 3; asked += 1)
    await app.limiter.hit(LOOKUPS_PER_EMPLOYEE, staff.employeeId);
  expect([(await find(key)).status, (await find(second)).status, (await redeem(key)).status]).toEqual([
    404, 404, 404,
  ]);
  expectTooMany(await find(key), 600);
  expectTooMany(await redeem(second), 600);
  // The counter's own look-up is under the same rule.
  const screen = customersRouter.createCaller({
    app,
    host: { kind: 'platform', servesEmployees: true, servesCustomers: true },
    ip: freshIp(),
    userAgent: 'test',
    freePlace: () => undefined,
    browser: () => ({ network: '', deviceTraits: '' }),
    session: async () => staff,
    sessionToken: undefined,
    setSessionToken: () => undefined,
    tabletToken: undefined,
    setTabletToken: () => undefined,
    deviceOf: () => undefined,
    rememberDevice: () => undefined,
    customerDevices: () => [],
    setCustomerDevice: () => undefined,
  });
  await expect(screen.find({ phone: freshPhone() })).rejects.toThrow('Muitas tentativas');
});
