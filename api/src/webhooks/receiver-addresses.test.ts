import { type AddressInfo, createServer, type Server } from 'node:net';
import { type DnsFake, startDnsFake } from 'testing/dns-fake';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDns } from '../lib/dns.ts';
import { createOutgoing } from '../lib/outgoing.ts';
import { useWebhookFixture } from '../test/webhook-fixture.ts';
import { saveWebhook } from './save-webhook.ts';
import { showDeliveries } from './show-deliveries.ts';

const fixture = useWebhookFixture();
const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };
/** A public address that the test never calls. */
const PUBLIC = '93.184.215.14';

let dns: DnsFake;
/** An internal server that must not be reached from outside. It counts connections. */
let inside: Server;
let port: number;
let visits = 0;
let outgoing: ReturnType<typeof createOutgoing>;

beforeAll(async () => {
  dns = await startDnsFake();
  inside = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    inside.listen(0, () => resolve());
  });
  ({ port } = inside.address() as AddressInfo);
  const resolver = createDns([dns.address]);
  outgoing = createOutgoing({ exceptions: [fixture.receiver.origin], dns: resolver, timeLimitMs: 2_000 });
  Object.assign(fixture.app, { dns: resolver, outgoing });
});

beforeEach(() => {
  visits = 0;
  dns.write('erp.loja.example', { address: PUBLIC });
  // Independent of the DNS.
  dns.write('localhost', { address: '127.0.0.1' });
});

afterAll(async () => {
  await outgoing?.close();
  inside?.close();
  await dns?.close();
});

const save = (url: string) =>
  saveWebhook(fixture.app, fixture.staff, REQUEST, {
    url: new URL(url).href,
    events: ['cashback.issued'],
    isActive: true,
  });

async function outcome(): Promise<{ state?: string | undefined; lastError?: string | null | undefined }> {
  await fixture.counter.issue(fixture.phone, 1_000);
  await fixture.deliver();
  const { deliveries } = await showDeliveries(fixture.app, fixture.staff.merchantId, {});
  return { state: deliveries[0]?.state, lastError: deliveries[0]?.lastError };
}

const REFUSED = { state: 'failed', lastError: 'O endereço não é público.' };

test('an endpoint whose address has become internal can be described and turned off, and not turned on', async () => {
  const { endpoint } = await save('https://erp.loja.example/');
  dns.write('erp.loja.example', { address: '10.0.0.7' });
  const { id, url, events } = endpoint;
  const again = (change: { isActive: boolean; description?: string; url?: string }) =>
    saveWebhook(fixture.app, fixture.staff, REQUEST, { id, url, events, ...change });
  expect(await again({ isActive: true, description: 'ERP' })).toMatchObject({
    endpoint: { description: 'ERP' },
  });
  await again({ isActive: false });
  const refusal = { code: 'webhook_url_private' };
  await expect(again({ isActive: true })).rejects.toMatchObject(refusal);
  await expect(again({ isActive: false, url: `${url}outro` })).rejects.toMatchObject(refusal);
});

test('while the DNS fails an address can be saved, and nothing is sent', async () => {
  for (const failure of ['servfail', 'silence'] as const) {
    dns.write(`${failure}.loja.example`, { failure });
    await save(`https://${failure}.loja.example/`);
  }
  expect(await outcome()).toMatchObject({ state: 'waiting' });
});

test('a name that was public when it was saved and leads to an internal address later is not called', async () => {
  await save(`https://erp.loja.example:${port}/`);
  for (const entry of [{ address: '127.0.0.1' }, { address6: '::1' }, { address: PUBLIC, address6: '::1' }]) {
    dns.write('erp.loja.example', entry);
    expect(await outcome(), JSON.stringify(entry)).toEqual(REFUSED);
  }
  expect(visits).toBe(0);
});

test('an internal address that was stored without the check is not called either', async () => {
  const { id } = await fixture.listen(['cashback.issued']);
  for (const url of [
    `https://127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}/`,
    `https://[::1]:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
    `https://localhost:${port}/`,
    `http://erp.loja.example:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
  ]) {
    await fixture.owner.query('UPDATE webhook_endpoints SET url = $2 WHERE id = $1', [id, url]);
    expect(await outcome(), url).toEqual(REFUSED);
  }
  expect(visits).toBe(0);
});

test('a redirect to an internal address is not followed', async () => {
  await fixture.listen(['cashback.issued']);
  for (const status of [301, 302, 303, 307, 308]) {
    fixture.receiver.answer((response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end(),
    );
    expect(await outcome()).toEqual({
      state: 'waiting',
      lastError: 'O endereço respondeu com um redirecionamento, que não é seguido.',
    });
  }
  expect(visits).toBe(0);
});
