import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { startWebhookReceiver, type WebhookReceiver } from 'testing/webhook-receiver';
import { expect, test } from 'vitest';
import { type Delivery, MAX_ATTEMPTS } from '../deliveries/delivery.ts';
import { createOutgoing } from '../lib/outgoing.ts';
import { useWebhookFixture } from '../test/webhook-fixture.ts';
import { listWebhooks } from './list-webhooks.ts';
import { rotateSecret } from './rotate-secret.ts';
import { sendWebhook } from './send-webhook.ts';
import { showDeliveries, showDelivery } from './show-deliveries.ts';
import { signWebhook } from './sign-webhook.ts';

const fixture = useWebhookFixture();
const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };
const MINUTE_MS = 60_000;

const list = () => listWebhooks(fixture.app, fixture.staff.merchantId);
const log = async () => (await showDeliveries(fixture.app, fixture.staff.merchantId, {})).deliveries;
const sell = () => fixture.counter.issue(fixture.phone, 10_000);

function latest(): { headers: IncomingHttpHeaders; body: string } {
  const call = fixture.receiver.received.at(-1);
  if (!call) throw new Error('nothing was received');
  return call;
}

/** Verifies with the library that receivers use; throws if it refuses. */
function verify(secret: string, { headers, body } = latest()): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

test('an event is a POST that the receivers’ library verifies with the secret', async () => {
  const { secret } = await fixture.listen(['cashback.issued'], '/eventos?origem=loja');
  const { transactionId } = await sell();
  await fixture.deliver();
  expect(fixture.receiver.received).toMatchObject([{ method: 'POST', path: '/eventos?origem=loja' }]);
  const { headers } = latest();
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': (await log())[0]?.id,
    'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
  });
  expect(headers).not.toHaveProperty('cookie');
  expect(verify(secret)).toMatchObject({ type: 'cashback.issued', data: { id: transactionId } });
});

test('a changed body, id or timestamp, another secret and an old timestamp are refused there', async () => {
  const { secret } = await fixture.listen(['cashback.issued']);
  await sell();
  await fixture.deliver();
  const { headers, body } = latest();
  const changed = [
    { headers, body: body.replace('10000', '99999') },
    { headers: { ...headers, 'webhook-id': 'another' }, body },
    { headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }, body },
  ];
  for (const call of changed) expect(() => verify(secret, call)).toThrow('No matching signature found');
  const stranger = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  expect(() => verify(stranger)).toThrow('No matching signature found');
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000 - 6 * MINUTE_MS);
  const late = { id: String(headers['webhook-id']), sentAt, body };
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  expect(() => verify(secret, { headers: signWebhook(late, [key]), body })).toThrow(
    'Message timestamp too old',
  );
});

test('for a day after a change both secrets sign, and after it the new one alone', async () => {
  const { secret: first } = await fixture.listen(['cashback.issued']);
  const { secret: second } = await rotateSecret(fixture.app, fixture.staff, REQUEST);
  await sell();
  await fixture.deliver();
  for (const secret of [first, second]) verify(secret);
  await fixture.owner.query(
    `UPDATE webhook_secrets SET expires_at = expires_at - interval '24 hours'
     WHERE merchant_id = $1 AND expires_at IS NOT NULL`,
    [fixture.staff.merchantId],
  );
  await sell();
  await fixture.deliver();
  verify(second);
  expect(() => verify(first)).toThrow('No matching signature found');
  expect((await list()).secret?.previousUntil).toBeNull();
});

test('any 2xx is a success', async () => {
  await fixture.listen(['cashback.issued']);
  for (const status of [200, 201, 204, 299]) {
    await sell();
    fixture.receiver.answer(status);
    await fixture.deliver();
    const [latestEntry] = await log();
    expect(latestEntry).toMatchObject({ state: 'delivered', tries: 1, lastStatus: status, lastError: null });
    expect(latestEntry?.nextTryAt).toBeNull();
    expect((await list()).endpoints[0]?.lastDelivery).toMatchObject({ state: 'delivered', status });
  }
});

