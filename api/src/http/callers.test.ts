import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createCallers } from './callers.ts';
import { createSessionCookie } from './session-cookie.ts';

const TOKEN = 'a'.repeat(43);
const OTHER = 'b'.repeat(43);

const request = (headers: IncomingMessage['headers'] = {}, remoteAddress = '203.0.113.9') =>
  ({ socket: { remoteAddress }, connection: { remoteAddress }, headers }) as unknown as IncomingMessage;
const withCookie = (token: string) => request({ cookie: `session=${token}` });
const start = (isTrusted = () => false) => createCallers(createSessionCookie(false).read, isTrusted);

test('a session that was found is its merchant’s, and a key as well', () => {
  const callers = start();
  callers.learn(TOKEN, 'merchant');
  callers.learn('key', 'merchant');
  expect(callers.of(withCookie(TOKEN))).toEqual({ flow: 'merchant', session: TOKEN });
  const byKey = request({ authorization: 'Bearer key', cookie: `session=${OTHER}` });
  expect(callers.of(byKey)).toEqual({ flow: 'merchant', session: 'key' });
});

test('made-up sessions and keys of one network are one session of that network', () => {
  const callers = start();
  const unknown = { flow: '203.0.113.9', session: '203.0.113.9' };
  expect(callers.of(withCookie(OTHER))).toEqual(unknown);
  expect(callers.of(request({ authorization: 'Bearer made-up' }))).toEqual(unknown);
});

test('without either, callers count by their network, as the proxies that are trusted say', () => {
  const headers = { 'x-forwarded-for': '2001:db8::7' };
  expect(start().of(request(headers))).toEqual({ flow: '203.0.113.9', session: undefined });
  expect(start(() => true).of(request(headers)).flow).toBe('2001:db8:0:0::/64');
});

test('of more secrets than are kept the first is forgotten', () => {
  const callers = createCallers(
    () => undefined,
    () => false,
  );
  for (let count = 0; count <= 20_000; count += 1) callers.learn(`key-${count}`, 'merchant');
  const flowOf = (key: string) => callers.of(request({ authorization: `Bearer ${key}` })).flow;
  expect([flowOf('key-0'), flowOf('key-1')]).toEqual(['203.0.113.9', 'merchant']);
});
