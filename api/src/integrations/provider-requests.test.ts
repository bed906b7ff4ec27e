import type { CreateCampaign, TestIntegration } from 'domain/integrations';
import { expect, test } from 'vitest';
import { OutgoingFailure } from '../lib/outgoing.ts';
import { asWorker } from '../test/as-worker.ts';
import { insertMerchant } from '../test/money-app.ts';
import { PROVIDER_KEYS, REQUEST, useProviderFixture } from '../test/provider-fixture.ts';
import { answerProviderRequest } from './answer-provider-request.ts';
import { requestCampaign } from './request-campaign.ts';
import { requestConnectionTest } from './request-connection-test.ts';
import { showProviderRequest } from './show-provider-request.ts';

const fixture = useProviderFixture();
const TYPED_KEY = 'fedcba9876543210fedcba9876543210-us21';
const MAILCHIMP = { provider: 'mailchimp', audienceId: 'a1b2c3d4e5', serverPrefix: 'us21' } as const;
const NOT_KNOWN = 'Não sabemos se a campanha foi criada. Confira no Mailchimp antes de tentar de novo.';
const CAMPAIGN = {
  subject: 'Cashback em dobro',
  fromName: 'Padaria',
  replyTo: 'dona@padaria.example',
  title: 'Março',
  message: 'Olá!\nVenha <b>hoje</b>.\n\nAté logo & obrigada',
};

const askTest = (input: TestIntegration) => requestConnectionTest(fixture.app, fixture.staff, REQUEST, input);
const askCampaign = (change: Partial<CreateCampaign> = {}) =>
  requestCampaign(fixture.app, fixture.staff, REQUEST, {
    operationId: crypto.randomUUID(),
    ...CAMPAIGN,
    ...change,
  });
const work = ({ requestId }: { requestId: string }) =>
  answerProviderRequest(asWorker(fixture.app), { merchantId: fixture.staff.merchantId, requestId });
const show = ({ requestId }: { requestId: string }) =>
  showProviderRequest(fixture.app, fixture.staff.merchantId, { requestId });

async function answered(asked: Promise<{ requestId: string }>) {
  const request = await asked;
  await work(request);
  return await show(request);
}

const calls = () => fixture.calls.map(({ request }) => `${request.method} ${request.url.href}`);
const authorizations = () => fixture.calls.map(({ request }) => request.headers.authorization);
const typedKeys = async () =>
  (
    await fixture.owner.query(
      'SELECT api_key_encrypted AS key FROM provider_requests WHERE merchant_id = $1',
      [fixture.staff.merchantId],
    )
  ).rows.map(({ key }) => key);

test('a typed account is asked with its own key before anything is saved, and the key goes with the answer', async () => {
  const request = await askTest({ ...MAILCHIMP, apiKey: TYPED_KEY });
  expect(await show(request)).toMatchObject({ state: 'waiting', kind: 'test', provider: 'mailchimp' });
  expect(await typedKeys()).toEqual([expect.any(Buffer)]);
  await work(request);
  expect(await show(request)).toEqual({
    state: 'succeeded',
    kind: 'test',
    provider: 'mailchimp',
    message: null,
    accountName: 'Clientes da loja',
    contacts: 12,
    campaignId: null,
  });
  expect(calls()).toEqual(['GET https://us21.api.mailchimp.com/3.0/lists/a1b2c3d4e5']);
  expect(authorizations()).toEqual([`Bearer ${TYPED_KEY}`]);
  expect(fixture.calls[0]?.openTransactions).toBe(0);
  expect(await typedKeys()).toEqual([null]);
});

