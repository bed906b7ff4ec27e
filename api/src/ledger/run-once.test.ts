import { randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../context.ts';
import { insertMerchant, openMoneyApp } from '../test/money-app.ts';
import { runOnce } from './run-once.ts';

let database: TestDatabase;
let owner: pg.Pool;
let app: App;
let closeApp: () => Promise<void>;
let merchantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  ({ app, close: closeApp } = await openMoneyApp(database.appUrl));
  ({ merchantId } = await insertMerchant(owner));
});

afterAll(async () => {
  await closeApp();
  await owner.end();
  await database.drop();
});

const operate = (
  call: { requestId: string; procedure: string; request: object },
  run: () => Promise<unknown>,
) => app.tenancy.withTenant(merchantId, (tx) => runOnce(tx, call, run));

const sell = (requestId = randomUUID()) => ({ requestId, procedure: 'sell', request: { cents: 1 } });

test('a repeat gets the stored answer and runs nothing', async () => {
  const call = sell();
  let runs = 0;
  const run = async () => {
    runs += 1;
    return { number: runs, text: 'ação', list: [1, null], nested: { ok: true } };
  };
  const first = await operate(call, run);
  expect(await operate(call, run)).toEqual(first);
  expect(runs).toBe(1);
});

test('the same id for another procedure is refused, even with the same request', async () => {
  const call = sell();
  await operate(call, async () => 1);
  const other = operate({ ...call, procedure: 'give-back' }, async () => 2);
  await expect(other).rejects.toThrow('Esta operação já foi usada com outros dados.');
});

test('a call that fails leaves nothing behind and can be tried again', async () => {
  const call = sell();
  const failing = operate(call, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await operate(call, async () => 'done')).toBe('done');
});

test('a second try while the first is under way is refused at once, whatever becomes of the first', async () => {
  const call = sell();
  let finish: (answer: string) => void = () => undefined;
  let started: () => void = () => undefined;
  const isUnderWay = new Promise<void>((resolve) => {
    started = resolve;
  });
  const first = operate(call, () => {
    started();
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  await isUnderWay;
  const second = operate(call, async () => 'second');
  await expect(second).rejects.toThrow('Esta operação ainda está sendo processada. Tente novamente.');
  finish('first');
  expect(await first).toBe('first');
  expect(await operate(call, async () => 'third')).toBe('first');
});
