import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshPhone, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { expect, onTestFinished, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { CONNECTION_LIMITS } from './overload.ts';

const fixture = useDatabaseFixture();

/** Limits that no test meets, except those it names. */
const WIDE = { ...CONNECTION_LIMITS, headersTimeout: 600_000, requestTimeout: 600_000 };

async function start(limits: Partial<typeof CONNECTION_LIMITS>): Promise<InProcessServer> {
  const connectionLimits = { ...WIDE, connectionsCheckingInterval: 250, ...limits };
  const server = await startInProcessServer(fixture.database.appUrl, { parts: { connectionLimits } });
  onTestFinished(() => server.close());
  return server;
}

async function open(server: InProcessServer): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

async function answered(socket: Socket): Promise<string> {
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return String((await once(socket, 'data'))[0]);
}

/** Sends one byte after the other until the server closes. Returns the answer. */
async function drip(socket: Socket, start: string): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  socket.write(start);
  const isClosed = () => {
    if (!socket.closed) socket.write('x');
    return socket.closed;
  };
  await expect.poll(isClosed).toBe(true);
  return text;
}

const HEAD = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: ';
const BODY_HEAD =
  'POST /trpc/auth.login HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n';

test('a process gives a head 10 seconds and a request 30, checks every 5 and has 10,000 connections', () => {
  expect(CONNECTION_LIMITS).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 5_000,
    maxConnections: 10_000,
  });
});

test('a client that sends its head byte by byte, or nothing at all, is cut off, earlier than in its body', async () => {
  const server = await start({ headersTimeout: 1_000 });
  const sendingBody = await open(server);
  sendingBody.resume().write(BODY_HEAD);
  const silent = await open(server);
  silent.resume();
  expect(await drip(await open(server), HEAD)).toContain('408 Request Timeout');
  await expect.poll(() => silent.closed).toBe(true);
  expect(sendingBody.closed, 'begun first').toBe(false);
  sendingBody.destroy();
});

test('a client that sends its body byte by byte is cut off; an event stream and a kept connection are not', async () => {
  const [wide, server] = [await start({}), await start({ headersTimeout: 3_000, requestTimeout: 3_000 })];
  const { cookie } = await signUpMerchant(wide.client);
  const unhurried = await open(wide);
  unhurried.resume().write(HEAD);
  const purchase = { operationId: crypto.randomUUID(), phone: freshPhone(), amountCents: 10_000 };
  const { data } = await wide.client.call('cashback.issue', purchase, { cookie });
  const stream = await server.client.subscribe('cashback.watch', { id: data.transactionId }, { cookie });
  expect(await stream.next()).toEqual({ confirmed: false });
  const kept = await open(server);
  expect(await answered(kept)).toMatch(/^HTTP\/1\.1 200 OK/);
  // Begun after them.
  expect(await drip(await open(server), BODY_HEAD)).toMatch(/^HTTP\/1\.1 4/);
  await server.client.call('cashback.confirm', { token: tokenOf(data.link) });
  expect(await stream.next()).toEqual({ confirmed: true });
  expect(await answered(kept)).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(unhurried.closed, 'where it has more time').toBe(false);
  for (const socket of [kept, unhurried]) socket.destroy();
  stream.close();
});

test('a connection beyond the limit is closed at once, unread, and the others are served', async () => {
  const server = await start({ maxConnections: 12 });
  const held = await Promise.all(Array.from({ length: 12 }, () => open(server)));
  const more = await Promise.all(Array.from({ length: 5 }, () => open(server)));
  await Promise.all(more.map((socket) => socket.closed || once(socket.resume(), 'close')));
  expect(held.filter((socket) => socket.closed)).toEqual([]);
  const [first] = held;
  first?.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  let text = '';
  for await (const chunk of first ?? []) text += chunk;
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
  const next = await open(server);
  expect(await answered(next), 'the place that got free').toMatch(/^HTTP\/1\.1 200 OK/);
  for (const socket of [...held, next]) socket.destroy();
});
