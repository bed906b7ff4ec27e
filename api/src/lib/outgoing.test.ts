import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DnsUnavailable } from './dns.ts';
import { createOutgoing, type OutgoingRequest } from './outgoing.ts';

const SECRET = 'segredo-do-lojista-0123456789';

let server: Server;
let origin: string;
let received: IncomingMessage[];
let answer: RequestListener;
let outgoing: ReturnType<typeof createOutgoing>;
/** Fake DNS: the addresses of each name. */
let zone: Record<string, string[]>;
let asked: string[];
const dns = {
  async everyAddress(name: string) {
    asked.push(name);
    const addresses = zone[name];
    if (!addresses) throw new DnsUnavailable('nobody answers');
    return addresses;
  },
};

beforeEach(async () => {
  received = [];
  zone = {};
  asked = [];
  answer = (_request, response) => void response.end('ok');
  server = createServer((request, response) => {
    received.push(request);
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  outgoing = createOutgoing({ exceptions: [origin], dns });
});

afterEach(async () => {
  await outgoing.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const headers = { authorization: `Bearer ${SECRET}` };
function call(address: string, more: Partial<OutgoingRequest> = {}) {
  const url = new URL(address);
  return outgoing({ url, host: url.host, method: 'GET', headers, ...more });
}

/** Returns the kind of failure, and checks that its words repeat nothing that was sent or received. */
async function failureOf(calling: Promise<unknown>): Promise<string> {
  const error = await calling.then(
    () => undefined,
    (reason: unknown) => reason as Error & { kind: string },
  );
  if (!error) return 'answered';
  expect(`${error.message} ${(error.cause as Error | undefined)?.message}`).not.toMatch(
    /segredo|Bearer|<html|corpo/,
  );
  return error.kind;
}

test('an answer is its status, type and text, and when to come back', async () => {
  answer = (_request, response) =>
    void response
      .writeHead(429, { 'content-type': 'application/json', 'retry-after': '17' })
      .end('{"título":1}');
  expect(await call(`${origin}/a/b?c=d`, { method: 'POST', body: '{"corpo":true}' })).toEqual({
    status: 429,
    contentType: 'application/json',
    retryAfterSeconds: 17,
    text: '{"título":1}',
  });
  expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /a/b?c=d']);
  expect(received[0]?.headers['user-agent']).toBe('cashback-platform/1');

  const inAMinute = new Date(Date.now() + 60_000).toUTCString();
  answer = (_request, response) => void response.writeHead(503, { 'retry-after': inAMinute }).end();
  expect((await call(origin)).retryAfterSeconds).toBeGreaterThan(55);
  answer = (_request, response) => void response.writeHead(503, { 'retry-after': 'logo' }).end();
  expect((await call(origin)).retryAfterSeconds).toBeUndefined();
});

test('a cookie that was set is not sent back', async () => {
  answer = (_request, response) => void response.setHeader('set-cookie', 'a=b; Path=/').end();
  await call(origin);
  await call(origin);
  expect(received.map((request) => request.headers.cookie)).toEqual([undefined, undefined]);
});

test.each(['127.0.0.1', 'localhost:1', '127.0.0.1:1@evil.example', ''])(
  'a call that is meant for %j goes nowhere else',
  async (host) => {
    expect(await failureOf(call(`${origin}/x`, { host }))).toBe('wrong_host');
    expect(received).toEqual([]);
  },
);

test('an address with a name and password in it, or of another protocol, is not called', async () => {
  expect(await failureOf(call(origin.replace('//', '//us1@')))).toBe('wrong_host');
  expect(await failureOf(call(origin.replace('//', '//:senha@')))).toBe('wrong_host');
  expect(await failureOf(call('ftp://127.0.0.1/'))).toBe('wrong_host');
  expect(received).toEqual([]);
});

for (const status of [300, 301, 302, 303, 304, 307, 308])
  test.each(['http://169.254.169.254/latest/meta-data', '/', 'https://api.example.com/'])(
    `a redirect (${status}) to %s is refused without a second request`,
    async (location) => {
      answer = (_request, response) => void response.writeHead(status, { location }).end('<html>corpo');
      expect(await failureOf(call(origin))).toBe('redirected');
      expect(received).toHaveLength(1);
    },
  );

test('an answer above a megabyte is cut off, however it is sent', async () => {
  const whole = (length: number) => {
    answer = (_request, response) => void response.end(Buffer.alloc(length, 'a'));
  };
  whole(1_000_000);
  expect((await call(origin)).text).toHaveLength(1_000_000);
  whole(1_000_001);
  expect(await failureOf(call(origin))).toBe('too_large');

  let sent = 0;
  const pour = (response: ServerResponse) => {
    sent += 65_536;
    if (!response.destroyed) response.write(Buffer.alloc(65_536, 'a'), () => pour(response));
  };
  answer = (_request, response) => pour(response);
  expect(await failureOf(call(origin))).toBe('too_large');
  await expect.poll(() => received.at(-1)?.socket.destroyed).toBe(true);
  expect(sent).toBeLessThan(20_000_000);
});

test('the time limit is for the whole call: before, between and after the headers', async () => {
  // The library's own timer is a real one from its first call on.
  await call(origin);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let note = () => {};
  const onPart = () => note();
  for (const what of ['headers', 'bodyChunkReceived']) {
    subscribe(`undici:request:${what}`, onPart);
    onTestFinished(() => void unsubscribe(`undici:request:${what}`, onPart));
  }
  // Nothing, the headers, and some of the text.
  for (const parts of [0, 1, 4]) {
    const begun = new Promise<ServerResponse>((resolve) => {
      answer = (_request, response) => resolve(response);
    });
    const onEnd = vi.fn();
    const calling = failureOf(call(origin)).finally(onEnd);
    const response = await begun;
    for (let part = 1; part <= parts; part += 1) {
      const arrived = new Promise<void>((resolve) => {
        note = resolve;
      });
      if (part === 1) response.writeHead(200).flushHeaders();
      else response.write(' ');
      await arrived;
      vi.advanceTimersByTime(2_000);
    }
    vi.advanceTimersByTime(9_999 - parts * 2_000);
    await new Promise(setImmediate);
    expect(onEnd).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(await calling).toBe('timeout');
    await expect.poll(() => received.at(-1)?.socket.destroyed).toBe(true);
  }
});

test('a broken answer differs from a connection that was never made', async () => {
  answer = (_request, response) => void response.destroy();
  expect(await failureOf(call(origin))).toBe('cut');
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('{"corpo":', () => response.destroy());
  };
  expect(await failureOf(call(origin))).toBe('cut');
  answer = (_request, response) => {
    response.writeHead(200);
    response.write('{"corpo":', () => response.destroy());
  };
  expect(await failureOf(call(origin))).toBe('cut');

  const gone = createServer();
  await once(gone.listen(0, '127.0.0.1'), 'listening');
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  expect(await failureOf(call(`http://127.0.0.1:${port}`))).toBe('refused');
});

test('an invalid header is the caller’s error, and the call is not repeated', async () => {
  const calling = call(origin, { headers: { authorization: `Bearer ${SECRET}\r\nX-Evil: 1` } });
  expect(await failureOf(calling)).toBeUndefined();
  expect(received).toEqual([]);
});

test.each([
  'https://127.0.0.1',
  'https://0x7f.1',
  'https://2130706433',
  'https://10.0.0.1:8443',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://[fd00::1]',
  'https://0.0.0.0',
  'http://203.0.114.7',
])('%s is not on the public internet, or not safe', async (address) => {
  expect(await failureOf(call(address, { publicOnly: true }))).toBe('forbidden_address');
  expect(asked).toEqual([]);
});

test('a name is refused if any of its addresses is private, however it is asked', async () => {
  zone = {
    'interno.example': ['127.0.0.1'],
    'ambos.example': ['8.8.8.8', '10.0.0.7'],
    'mapeado.example': ['::ffff:127.0.0.1'],
    'nenhum.example': [],
  };
  const kinds = async (name: string) => await failureOf(call(`https://${name}/x`, { publicOnly: true }));
  expect(await kinds('interno.example')).toBe('forbidden_address');
  expect(await kinds('ambos.example')).toBe('forbidden_address');
  expect(await kinds('mapeado.example')).toBe('forbidden_address');
  expect(await kinds('nenhum.example')).toBe('refused');
  expect(await kinds('desconhecido.example')).toBe('refused');
  // Asked once, so that a second answer cannot be another one.
  expect(asked).toEqual([
    'interno.example',
    'ambos.example',
    'mapeado.example',
    'nenhum.example',
    'desconhecido.example',
  ]);
});

test('an exception is called although it is private, and only that very origin', async () => {
  expect((await call(`${origin}/aviso`, { publicOnly: true })).status).toBe(200);
  const other = origin.replace('127.0.0.1', 'localhost');
  expect(await failureOf(call(other, { publicOnly: true }))).toBe('forbidden_address');
  expect(received).toHaveLength(1);
});
