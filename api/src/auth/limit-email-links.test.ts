import { expect, test } from 'vitest';
import type { Mail } from '../lib/mail.ts';
import { createRateLimiter } from '../lib/rate-limit.ts';
import { createMovableClock } from '../test/money-app.ts';
import { limitEmailLinks } from './limit-email-links.ts';

const MINUTE_MS = 60_000;

/** Asks for mails to addresses, at a clock that the test moves. */
function startAsking() {
  const clock = createMovableClock('2026-03-10T12:00:00Z');
  const env = { tokenSecrets: ['x'.repeat(32)] } as never;
  const app = { env, limiter: createRateLimiter(undefined, clock), mail: {} as Mail };
  const isSent = (ip: string, email = 'dona@loja.example') =>
    limitEmailLinks(app, email, ip).then(
      () => true,
      (error) => {
        expect(error).toMatchObject({ code: 'too_many_emails' });
        return false;
      },
    );
  return { clock, isSent };
}

test('one network has three an hour, whatever its addresses, and no other mailbox’s', async () => {
  const { clock, isSent } = startAsking();
  const sent = [];
  for (let asked = 0; asked < 5; asked += 1) sent.push(await isSent(`203.0.113.${asked}`));
  expect(sent).toEqual([true, true, true, false, false]);
  expect(await isSent('203.0.113.9', 'outra@loja.example')).toBe(true);
  clock.advance(60 * MINUTE_MS);
  expect(await isSent('203.0.113.9')).toBe(true);
});

test('one network that asks all day has six, and another one its own', async () => {
  const { clock, isSent } = startAsking();
  let sent = 0;
  for (let hour = 0; hour < 23; hour += 1) {
    for (let asked = 0; asked < 5; asked += 1) if (await isSent('203.0.113.1')) sent += 1;
    clock.advance(60 * MINUTE_MS);
  }
  expect(sent).toBe(6);
  const networks = ['100.64.0.1', '100.65.0.1', '100.66.0.1', '100.67.0.1', '100.68.0.1'];
  const first = [];
  for (const ip of networks) first.push(await isSent(ip));
  expect(first).toEqual([true, true, true, true, false]);
});

test('each network that did not ask has its first, in all ten a day', async () => {
  const { clock, isSent } = startAsking();
  const networks = [
    '203.0.113.1',
    '198.51.100.1',
    '192.0.2.1',
    '2001:db8:1::1',
    '2001:db8:2::1',
    '100.64.0.1',
  ];
  const ask = async () => {
    let count = 0;
    for (let round = 0; round < 5; round += 1) for (const ip of networks) if (await isSent(ip)) count += 1;
    return count;
  };
  expect(await ask(), 'six strangers’ first hour').toBe(6);
  expect(await isSent('100.65.0.1'), 'the owner’s, from elsewhere').toBe(true);
  clock.advance(60 * MINUTE_MS);
  expect(await ask(), 'the second hour').toBe(0);
  for (const ip of ['100.66.0.1', '100.67.0.1', '100.68.0.1']) expect(await isSent(ip)).toBe(true);
  clock.advance(22 * 60 * MINUTE_MS);
  expect(await isSent('100.69.0.1'), 'past ten nobody’s').toBe(false);
  clock.advance(60 * MINUTE_MS);
  expect(await isSent('100.69.0.1'), 'the day after').toBe(true);
});

test('without a mail server nothing is counted', async () => {
  const limiter = { hitAll: () => Promise.reject(new Error('counted')) } as never;
  await expect(
    limitEmailLinks({ env: {} as never, limiter, mail: undefined }, 'a@b.example', '203.0.113.1'),
  ).resolves.toBeUndefined();
});