test('a key that is left out is the saved one, of either provider', async () => {
  await fixture.connect('mailchimp');
  await fixture.connect('rd_station');
  expect(await answered(askTest({ ...MAILCHIMP, audienceId: 'outra12345' }))).toMatchObject({ contacts: 12 });
  expect(await answered(askTest({ provider: 'rd_station' }))).toMatchObject({
    state: 'succeeded',
    contacts: 7,
    accountName: null,
  });
  expect(calls()[0]).toBe('GET https://us21.api.mailchimp.com/3.0/lists/outra12345');
  expect(authorizations()).toEqual(
    [PROVIDER_KEYS.mailchimp, PROVIDER_KEYS.rd_station].map((key) => `Bearer ${key}`),
  );
});

test('nothing is asked without a key, or with a saved one at another server', async () => {
  await expect(askTest(MAILCHIMP)).rejects.toMatchObject({ code: 'integration_key_missing' });
  await expect(askTest({ provider: 'rd_station' })).rejects.toMatchObject({
    code: 'integration_key_missing',
  });
  await expect(askCampaign()).rejects.toMatchObject({ code: 'integration_key_missing' });
  await fixture.connect('mailchimp');
  await expect(askTest({ ...MAILCHIMP, serverPrefix: 'us2' })).rejects.toMatchObject({
    code: 'integration_key_of_another_server',
  });
  expect(await typedKeys()).toEqual([]);
});

test('a test that fails says why at once, in the provider’s words or in ours', async () => {
  await fixture.connect('mailchimp');
  const typed = { ...MAILCHIMP, apiKey: TYPED_KEY };
  fixture.answer(() => ({ status: 401, json: { detail: `Your API key ${TYPED_KEY} may be invalid` } }));
  expect(await answered(askTest(typed))).toMatchObject({
    state: 'failed',
    message: 'Your API key … may be invalid',
    accountName: null,
  });
  fixture.answer(() => new OutgoingFailure('timeout'));
  expect(await answered(askTest(typed))).toMatchObject({ message: 'O Mailchimp não respondeu a tempo.' });
  fixture.answer(() => new Error('a bug'));
  expect(await answered(askTest(typed))).toMatchObject({ message: 'Erro interno' });
  expect(await typedKeys()).toEqual([null, null, null]);
});

test('a test of an account with too many calls waiting says so and asks nothing', async () => {
  await fixture.connect('rd_station');
  const app = { ...fixture.app, deliveryRules: { ...fixture.app.deliveryRules, turnMaxMs: -1 } };
  const requests = [await askTest({ provider: 'rd_station' }), await askTest({ provider: 'rd_station' })];
  for (const { requestId } of requests)
    await answerProviderRequest(app, { merchantId: fixture.staff.merchantId, requestId });
  expect(await show(requests[1] ?? { requestId: '' })).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('muitos envios'),
  });
  expect(fixture.calls).toHaveLength(1);
});

test('one merchant’s tests may not pile up, and an answer stays what it is', async () => {
  await fixture.connect('mailchimp');
  const first = await askTest(MAILCHIMP);
  for (let others = 0; others < 4; others += 1) await askTest(MAILCHIMP);
  await expect(askTest(MAILCHIMP)).rejects.toMatchObject({ code: 'too_many_requests' });
  await work(first);
  fixture.answer(() => ({ status: 500 }));
  await work(first);
  expect(await show(first)).toMatchObject({ state: 'succeeded' });
  expect(fixture.calls).toHaveLength(1);
  await work({ requestId: crypto.randomUUID() });
  await askTest(MAILCHIMP);
});

test('an answer is its merchant’s alone', async () => {
  await fixture.connect('mailchimp');
  const request = await askTest(MAILCHIMP);
  const { merchantId } = await insertMerchant(fixture.owner);
  await expect(showProviderRequest(fixture.app, merchantId, request)).rejects.toMatchObject({
    code: 'provider_request_not_found',
  });
});