test('any other status is retried, 4xx too, with the same delivery', async () => {
  await fixture.listen(['cashback.issued']);
  await sell();
  const statuses = [400, 401, 404, 409, 429, 500, 503];
  for (const status of statuses) {
    fixture.receiver.answer(status);
    await fixture.deliver();
    const [waits] = await log();
    const lastError = `O endereço respondeu com o status ${status}.`;
    expect(waits).toMatchObject({ state: 'waiting', lastStatus: status, lastError });
    const triedAt = Number(latest().headers['webhook-timestamp']) * 1_000;
    expect(Date.parse(waits?.nextTryAt ?? '')).toBeGreaterThan(triedAt + 5_000);
  }
  fixture.receiver.answer(204);
  await fixture.deliver();
  expect(await log()).toMatchObject([{ state: 'delivered', tries: statuses.length + 1, lastStatus: 204 }]);
});

test('a receiver that asks for time with Retry-After gets it', async () => {
  await fixture.listen(['cashback.issued']);
  await sell();
  fixture.receiver.answer((response) => response.writeHead(503, { 'retry-after': '1800' }).end());
  await fixture.deliver();
  const [waits] = await log();
  expect(Date.parse(waits?.nextTryAt ?? '')).toBeGreaterThan(Date.now() + 20 * MINUTE_MS);
});

test('410 ends the delivery and turns the endpoint off, audited without an actor', async () => {
  await fixture.listen(['cashback.issued']);
  await sell();
  await sell();
  fixture.receiver.answer(410);
  await fixture.deliver();
  expect(fixture.receiver.received).toHaveLength(1);
  const failed = { state: 'failed', tries: 1 };
  expect((await log()).map(({ lastError }) => lastError).sort()).toEqual([
    'O endereço respondeu com o status 410 e foi desativado.',
    'O webhook está desativado.',
  ]);
  expect(await log()).toMatchObject([failed, failed]);
  expect((await list()).endpoints).toMatchObject([{ isActive: false }]);
  const { rows } = await fixture.owner.query(
    `SELECT employee_id, ip FROM audit_log WHERE merchant_id = $1 AND action = 'webhook.turn_off'`,
    [fixture.staff.merchantId],
  );
  expect(rows).toEqual([{ employee_id: null, ip: null }]);
  await sell();
  expect(await fixture.waiting()).toEqual([]);
});

test('410 from an address that its owner has replaced meanwhile leaves the endpoint on', async () => {
  const { id } = await fixture.listen(['cashback.issued']);
  await sell();
  fixture.receiver.answer((response) => {
    void fixture.owner
      .query('UPDATE webhook_endpoints SET url = url || $2 WHERE id = $1', [id, '/novo'])
      .then(() => response.writeHead(410).end());
  });
  await fixture.deliver();
  expect(await log()).toMatchObject([{ state: 'failed', tries: 1, lastStatus: 410 }]);
  expect((await list()).endpoints).toMatchObject([{ isActive: true }]);
});

const ANSWERS: [how: Parameters<typeof fixture.receiver.answer>[0], message: string][] = [
  [(response) => response.destroy(), 'A resposta do endereço foi interrompida.'],
  [
    (response) => {
      response.writeHead(200, { 'content-length': '10' }).write('1', () => response.destroy());
    },
    'A resposta do endereço foi interrompida.',
  ],
  [(response) => response.end('x'.repeat(1_100_000)), 'A resposta do endereço é grande demais.'],
  [
    (response) => response.writeHead(307, { location: '/eventos/' }).end(),
    'O endereço respondeu com um redirecionamento, que não é seguido.',
  ],
];

test('a closed connection, half an answer, too long an answer and a redirect are retried', async () => {
  await fixture.listen(['cashback.issued']);
  await sell();
  for (const [how, lastError] of ANSWERS) {
    fixture.receiver.answer(how);
    await fixture.deliver();
    expect(await log()).toMatchObject([{ state: 'waiting', lastStatus: null, lastError }]);
  }
  expect(await log()).toMatchObject([{ tries: ANSWERS.length }]);
  expect(fixture.receiver.received).toHaveLength(ANSWERS.length);
});

