import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type Answer, freshIp } from 'testing/http-client';
import { freshPhone, TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OWN_CODES_PER_EMPLOYEE, PASSWORD_CHECK_PER_EMPLOYEE } from '../limits/call-limits.ts';
import { ageProofs } from '../test/age-proofs.ts';
import { type Employee, insertEmployee } from '../test/employees.ts';
import { endWindows } from '../test/end-windows.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMovableClock } from '../test/money-app.ts';
import { createMerchant, type Merchant, openSession } from '../test/tenant-fixture.ts';

const PERIOD_MS = 30_000;

const fixture = useDatabaseFixture();
const clock = createMovableClock(new Date());
let server: InProcessServer;
let merchant: Merchant;
let employee: Employee;
let cookie: string;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl, { clock });
  merchant = await createMerchant(server.app, fixture.owner);
});
afterAll(() => server?.close());

const newCookie = async () =>
  `session=${await openSession(server.app, { merchantId: merchant.merchantId, employeeId: employee.id })}`;

beforeEach(async () => {
  await endWindows(fixture.owner, clock);
  const passwordOf = merchant.ownerEmail;
  employee = await insertEmployee(fixture.owner, merchant.merchantId, 'owner', { passwordOf });
  cookie = await newCookie();
});

const call = (path: string, input: object, as = cookie): Promise<Answer> =>
  server.client.call(path, input, { cookie: as, ip: freshIp() });
const said = ({ status, error }: Answer) => [status, error?.data.refusal ?? null];
const prove = async (input: object = {}, as = cookie) =>
  said(await call('auth.proveSelf', { password: TEST_PASSWORD, ...input }, as));
/** Something that only a fresh proof allows, and that can be done again and again. */
const act = async (as = cookie) =>
  said(await call('apiKeys.revoke', { id: merchant.apiKeyId }, as))[1] === 'proof_needed'
    ? 'refused'
    : 'done';
const OK = [200, null];
const WRONG_CODE = [422, 'wrong_factor_code'];

const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1_000) });
const codeBut = (code: string) => (code === '000000' ? '111111' : '000000');

/** Turns the second step on; the app shows its next code afterwards. */
async function turnOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await call('auth.startAuthenticator', {})).data;
  const { recoveryCodes } = (await call('auth.confirmAuthenticator', { code: codeOf(secret) })).data;
  clock.advance(PERIOD_MS);
  return { secret, recoveryCodes };
}

describe('a proof', () => {
  test('is the login itself for ten minutes by the database’s clock, and then the password', async () => {
    expect(await act()).toBe('done');
    clock.advance(10 * 60_000 - 1_000);
    expect(await act()).toBe('done');
    clock.advance(1_000);
    expect(await act()).toBe('refused');
    expect(await prove()).toEqual(OK);
    expect(await act()).toBe('done');
    clock.advance(10 * 60_000);
    expect(await act()).toBe('refused');
  });

  test('is of one session: another of the same employee stays as it was', async () => {
    const other = await newCookie();
    await ageProofs(fixture.owner, employee.id);
    expect(await prove()).toEqual(OK);
    expect([await act(), await act(other)]).toEqual(['done', 'refused']);
  });

  test('is not given by a wrong password, nor by that of another', async () => {
    await ageProofs(fixture.owner, employee.id);
    expect(await prove({ password: 'not the password' })).toEqual([422, 'wrong_password']);
    expect(await act()).toBe('refused');
  });

  test('is guessed as rarely as a password may be typed', async () => {
    for (let count = 0; count < PASSWORD_CHECK_PER_EMPLOYEE.limit; count += 1)
      expect(await prove({ password: `guess ${count}` })).toEqual([422, 'wrong_password']);
    expect(await prove()).toEqual([429, 'too_many_requests']);
  });
});

describe('an employee with a second step', () => {
  test('proves with a code of the app too, once each', async () => {
    const { secret } = await turnOn();
    await ageProofs(fixture.owner, employee.id);
    expect(await prove()).toEqual([422, 'factor_code_missing']);
    expect(await prove({ code: codeBut(codeOf(secret)) })).toEqual(WRONG_CODE);
    expect(await prove({ password: 'not the password', code: codeOf(secret) })).toEqual([
      422,
      'wrong_password',
    ]);
    expect(await act()).toBe('refused');
    expect(await prove({ code: codeOf(secret) })).toEqual(OK);
    expect(await act()).toBe('done');
    expect(await prove({ code: codeOf(secret) })).toEqual(WRONG_CODE);
  });

  test('proves with a recovery code, which is used up, written down and told', async () => {
    const { recoveryCodes } = await turnOn();
    await ageProofs(fixture.owner, employee.id);
    expect(await prove({ code: recoveryCodes[0] })).toEqual(OK);
    expect(await act()).toBe('done');
    expect(await prove({ code: recoveryCodes[0] })).toEqual(WRONG_CODE);
    const { rows } = await fixture.owner.query(
      `SELECT FROM audit_log WHERE entity_id = $1 AND action = 'auth.use_recovery_code'`,
      [employee.id],
    );
    expect(rows).toHaveLength(1);
  });

  test('guesses no more codes than the limit of a day; right ones do not count', async () => {
    const { secret } = await turnOn();
    const passwordWindow = PASSWORD_CHECK_PER_EMPLOYEE.windowSeconds * 1_000;
    const endPasswordWindow = async () => {
      clock.advance(passwordWindow);
      await fixture.owner.query(`DELETE FROM operations.call_counts WHERE key LIKE $1`, [
        `%${PASSWORD_CHECK_PER_EMPLOYEE.name}%`,
      ]);
    };
    for (let count = 0; count < OWN_CODES_PER_EMPLOYEE.limit; count += 1) {
      if (count % 5 === 0) await endPasswordWindow();
      expect(await prove({ code: codeOf(secret) })).toEqual(OK);
      expect(await prove({ code: codeOf(secret) })).toEqual(WRONG_CODE);
      clock.advance(PERIOD_MS);
    }
    await endPasswordWindow();
    expect(await prove({ code: codeOf(secret) })).toEqual([429, 'too_many_requests']);
  });
});

describe('corrections', () => {
  const adjust = async (customerId: string, amountCents: number) =>
    said(
      await call('customers.adjust', {
        operationId: randomUUID(),
        customerId,
        amountCents,
        reason: 'Erro de digitação',
      }),
    );

  test('of more than R$ 100,00 need a fresh proof, others do not', async () => {
    await ageProofs(fixture.owner, employee.id);
    const { id } = merchant.customer;
    expect(await adjust(id, 10_000)).toEqual(OK);
    expect(await adjust(id, 10_001)).toEqual([403, 'proof_needed']);
    expect(await adjust(id, -10_001)).toEqual([403, 'proof_needed']);
    expect(await adjust(id, -10_000)).toEqual(OK);
    expect(await prove()).toEqual(OK);
    expect(await adjust(id, 10_001)).toEqual(OK);
    expect(await adjust(id, -10_001)).toEqual(OK);
  });

  test('count the cashback that they move, so that an unconfirmed purchase is undone without', async () => {
    await ageProofs(fixture.owner, employee.id);
    const sold = await call('cashback.issue', {
      operationId: randomUUID(),
      phone: freshPhone(),
      amountCents: 900_000_00,
    });
    const undone = await call('cashback.reverse', {
      operationId: randomUUID(),
      transactionId: sold.data.transactionId,
      amountCents: 900_000_00,
      reason: 'Número errado',
    });
    expect(said(undone)).toEqual(OK);
  });
});
