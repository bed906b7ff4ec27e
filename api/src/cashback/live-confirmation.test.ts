import { randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import { freshIp, type Subscription } from 'testing/http-client';
import { type RedisServer, startRedisServer } from 'testing/redis-server';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { startTwoProcesses, type TwoProcesses } from '../test/two-processes.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

interface Counter {
  api: TwoProcesses;
  merchant: SignedInMerchant;
}

async function issue({ api, merchant }: Counter, phone = freshPhone()) {
  const input = { operationId: randomUUID(), phone, amountCents: 10_000 };
  const { data } = await api.client(0).call('cashback.issue', input, { cookie: merchant.cookie });
  return { phone, id: data.transactionId as string, token: tokenOf(data.link) };
}

/** Opens the link on the second process, and expects the dialog of the first one to turn. */
async function expectToTurn(
  { api }: Counter,
  path: string,
  token: string,
  dialog: Subscription,
): Promise<void> {
  expect(await dialog.next()).toEqual({ confirmed: false });
  const turned = dialog.next();
  const answer = await api.client(1).call(path, { token }, { ip: freshIp() });
  expect(answer.status).toBe(200);
  expect(await turned).toEqual({ confirmed: true });
  expect(await dialog.next(), 'the stream ends by itself').toBeUndefined();
}

async function watch({ api, merchant }: Counter, path: string, id: string): Promise<Subscription> {
  return await api.client(0).subscribe(path, { id }, { cookie: merchant.cookie });
}

describe('with Redis', () => {
  let redis: RedisServer;
  let counter: Counter;
  /** Without Redis: what is confirmed here the others learn from the database alone. */
  let mute: InProcessServer;

  beforeAll(async () => {
    redis = await startRedisServer(process.env.REDIS_SERVER_PATH);
    const api = await startTwoProcesses(database, redis.url);
    counter = { api, merchant: await signUpMerchant(api.client(0)) };
    mute = await startInProcessServer(database.appUrl);
  });

  afterAll(async () => {
    await mute.close();
    await counter.api.stop();
    await redis.stop();
  });

  const confirmUnheard = (token: string) =>
    mute.client.call('cashback.confirm', { token }, { ip: freshIp() });

  /** Two dialogs of confirmed purchases: the one whose confirmation was published turns before the other. */
  async function expectToTurnBeforeAPoll(path: string, token: string, dialog: Subscription): Promise<void> {
    const [polled, unheard] = [await issue(counter), await issue(counter)];
    const dialogs = [
      await watch(counter, 'cashback.watch', polled.id),
      await watch(counter, 'cashback.watch', unheard.id),
    ] as const;
    for (const each of dialogs) expect(await each.next()).toEqual({ confirmed: false });
    await confirmUnheard(polled.token);
    expect(await dialogs[0].next(), 'the next poll of all comes 15 s after this one').toEqual({
      confirmed: true,
    });
    let isTold = false;
    const tell = () => {
      isTold = true;
    };
    void dialogs[1].next().then(tell, tell);
    await confirmUnheard(unheard.token);
    await expectToTurn(counter, path, token, dialog);
    // What the same poll would have told has arrived by now.
    await counter.api.client(0).fetch('/healthz');
    expect(isTold).toBe(false);
    for (const each of dialogs) each.close();
  }

  test('a purchase watched on one process turns confirmed before any poll when another process confirms it', async () => {
    const purchase = await issue(counter);
    const dialog = await watch(counter, 'cashback.watch', purchase.id);
    await expectToTurnBeforeAPoll('cashback.confirm', purchase.token, dialog);
  });

  test('a redemption watched on one process turns confirmed before any poll when another process confirms it', async () => {
    const purchase = await issue(counter);
    const { api, merchant } = counter;
    await api.client(1).call('cashback.confirm', { token: purchase.token }, { ip: freshIp() });
    const { data: customer } = await api
      .client(0)
      .query('customers.find', { phone: purchase.phone }, { cookie: merchant.cookie });
    const { data } = await api
      .client(0)
      .call(
        'redemptions.create',
        { operationId: randomUUID(), customerId: customer.id, amountCents: 500 },
        { cookie: merchant.cookie },
      );
    const dialog = await watch(counter, 'redemptions.watch', data.redemptionId);
    await expectToTurnBeforeAPoll('redemptions.confirm', tokenOf(data.link), dialog);
  });

  test('a dialog receives news of its own purchase only', async () => {
    const [watched, other] = [await issue(counter), await issue(counter)];
    const dialog = await watch(counter, 'cashback.watch', watched.id);
    expect(await dialog.next()).toEqual({ confirmed: false });
    let turned = false;
    const next = dialog.next().then((value) => {
      turned = true;
      return value;
    });
    const dialogOfOther = await watch(counter, 'cashback.watch', other.id);
    await expectToTurn(counter, 'cashback.confirm', other.token, dialogOfOther);
    // What the same news would have told has arrived by now.
    await counter.api.client(0).fetch('/healthz');
    expect(turned).toBe(false);
    await counter.api.client(1).call('cashback.confirm', { token: watched.token }, { ip: freshIp() });
    expect(await next).toEqual({ confirmed: true });
  });

  test('a dialog opened after the confirmation shows confirmed at once', async () => {
    const purchase = await issue(counter);
    await counter.api.client(1).call('cashback.confirm', { token: purchase.token }, { ip: freshIp() });
    const dialog = await watch(counter, 'cashback.watch', purchase.id);
    expect(await dialog.next()).toEqual({ confirmed: true });
  });

  test('a session has four streams over both processes', async () => {
    const { api } = counter;
    const merchant = await signUpMerchant(api.client(0));
    const { id } = await issue({ api, merchant });
    const open = (turn: number) =>
      api.client(turn).subscribe('cashback.watch', { id }, { cookie: merchant.cookie });
    const opened: Subscription[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const dialog = await open(turn);
      expect(await dialog.next()).toEqual({ confirmed: false });
      opened.push(dialog);
    }
    for (const turn of [0, 1]) await expect((await open(turn)).next()).rejects.toThrow('too_many_requests');
    for (const dialog of opened) dialog.close();
  });

  test("another merchant's purchase cannot be watched", async () => {
    const purchase = await issue(counter);
    const stranger = await signUpMerchant(counter.api.client(0));
    const dialog = await counter.api
      .client(0)
      .subscribe('cashback.watch', { id: purchase.id }, { cookie: stranger.cookie });
    await expect(dialog.next()).rejects.toThrow('Não encontrado');
    dialog.close();
  });
});

describe('without Redis', () => {
  let counter: Counter;

  beforeAll(async () => {
    const api = await startTwoProcesses(database);
    counter = { api, merchant: await signUpMerchant(api.client(0)) };
  });

  afterAll(() => counter.api.stop());

  test('a purchase watched on one process turns confirmed by a poll when another process confirms it', async () => {
    const purchase = await issue(counter);
    const dialog = await watch(counter, 'cashback.watch', purchase.id);
    await expectToTurn(counter, 'cashback.confirm', purchase.token, dialog);
  });
});