test.each([
  {
    what: 'a refused connection',
    become: (receiver: WebhookReceiver) => receiver.close(),
    limit: {},
    message: 'Não foi possível conectar ao endereço.',
  },
  {
    what: 'no answer in time',
    become: (receiver: WebhookReceiver) => receiver.answer('hang'),
    limit: { timeLimitMs: 700 },
    message: 'O endereço não respondeu a tempo.',
  },
])('$what is retried', async ({ become, limit, message }) => {
  const { id } = await fixture.listen(['cashback.issued']);
  const receiver = await startWebhookReceiver();
  await become(receiver);
  const { origin } = receiver;
  const outgoing = createOutgoing({ exceptions: [origin], dns: fixture.app.dns, ...limit });
  await fixture.owner.query('UPDATE webhook_endpoints SET url = $2 WHERE id = $1', [id, `${origin}/`]);
  await sell();
  const [delivery] = await fixture.waiting();
  expect(await sendWebhook({ ...fixture.app, outgoing }, delivery as Delivery)).toMatchObject({
    failed: { retryable: true, status: null, message },
  });
  await outgoing.close();
  await receiver.close();
});

test('after eight attempts a delivery has failed for good, with the last reason', async () => {
  await fixture.listen(['cashback.issued']);
  await sell();
  fixture.receiver.answer(500);
  for (let attempts = 0; attempts < MAX_ATTEMPTS + 2; attempts += 1) await fixture.deliver();
  expect(fixture.receiver.received).toHaveLength(MAX_ATTEMPTS);
  expect(await log()).toMatchObject([{ state: 'failed', tries: MAX_ATTEMPTS, lastStatus: 500 }]);
});

test('each attempt sends the same id and body, even if the customer has changed; the timestamp is the attempt’s', async () => {
  const { secret } = await fixture.listen(['customer.created']);
  await sell();
  fixture.receiver.answer(500);
  await fixture.deliver();
  const { body, headers } = latest();
  await fixture.owner.query(`UPDATE customers SET name = 'Outro nome' WHERE merchant_id = $1`, [
    fixture.staff.merchantId,
  ]);
  const databaseSecond = async () => {
    const { rows } = await fixture.owner.query(
      'SELECT floor(extract(epoch FROM clock_timestamp()))::int AS second',
    );
    return rows[0].second;
  };
  await expect.poll(databaseSecond).toBeGreaterThan(Number(headers['webhook-timestamp']));
  await fixture.deliver();
  expect(latest().body).toBe(body);
  expect(latest().headers['webhook-id']).toBe(headers['webhook-id']);
  expect(Number(latest().headers['webhook-timestamp'])).toBeGreaterThan(Number(headers['webhook-timestamp']));
  verify(secret);
  const [{ id } = { id: '' }] = await log();
  expect((await showDelivery(fixture.app, fixture.staff.merchantId, { id })).body).toBe(body);
});

test('nothing is sent to an endpoint that was turned off or removed while a delivery waited', async () => {
  for (const [change, message] of [
    ['is_active = false', 'O webhook está desativado.'],
    ['is_active = false, removed_at = now()', 'O webhook foi removido.'],
  ]) {
    const { id } = await fixture.listen(['cashback.issued'], `/${message}`);
    await sell();
    await fixture.owner.query(`UPDATE webhook_endpoints SET ${change} WHERE id = $1`, [id]);
    await fixture.deliver();
    expect((await log())[0]).toMatchObject({ state: 'failed', lastStatus: null, lastError: message });
  }
  expect(fixture.receiver.received).toEqual([]);
});

test('no transaction is open during the call', async () => {
  await fixture.listen(['cashback.issued']);
  await sell();
  let open: number | undefined;
  fixture.receiver.answer(async (response) => {
    // What the product does beside it is over in a moment. A transaction around the call lasts as long as it.
    for (let look = 0; open !== 0 && look < 100; look += 1) {
      const { rows } = await fixture.owner.query(
        `SELECT count(*)::int AS open FROM pg_stat_activity
         WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      );
      open = rows[0].open;
    }
    response.writeHead(204).end();
  });
  await fixture.deliver();
  expect(open).toBe(0);
  expect(await log()).toMatchObject([{ state: 'delivered' }]);
});

test('only the status of an answer is stored', async () => {
  await fixture.listen(['cashback.issued']);
  await sell();
  fixture.receiver.answer((response) => response.writeHead(500, { 'x-inside': 'canario' }).end('canario'));
  await fixture.deliver();
  const { rows } = await fixture.owner.query(
    'SELECT d::text AS row FROM deliveries d WHERE merchant_id = $1',
    [fixture.staff.merchantId],
  );
  expect(JSON.stringify(rows)).not.toContain('canario');
});
