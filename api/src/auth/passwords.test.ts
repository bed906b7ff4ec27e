import { afterEach, expect, test, vi } from 'vitest';
import { useProductTimeLimits } from '../test/time-limits.ts';
import { createPasswords } from './passwords.ts';

const CALLER = { ip: '203.0.113.9' };

useProductTimeLimits();

afterEach(() => void vi.useRealTimers());

test('a flood of guesses looks up few accounts at once, and none for callers told to retry', async () => {
  // The guesses that wait meet no time limit here.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const passwords = createPasswords();
  let asked = 0;
  let asking = 0;
  let mostAtOnce = 0;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const find = async () => {
    asked += 1;
    asking += 1;
    mostAtOnce = Math.max(mostAtOnce, asking);
    await answered;
    asking -= 1;
    return undefined;
  };
  const guesses = Array.from({ length: 200 }, () => passwords.matching(find, 'guess', CALLER));
  expect(asked).toBe(4);
  answer();
  const refused = (await Promise.allSettled(guesses)).filter((each) => each.status === 'rejected');
  expect(mostAtOnce).toBe(4);
  expect(refused).toHaveLength(200 - 4 - 32);
  expect(asked).toBe(4 + 32);
  for (const each of refused) expect(each.reason).toMatchObject({ code: 'overloaded', retryAfterSeconds: 2 });
});

test('a flood from one network holds up no other: its newest guess makes room, and the other comes soon', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const passwords = createPasswords();
  const asked: string[] = [];
  let answer = () => {};
  const answered = new Promise<undefined>((resolve) => {
    answer = () => resolve(undefined);
  });
  const guess = (ip: string) =>
    passwords.matching(
      () => {
        asked.push(ip);
        return answered;
      },
      'guess',
      { ip },
    );
  const flood = Array.from({ length: 4 + 32 }, (_, host) => guess(`203.0.113.${host}`));
  const others = [guess('198.51.100.7'), guess('203.0.113.200')];
  answer();
  const refused = (await Promise.allSettled([...flood, ...others])).map(
    ({ status }) => status === 'rejected',
  );
  expect(refused.indexOf(true), 'the newest of the flood').toBe(flood.length - 1);
  expect(refused.slice(flood.length), 'another network, and the same /24').toEqual([false, true]);
  expect(asked).toHaveLength(4 + 32);
  expect(asked.indexOf('198.51.100.7')).toBe(5);
});

test('a login whose turn does not come within a second is told to retry, and looks nothing up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const passwords = createPasswords();
  let asked = 0;
  const find = () => {
    asked += 1;
    return new Promise<undefined>(() => undefined);
  };
  for (let hashing = 0; hashing < 4; hashing += 1) void passwords.matching(find, 'guess', CALLER);
  const waiting = expect(passwords.matching(find, 'guess', CALLER)).rejects.toMatchObject({
    code: 'overloaded',
  });
  vi.advanceTimersByTime(1_000);
  await waiting;
  expect(asked).toBe(4);
});

test('an account matches its own password only; without a stored hash none matches', async () => {
  const passwords = createPasswords();
  const account = { passwordHash: await passwords.hash('pao-de-queijo', CALLER), id: 7 };
  expect(await passwords.matching(async () => account, 'pao-de-queijo', CALLER)).toBe(account);
  for (const wrong of ['', 'pao-de-queijo ', 'Pao-de-queijo', 'pao-de-queij', 'pao-de-queijo\u0000'])
    expect(await passwords.matching(async () => account, wrong, CALLER)).toBeUndefined();
  for (const nobody of [undefined, { passwordHash: null }])
    expect(
      await passwords.matching(async () => nobody, 'no account has this password', CALLER),
    ).toBeUndefined();
});
