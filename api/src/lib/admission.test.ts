import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type AdmissionRules,
  type Caller,
  createAdmission,
  type Outcome,
  type Priority,
} from './admission.ts';

const RULES: AdmissionRules = {
  kinds: {
    apart: { atOnce: 2, waitLimitMs: 60 },
    first: { atOnce: 4, waitLimitMs: 60 },
    normal: { atOnce: 3, waitLimitMs: 60 },
    last: { atOnce: 1, waitLimitMs: 60 },
  },
  maxWaiting: 5,
  inOverload: { waitLimitMs: 20, maxWaiting: 3 },
  session: { atOnce: 2, waitLimitMs: 60, maxWaiting: 3, othersWithinMs: 1_000 },
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
    enter(priority: Priority, name: string = priority, onShed = () => {}, caller: Caller = { flow: 'one' }) {
      const entry = { decided: undefined as boolean | undefined, leave: () => {} };
      entry.leave = admission.enter(priority, caller, (outcome) => {
        entry.decided = outcome === 'admitted';
        if (entry.decided) order.push(name);
        else onShed();
      });
      return entry;
    },
    /** A request of kind 'first'; its outcome is undefined while it waits. */
    by(flow: string, session?: string) {
      const entry = { outcome: undefined as Outcome | undefined, leave: () => {} };
      entry.leave = admission.enter('first', { flow, session }, (outcome) => {
        entry.outcome = outcome;
        if (outcome === 'admitted') order.push(flow);
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

const many = <Each>(count: number, one: () => Each) => Array.from({ length: count }, one);
const EIGHT = { ...RULES.kinds, first: { atOnce: 8, waitLimitMs: 60 } };

test('a flow alone gets all places but the last eighth, which is another’s at once', () => {
  const { by } = start({ kinds: EIGHT });
  const busy = many(9, () => by('busy'));
  expect(busy.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(7);
  expect(by('quiet').outcome).toBe('admitted');
});

test('of those who wait the flow with the least in progress is called first', () => {
  const { by, order } = start({ kinds: EIGHT, maxWaiting: 100 });
  const inside = [...many(7, () => by('busy')), by('quiet')];
  many(4, () => by('busy'));
  many(2, () => by('second'));
  many(2, () => by('third'));
  for (const each of inside.slice(0, 6)) each.leave();
  expect(order.slice(8), 'the last eighth stays free').toEqual([
    'second',
    'third',
    'second',
    'third',
    'busy',
  ]);
});

test('flows that have equally much in progress are called in turn', () => {
  const { by, order } = start({ kinds: { ...RULES.kinds, first: { atOnce: 1, waitLimitMs: 60 } } });
  const inside = ['x', 'a', 'a', 'b', 'b'].map((flow) => by(flow));
  for (const at of [0, 1, 3, 2]) inside[at]?.leave();
  expect(order).toEqual(['x', 'a', 'b', 'a', 'b']);
});

test('no flow takes all places to wait, and is told that its own requests are in the way', () => {
  const { by } = start({ maxWaiting: 8, session: { ...RULES.session, atOnce: 99, maxWaiting: 99 } });
  many(4 + 7, () => by('busy', 'a session'));
  expect(by('busy', 'a session').outcome).toBe('too_many');
  expect(by('busy').outcome, 'of a network, where many people are').toBe('busy');
  expect(by('quiet').outcome, 'it waits').toBeUndefined();
  expect(by('third').outcome, 'all are taken').toBe('busy');
});

test('a session has its own few places while others are there, and all of them once it is alone', async () => {
  const { by, admission } = start({
    session: { ...RULES.session, waitLimitMs: 5_000 },
    slowMs: 5_000,
  });
  by('other').leave();
  const own = many(3, () => by('busy', 'a session'));
  expect(own.map(({ outcome }) => outcome)).toEqual(['admitted', 'admitted', undefined]);
  expect(by('busy', 'its other session').outcome).toBe('admitted');
  own[0]?.leave();
  expect(own[2]?.outcome).toBe('admitted');
  const last = many(4, () => by('busy', 'a session'));
  expect(last.map(({ outcome }) => outcome)).toEqual([undefined, undefined, undefined, 'too_many']);
  await wait(1_001);
  own[1]?.leave();
  expect(last.map(({ outcome }) => outcome)).toEqual(['admitted', 'admitted', undefined, 'too_many']);
  expect([admission.running(), admission.waiting()]).toEqual([4, 1]);
});

test('what a session sends beyond its places is shed after their wait limit, and one that has gone is passed', async () => {
  const { by, admission } = start();
  by('other').leave();
  const own = many(2, () => by('busy', 'a session'));
  const [gone, tired] = [by('busy', 'a session'), by('busy', 'a session')];
  gone.leave();
  await wait(80);
  expect([gone.outcome, tired.outcome]).toEqual([undefined, 'too_many']);
  for (const each of own) each.leave();
  expect([admission.running(), admission.waiting()]).toEqual([0, 0]);
});

test('in whatever order requests come and end, no flow within its share waits for longer than a round', async () => {
  const request = fc.record({
    flow: fc.constantFrom('a', 'b', 'c', 'd'),
    session: fc.constantFrom('1', '2', undefined),
  });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(request, { maxLength: 60 }), async (s, requests) => {
      const admission = createAdmission({
        ...RULES,
        kinds: { ...RULES.kinds, first: { atOnce: 2, waitLimitMs: 60 } },
        maxWaiting: 1_000,
        session: { ...RULES.session, maxWaiting: 99 },
      });
      const running = new Map<string, number>();
      /** Flows that wait with nothing in progress, and who was admitted since. */
      const patient = new Map<string, string[]>();
      const add = (flow: string, by: number) => running.set(flow, (running.get(flow) ?? 0) + by);
      let done = 0;
      for (const { flow, session } of requests) {
        void s.schedule(Promise.resolve(), `${flow}${session ?? ''} comes`).then(() => {
          let isAdmitted = false;
          const leave = admission.enter('first', { flow, session: session && flow + session }, (outcome) => {
            expect(outcome).toBe('admitted');
            isAdmitted = true;
            patient.delete(flow);
            for (const since of patient.values()) since.push(flow);
            add(flow, 1);
            void s.schedule(Promise.resolve(), `${flow}${session ?? ''} ends`).then(() => {
              add(flow, -1);
              done += 1;
              leave();
            });
          });
          if (!isAdmitted && !running.get(flow) && !patient.has(flow)) patient.set(flow, []);
          for (const since of patient.values()) expect(new Set(since).size).toBe(since.length);
        });
      }
      await s.waitAll();
      expect([done, admission.running(), admission.waiting()]).toEqual([requests.length, 0, 0]);
    }),
  );
});
