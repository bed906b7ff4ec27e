import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isExternalRequest } from './is-external-request.ts';

const from = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
  isExternalRequest({ socket: { remoteAddress }, headers } as unknown as IncomingMessage);

test.each(['8.8.8.8', '::ffff:8.8.8.8', '2001:4860:4860::8888'])('%s is external', (address) =>
  expect(from(address)).toBe(true),
);

test.each(['127.0.0.1', '::1', '10.1.2.3', '::ffff:192.168.0.9', 'fd00::1'])('%s is internal', (address) =>
  expect(from(address)).toBe(false),
);

test.each(['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'])(
  'a private address that sends %s may forward requests from anywhere',
  (name) => expect(from('127.0.0.1', { [name]: '10.0.0.1' })).toBe(true),
);
