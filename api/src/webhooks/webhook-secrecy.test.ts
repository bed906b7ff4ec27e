import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { type Answer, createHttpClient, type HttpClient } from 'testing/http-client';
import { type SignedInMerchant, signUpMerchant } from 'testing/signed-in-merchant';
import { startWebhookReceiver, type WebhookReceiver } from 'testing/webhook-receiver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../test/api-process.ts';
import { readAllRows } from '../test/tenant-rows.ts';

let database: TestDatabase;
let owner: pg.Pool;
let receiver: WebhookReceiver;
let api: ApiProcess;
let client: HttpClient;
let merchant: SignedInMerchant;
/** All answers except the two that hold a secret. */
let answered = '';

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  receiver = await startWebhookReceiver();
  api = await startApiProcess({
    databaseUrl: database.appUrl,
    extraEnv: { LOG_LEVEL: 'trace', WEBHOOK_EXCEPTIONS: receiver.origin },
  });
  client = createHttpClient(api.url);
  merchant = await signUpMerchant(client);
});

afterAll(async () => {
  client?.close();
  await api?.stop();
  await receiver?.close();
  await owner?.end();
  await database?.drop();
});

function keep(answer: Answer): Answer {
  answered += `${JSON.stringify(answer.headers)}\n${JSON.stringify(answer.body)}\n`;
  return answer;
}
const call = (path: string, input?: object) => client.call(path, input ?? {}, { cookie: merchant.cookie });
const query = async (path: string, input?: object) =>
  keep(await client.query(path, input, { cookie: merchant.cookie }));

/** The secret, whole or half, in every encoding that could hide it in a text. */
function spellings(secret: string): string[] {
  const text = secret.replace('whsec_', '');
  const bytes = Buffer.from(text, 'base64');
  const whole = [bytes.toString('latin1'), bytes.toString('hex'), bytes.toString('base64url')];
  return [text.slice(0, 16), text.slice(16, 32), ...whole, whole[1]?.slice(0, 32) ?? ''];
}

test('a secret is shown once and is after that in no answer, no log line, no row and no job, while it signs', async () => {
  const endpoint = { url: `${receiver.origin}/eventos`, events: ['customer.created'], isActive: true };
  const saved = await call('webhooks.save', endpoint);
  const first: string = saved.data.secret;
  const { id } = saved.data.endpoint;
  expect(keep(await call('webhooks.save', { ...endpoint, id, description: 'ERP' })).status).toBe(200);
  const second: string = (await call('webhooks.rotateSecret')).data.secret;
  // A secret that could not be stored is not answered.
  await owner.query('REVOKE INSERT ON audit_log FROM cashback_app');
  const failed = keep(await call('webhooks.rotateSecret'));
  expect([failed.status, failed.error?.message]).toEqual([500, 'Erro interno']);
  await owner.query('GRANT INSERT ON audit_log TO cashback_app');

  const { deliveryId } = keep(await call('webhooks.test', { id })).data;
  await expect.poll(() => receiver.received.length).toBe(1);
  const [sent] = receiver.received;
  for (const secret of [first, second])
    new Webhook(secret).verify(sent?.body ?? '', sent?.headers as Record<string, string>);
  await expect
    .poll(async () => (await query('webhooks.delivery', { id: deliveryId })).data.state)
    .toBe('delivered');
  const list = await query('webhooks.list');
  expect(list.data.secret.last4).toBe(second.slice(-4));
  for (const [path, input] of [
    ['webhooks.deliveries', {}],
    ['audit.list', {}],
  ] as const)
    expect((await query(path, input)).status).toBe(200);

  const places = {
    'an answer': answered,
    'the log': api.output(),
    'what was sent': JSON.stringify(receiver.received),
    ...(await readAllRows(owner, 'text')),
  };
  for (const [where, text] of Object.entries(places))
    for (const spelling of [first, second].flatMap(spellings))
      expect(text.includes(spelling), `a secret is in ${where}`).toBe(false);
});
