import { randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshIp } from 'testing/http-client';
import { freshPhone, logIn, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asWorker } from '../test/as-worker.ts';
import { insertEmployee } from '../test/employees.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { watchMovements } from './watch-movements.ts';

const fixture = useDatabaseFixture();
let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl);
});
afterAll(() => server?.close());

test('an operator who credits R$ 50,000 to their own phone, confirms in the same browser and redeems is found', async () => {
  const { client } = server;
  const merchant = await signUpMerchant(client);
  const operator = await insertEmployee(fixture.owner, merchant.id, 'operator', {
    passwordOf: merchant.email,
  });
  // One browser at one place for all that follows.
  const browser = {
    ip: freshIp(),
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0)', 'accept-language': 'pt-BR' },
  };
  const ownPhone = freshPhone();
  const signedIn = await client.call(
    'auth.login',
    { email: operator.email, password: merchant.password },
    browser,
  );
  expect(signedIn.status).toBe(200);
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  const staff = { ...browser, cookie };
  const profile = { name: 'Pessoa', email: operator.email, phone: '' };
  expect((await client.call('auth.saveProfile', profile, staff)).status).toBe(200);

  const request = { operationId: randomUUID(), phone: ownPhone, amountCents: 5_000_000 };
  const sold = await client.call('cashback.issue', request, staff);
  expect(sold.status, JSON.stringify(sold.body)).toBe(200);
  const confirm = (noun: string, link: string) =>
    client.call(`${noun}.confirm`, { token: tokenOf(link) }, browser);
  expect((await confirm('cashback', sold.data.link)).status).toBe(200);
  const { data: customer } = await client.query('customers.find', { phone: ownPhone }, staff);
  const redemption = { operationId: randomUUID(), customerId: customer.id, amountCents: 250_000 };
  const made = await client.call('redemptions.create', redemption, staff);
  expect((await confirm('redemptions', made.data.link)).status).toBe(200);
  await client.call('auth.logout', {}, staff);

  await server.app.confirmationTraces.idle();
  await watchMovements(asWorker(server.app));
  const { rows } = await fixture.owner.query(
    `SELECT rule, employee_id = $2 AS is_operator, customer_id = $3 AS is_customer, movement_ids
     FROM alerts WHERE merchant_id = $1 ORDER BY rule`,
    [merchant.id, operator.id, customer.id],
  );
  const purchase = sold.data.transactionId;
  expect(rows).toEqual([
    { rule: 'customer_high', is_operator: null, is_customer: true, movement_ids: [purchase] },
    { rule: 'employee_high', is_operator: true, is_customer: null, movement_ids: [purchase] },
    { rule: 'own_device', is_operator: true, is_customer: true, movement_ids: [purchase] },
    {
      rule: 'quick_redemption',
      is_operator: true,
      is_customer: true,
      movement_ids: expect.arrayContaining([purchase, made.data.redemptionId]),
    },
  ]);

  // The number comes back to the profile once the money is spent.
  const again = await logIn(client, operator.email);
  const back = await client.call(
    'auth.saveProfile',
    { ...profile, phone: ownPhone },
    { cookie: again.cookie },
  );
  expect(back.status).toBe(200);
  await client.call(
    'cashback.issue',
    { operationId: randomUUID(), phone: freshPhone(), amountCents: 100 },
    { cookie: again.cookie },
  );
  await watchMovements(asWorker(server.app));
  const found = await fixture.owner.query(
    `SELECT movement_ids FROM alerts WHERE merchant_id = $1 AND rule = 'own_phone'`,
    [merchant.id],
  );
  expect(found.rows[0]?.movement_ids).toContain(purchase);
});