test('a campaign is a draft with the text escaped, made once however often it is asked for', async () => {
  await fixture.connect('mailchimp');
  const operationId = crypto.randomUUID();
  const requests = await Promise.all([askCampaign({ operationId }), askCampaign({ operationId })]);
  for (const request of requests) await work(request);
  await work(await askCampaign({ operationId }));
  expect(requests).toEqual([{ requestId: operationId }, { requestId: operationId }]);
  expect(await show({ requestId: operationId })).toMatchObject({
    state: 'succeeded',
    kind: 'campaign',
    campaignId: 'camp1234',
    message: null,
  });
  const base = 'https://us21.api.mailchimp.com/3.0/campaigns';
  expect(calls()).toEqual([`POST ${base}`, `PUT ${base}/camp1234/content`]);
  expect(JSON.parse(fixture.calls[0]?.request.body ?? '')).toMatchObject({
    recipients: { list_id: 'a1b2c3d4e5' },
    settings: { subject_line: 'Cashback em dobro', reply_to: 'dona@padaria.example' },
  });
  expect(JSON.parse(fixture.calls[1]?.request.body ?? '').html).toContain(
    '<p>Olá!<br>Venha &lt;b&gt;hoje&lt;/b&gt;.</p><p>Até logo &amp; obrigada</p>',
  );
  await expect(askCampaign({ operationId, title: 'Abril' })).rejects.toMatchObject({
    code: 'operation_conflict',
  });
  const { rows } = await fixture.owner.query(
    `SELECT details FROM audit_log WHERE merchant_id = $1 AND action = 'integration.campaign'`,
    [fixture.staff.merchantId],
  );
  expect(rows).toEqual([{ details: { provider: 'mailchimp', title: 'Março' } }]);
});

test('if it is unknown whether a campaign was made, it is not made again', async () => {
  await fixture.connect('mailchimp');
  for (const unknown of [new OutgoingFailure('timeout'), new OutgoingFailure('cut')]) {
    fixture.answer(() => unknown);
    expect(await answered(askCampaign())).toMatchObject({ state: 'failed', message: NOT_KNOWN });
  }
  fixture.answer(() => ({ status: 502, text: 'Bad Gateway', contentType: 'text/html' }));
  expect(await answered(askCampaign())).toMatchObject({ state: 'failed', message: NOT_KNOWN });

  // A worker that was killed while the provider worked on it.
  const request = await askCampaign();
  await fixture.owner.query('UPDATE provider_requests SET started_at = now() WHERE id = $1', [
    request.requestId,
  ]);
  const before = fixture.calls.length;
  await work(request);
  expect(await show(request)).toMatchObject({ state: 'failed', message: NOT_KNOWN });
  expect(fixture.calls).toHaveLength(before);
});

test('if a campaign was certainly not made, the reason is shown', async () => {
  await fixture.connect('mailchimp');
  fixture.answer(() => new OutgoingFailure('refused'));
  expect(await answered(askCampaign())).toMatchObject({ message: 'Não foi possível conectar ao Mailchimp.' });
  fixture.answer(() => ({ status: 400, json: { detail: 'The list does not exist.' } }));
  expect(await answered(askCampaign())).toMatchObject({
    message: 'The list does not exist.',
    campaignId: null,
  });
});

test('a campaign that was made keeps its id: what was interrupted goes on, what failed says so', async () => {
  await fixture.connect('mailchimp');
  const interrupted = await askCampaign();
  await fixture.owner.query(
    `UPDATE provider_requests SET started_at = now(), result = '{"campaignId":"camp0001"}' WHERE id = $1`,
    [interrupted.requestId],
  );
  await work(interrupted);
  expect(await show(interrupted)).toMatchObject({ state: 'succeeded', campaignId: 'camp0001' });
  expect(calls()).toEqual(['PUT https://us21.api.mailchimp.com/3.0/campaigns/camp0001/content']);
  fixture.answer(({ method }) => (method === 'PUT' ? { status: 400, json: { detail: 'No.' } } : undefined));
  expect(await answered(askCampaign())).toMatchObject({
    state: 'failed',
    campaignId: 'camp1234',
    message: 'A campanha foi criada no Mailchimp, mas sem a mensagem: No.',
  });
});
