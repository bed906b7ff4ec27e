import { randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type Answer, freshIp } from 'testing/http-client';
import { TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '../errors.ts';
import { EMPLOYEE_PINS_PER_ADDRESS } from '../limits/call-limits.ts';
import { hireJoana } from '../test/employees.ts';
import { endWindows } from '../test/end-windows.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMovableClock } from '../test/money-app.ts';
import { createMerchant, type Merchant } from '../test/tenant-fixture.ts';
import { checkPin } from './check-pin.ts';
import { PIN_TRIES, PIN_TRIES_IN_ALL } from './employee-pins.sql.ts';

const PIN = '482703';
const LOCKED_MS = 15 * 60_000 + 1;

const fixture = useDatabaseFixture();
const clock = createMovableClock(new Date());
let server: InProcessServer;
let merchant: Merchant;
let employee: { id: string; email: string; cookie: string };

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl, { clock });
  merchant = await createMerchant(server.app, fixture.owner);
});
afterAll(() => server?.close());

const call = (path: string, input?: object, cookie = employee.cookie): Promise<Answer> =>
  server.client.call(path, input, { ip: freshIp(), cookie });
const said = ({ status, error }: Answer) => [status, error?.data.refusal ?? null];

async function logIn(email: string): Promise<string> {
  const answer = await server.client.call(
    'auth.login',
    { email, password: TEST_PASSWORD },
    { ip: freshIp() },
  );
  return (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
}

beforeEach(async () => {
  await endWindows(fixture.owner, clock);
  const { id, email } = await hireJoana(fixture.owner, merchant);
  employee = { id, email, cookie: await logIn(email) };
  expect(said(await call('auth.setPin', { pin: PIN }))).toEqual([200, null]);
});

/** The refusal of a try; 'right' if there is none. */
async function tryPin(pin: string, of: { employeeId?: string; merchantId?: string; ip?: string } = {}) {
  const { employeeId = employee.id, merchantId = merchant.merchantId, ip = freshIp() } = of;
  try {
    await checkPin(server.app, { merchantId, employeeId, pin }, { ip });
    return 'right';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const wrongPins = (count: number) => Array.from({ length: count }, (_, index) => String(1_357 + index));

async function tryWrong(count: number): Promise<string[]> {
  const answers = [];
  for (const pin of wrongPins(count)) answers.push(await tryPin(pin));
  return answers;
}

describe('an own PIN', () => {
  test('is set by the current password only, stored as a hash, and removed', async () => {
    expect(await tryPin(PIN)).toBe('right');
    const { rows } = await fixture.owner.query('SELECT * FROM employee_pins WHERE employee_id = $1', [
      employee.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(PIN);
    expect(rows[0].pin_hash).toMatch(/^\$argon2id\$/);
    expect(await tryPin(PIN)).toBe('right');
    expect(said(await call('auth.removePin'))).toEqual([200, null]);
    expect(await tryPin(PIN)).toBe('wrong_employee_pin');
    const { rows: actions } = await fixture.owner.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE employee_id = $1 AND action LIKE 'auth.%_pin' ORDER BY created_at`,
      [employee.id],
    );
    expect(actions.map(({ action }) => action)).toEqual(['auth.set_pin', 'auth.remove_pin']);
  });

  test.each(['0000', '1234', '4321', '1212', '123123', '555555', '123', '1234567', '48a7'])(
    '%s is refused',
    async (pin) => {
      const answer = await call('auth.setPin', { pin });
      expect(answer.status).toBe(400);
      expect(answer.error?.data.fields).toHaveProperty('pin');
    },
  );

  test('goes with the deactivation of its employee', async () => {
    const owner = await logIn(merchant.ownerEmail);
    for (const isActive of [false, true])
      await call('employees.setActive', { employeeId: employee.id, isActive }, owner);
    expect(await tryPin(PIN)).toBe('wrong_employee_pin');
  });
});

describe('guesses', () => {
  test('five wrong tries lock it for 15 minutes, five more until the employee logs in', async () => {
    expect(await tryWrong(PIN_TRIES)).toEqual(Array(PIN_TRIES).fill('wrong_employee_pin'));
    expect(await tryPin(PIN)).toBe('pin_locked');
    clock.advance(LOCKED_MS);
    expect(await tryWrong(PIN_TRIES)).toEqual(Array(PIN_TRIES).fill('wrong_employee_pin'));
    expect(await tryPin(PIN)).toBe('pin_used_up');
    clock.advance(365 * 24 * 60 * 60_000);
    expect(await tryPin(PIN)).toBe('pin_used_up');
    await logIn(employee.email);
    expect(await tryPin(PIN)).toBe('right');
  });

  test('a new PIN ends the lock; a right one forgets the wrong tries', async () => {
    await tryWrong(PIN_TRIES - 1);
    expect(await tryPin(PIN)).toBe('right');
    expect(await tryWrong(PIN_TRIES)).toEqual(Array(PIN_TRIES).fill('wrong_employee_pin'));
    await call('auth.setPin', { pin: '739105' });
    expect(await tryPin('739105')).toBe('right');
  });

  test('of ten at once five are compared', async () => {
    const answers = await Promise.all(wrongPins(10).map((pin) => tryPin(pin)));
    expect(answers.filter((each) => each === 'wrong_employee_pin')).toHaveLength(PIN_TRIES);
    expect(answers.filter((each) => each === 'pin_locked')).toHaveLength(10 - PIN_TRIES);
  });

  test('an unknown employee, one of another merchant and one without a PIN get the answer of a wrong PIN', async () => {
    const other = await createMerchant(server.app, fixture.owner);
    const { employeeId } = merchant.staff.owner;
    for (const of of [{ employeeId: randomUUID() }, { merchantId: other.merchantId }, { employeeId }])
      expect(await tryPin(PIN, of)).toBe('wrong_employee_pin');
  });

  test('an address has a limit, which right PINs do not use up', async () => {
    const ip = freshIp();
    const { limit } = EMPLOYEE_PINS_PER_ADDRESS;
    for (let tries = 0; tries < limit; tries++)
      expect(await tryPin('1357', { employeeId: randomUUID(), ip })).toBe('wrong_employee_pin');
    expect(await tryPin(PIN, { ip })).toBe('too_many_requests');
    const another = freshIp();
    for (let tries = 0; tries <= limit; tries++) expect(await tryPin(PIN, { ip: another })).toBe('right');
  });
});

/** Guesses of one PIN over months; the long tests make 100,000. Those that are not compared cost no hash. */
test(
  `guesses over months: ${PIN_TRIES_IN_ALL} are compared, none gets through`,
  async () => {
    const guesses = process.env.TEST_LONG ? 100_000 : 500;
    const { passwords } = server.app;
    const { matching } = passwords;
    const compared = new Set<string>();
    passwords.matching = async (find, pin) => {
      const account = await find();
      if (account) compared.add(pin);
      return undefined;
    };
    try {
      const answers = new Set<string>();
      for (let from = 0; from < guesses; from += 10) {
        const pins = Array.from({ length: 10 }, (_, index) => String(100_000 + from + index));
        for (const each of await Promise.all(pins.map((pin) => tryPin(pin)))) answers.add(each);
        if (from % 50 === 40) await endWindows(fixture.owner, clock);
      }
      expect([...answers].sort()).toEqual(['pin_locked', 'pin_used_up', 'wrong_employee_pin']);
    } finally {
      passwords.matching = matching;
    }
    expect(compared.size).toBe(PIN_TRIES_IN_ALL);
    expect(await tryPin(PIN)).toBe('pin_used_up');
  },
  30 * 60_000,
);
