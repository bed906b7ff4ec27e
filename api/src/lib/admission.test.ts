import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AdmissionRules, createAdmission, type Priority } from './admission.ts';

const RULES: AdmissionRules = {
  kinds: {
    apart: { atOnce: 2, waitLimitMs: 60 },
    first: { atOnce: 4, waitLimitMs: 60 },
    normal: { atOnce: 3, waitLimitMs: 60 },
    last: { atOnce: 1, waitLimitMs: 60 },
  },
  maxWaiting: 5,
  inOverload: { waitLimitMs: 20, maxWaiting: 3 },
  slowMs: 50,
  leastAtOnce: 2,
};

// A minute lasts as long as a test says, however busy the machine is.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

function start(rules: Partial<AdmissionRules> = {}) {
  const admission = createAdmission({ ...RULES, ...rules });
  const order: string[] = [];
  return {
    admission,
    order,
    /** `decided` is undefined while it waits. */
    enter(priority: Priority, name: string = priority, onShed = () => {}) {
      const entry = { decided: undefined as boolean | undefined, leave: () => {} };
      entry.leave = admission.enter(priority, (isAdmitted) => {
        entry.decided = isAdmitted;
        if (isAdmitted) order.push(name);
        else onShed();
      });
      return entry;
    },
  };
}

test('there is room for so many at once, and the next waits until one has left', () => {
  const { admission, enter } = start();
  const inside = Array.from({ length: 4 }, () => enter('first'));
  expect(inside.map(({ decided }) => decided)).toEqual([true, true, true, true]);
  const next = enter('first');
  expect(next.decided).toBeUndefined();
  inside[0]?.leave();
  inside[0]?.leave();
  expect(next.decided).toBe(true);
  expect([admission.running(), admission.waiting()]).toEqual([4, 0]);
});

test('the last take no more than their share, though there is room, and others pass them', () => {
  const { enter } = start();
  expect(enter('last').decided).toBe(true);
  expect(enter('last').decided).toBeUndefined();
  expect(enter('normal').decided).toBe(true);
  expect(enter('normal').decided).toBe(true);
  expect(enter('normal').decided, 'the last count among them').toBeUndefined();
  expect(enter('first').decided).toBe(true);
});

test('those apart have a room of their own: they take no other place, and no overload takes theirs', () => {
  const { admission, enter } = start();
  const apart = [enter('apart'), enter('apart')];
  expect(apart.map(({ decided }) => decided)).toEqual([true, true]);
  const next = enter('apart');
  expect(next.decided, 'it has its limit, too').toBeUndefined();
  const others = Array.from({ length: 5 }, () => enter('first'));
  expect(others.map(({ decided }) => decided)).toEqual([true, true, true, true, undefined]);
  expect([admission.running(), admission.waiting()]).toEqual([6, 2]);
  apart[0]?.leave();
  expect([next.decided, others[4]?.decided]).toEqual([true, undefined]);
});

test('money that came last is called in first', () => {
  const { enter, order } = start();
  const inside = Array.from({ length: 4 }, () => enter('first', 'inside'));
  enter('last');
  enter('normal');
  enter('first');
  for (const each of inside.slice(0, 2)) each.leave();
  expect(order.slice(4)).toEqual(['first', 'normal']);
});

test('a request is shed after its wait limit, and one that has gone delays no other', async () => {
  const { admission, enter } = start();
  const inside = Array.from({ length: 4 }, () => enter('first'));
  const [gone, tired] = [enter('first'), enter('first')];
  gone.leave();
  await wait(80);
  expect(tired.decided).toBe(false);
  expect(gone.decided).toBeUndefined();
  for (const each of inside) each.leave();
  expect([admission.running(), admission.waiting()]).toEqual([0, 0]);
  expect(enter('first').decided).toBe(true);
});

test('a request that finds the line full is shed at once', () => {
  const { enter } = start();
  for (let count = 0; count < 9; count += 1) enter('first');
  expect(enter('first').decided).toBe(false);
});

test('under lasting overload no request waits for long', async () => {
  const { enter } = start({ inOverload: { waitLimitMs: 20, maxWaiting: 1_000 }, maxWaiting: 1_000 });
  for (let count = 0; count < 4; count += 1) enter('first');
  const waited: number[] = [];
  let now = 0;
  while (now < 500) {
    const since = now;
    enter('first', undefined, () => waited.push(now - since));
    now += 5;
    await wait(5);
  }
  expect(waited[0], 'at first, their whole wait limit').toBeGreaterThanOrEqual(60);
  expect(waited.at(-1)).toBeLessThanOrEqual(40);
});

test('under lasting overload few wait, and a request that finds the line full is shed at once', async () => {
  const { admission, enter } = start({
    maxWaiting: 1_000,
    inOverload: { waitLimitMs: 1_000, maxWaiting: 3 },
  });
  for (let count = 0; count < 4; count += 1) enter('first');
  for (let elapsed = 0; elapsed <= 300; elapsed += 30) {
    expect(enter('first').decided, 'overload that has just begun').toBeUndefined();
    await wait(30);
  }
  while (admission.waiting() < 3) enter('first');
  expect(enter('first').decided).toBe(false);
  expect(enter('normal').decided, 'others have a line of their own').toBeUndefined();
});

test('where they take long fewer are let in, and as many as ever once they are quick again', async () => {
  const { admission, enter } = start({ slowMs: 100 });
  const fill = () => Array.from({ length: 4 }, () => enter('first'));
  const room = async (milliseconds: number) => {
    const inside = fill();
    await wait(milliseconds);
    const size = admission.running();
    for (const each of inside) each.leave();
    return size;
  };
  expect(await room(150)).toBe(4);
  await room(150);
  expect(await room(150)).toBeLessThan(4);
  expect(await room(150), 'two at least').toBe(2);
  for (let quick = 0; quick < 8; quick += 1) await room(30);
  expect(await room(1)).toBe(4);
});
