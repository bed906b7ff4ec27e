import { randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import { createHttpClient, freshIp, type HttpClient } from 'testing/http-client';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../test/api-process.ts';

const NO_RULES = { maxShareBasisPoints: null, minPurchaseCents: null, minBalanceCents: null };
const SETTINGS = {
  programName: 'Clube da Padaria',
  rateBasisPoints: 1_000,
  availableImmediately: true,
  expires: false,
  redemptionRules: NO_RULES,
};
let database: TestDatabase;
let api: ApiProcess;
let client: HttpClient;
let merchant: SignedInMerchant;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApiProcess({ databaseUrl: database.appUrl });
  client = createHttpClient(api.url);
  merchant = await signUpMerchant(client);
});

afterAll(async () => {
  client.close();
  await api.stop();
  await database.drop();
});

const save = (input: object) =>
  client.call('merchants.saveCashbackSettings', input, { cookie: merchant.cookie });

test('a value out of range is refused beside its field, and nothing is stored', async () => {
  const read = () => client.query('merchants.cashbackSettings', undefined, { cookie: merchant.cookie });
  const before = (await read()).data;
  const answer = await save({
    ...SETTINGS,
    programName: '',
    rateBasisPoints: 9,
    availableImmediately: false,
    maturingDays: 91,
    redemptionRules: { ...NO_RULES, maxShareBasisPoints: 10_001, minBalanceCents: -1 },
  });
  expect(answer.status).toBe(400);
  expect(answer.error?.data.fields).toEqual({
    programName: 'Nome do programa é obrigatório',
    rateBasisPoints: 'Use um percentual entre 0,1% e 100%',
    maturingDays: 'Use de 1 a 90 dias',
    'redemptionRules.maxShareBasisPoints': 'Use um percentual entre 0,01% e 100%',
    'redemptionRules.minBalanceCents': 'Insira um valor válido',
  });
  expect((await save({ ...SETTINGS, isAdmin: true })).error?.message).toBe('Há campos que não são aceitos');
  expect((await read()).data).toEqual(before);
});

test('a saved rate is in the session from the next request on, and a rule’s refusal names its amounts', async () => {
  const rules = { ...NO_RULES, maxShareBasisPoints: 5_000 };
  expect((await save({ ...SETTINGS, redemptionRules: rules })).status).toBe(200);
  const session = await client.query('auth.session', undefined, { cookie: merchant.cookie });
  expect(session.data.merchant).toMatchObject({ programName: 'Clube da Padaria', rateBasisPoints: 1_000 });

  const phone = freshPhone();
  const purchase = { operationId: randomUUID(), phone, amountCents: 100_000 };
  const { data: issued } = await client.call('cashback.issue', purchase, { cookie: merchant.cookie });
  await client.call('cashback.confirm', { token: tokenOf(issued.link) }, { ip: freshIp() });
  const { data: customer } = await client.query('customers.find', { phone }, { cookie: merchant.cookie });
  expect(customer.redemptionRules).toEqual(rules);
  const redeem = (bought: object) =>
    client.call(
      'redemptions.create',
      { operationId: randomUUID(), customerId: customer.id, amountCents: 2_600, ...bought },
      { cookie: merchant.cookie },
    );

  const missing = await redeem({});
  expect([missing.status, missing.error?.data.refusal]).toEqual([422, 'redemption_purchase_missing']);
  const above = await redeem({ purchaseAmountCents: 5_000 });
  expect([above.status, above.error?.data.refusal]).toEqual([422, 'redemption_above_share']);
  expect(above.error?.message).toBe('O resgate pode cobrir até 50% da compra: R$\u00a025,00.');
  for (const purchaseAmountCents of [0, 0.5, null, '52'])
    expect((await redeem({ purchaseAmountCents })).status, String(purchaseAmountCents)).toBe(400);
  expect((await redeem({ purchaseAmountCents: 5_200 })).status).toBe(200);
});
