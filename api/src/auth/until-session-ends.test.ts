import { afterEach, expect, test, vi } from 'vitest';
import type { Context } from '../context.ts';
import { createSharedPoll } from '../lib/shared-poll.ts';
import { employeeProcedure, router } from '../trpc.ts';
import { ENDED_SESSIONS_MS, untilSessionEnds } from './until-session-ends.ts';

/** Yields each item after `isNext` says so, and records whether it was told to stop. */
function streamOf(items: string[], isNext: (item: string) => Promise<void> = async () => {}) {
  const state = { ended: false };
  async function* stream() {
    try {
      for (const item of items) {
        await isNext(item);
        yield item;
      }
    } finally {
      state.ended = true;
    }
  }
  return { stream: stream(), state };
}

test('a stream passes all its items while its session is open', async () => {
  const { stream } = streamOf(['one', 'two', 'three']);
  let isWaiting = false;
  const whenEnded = () => {
    isWaiting = true;
    return () => {
      isWaiting = false;
    };
  };
  const said: string[] = [];
  for await (const item of untilSessionEnds(stream, whenEnded)) {
    said.push(item);
    expect(isWaiting).toBe(true);
  }
  expect(said).toEqual(['one', 'two', 'three']);
  expect(isWaiting, 'its session is no longer polled').toBe(false);
});

test('a stream ends with its session, and yields nothing after it', async () => {
  let yieldSecond = () => {};
  const second = new Promise<void>((resolve) => {
    yieldSecond = resolve;
  });
  const { stream, state } = streamOf(['one', 'two', 'three'], async (item) => {
    if (item === 'two') await second;
  });
  let end = () => {};
  const whenEnded = (onEnded: () => void) => {
    end = onEnded;
    return () => {};
  };
  const said: string[] = [];
  const reading = (async () => {
    for await (const item of untilSessionEnds(stream, whenEnded)) {
      said.push(item);
      end();
    }
  })();
  await expect(reading).rejects.toMatchObject({ code: 'unauthenticated' });
  yieldSecond();
  await expect.poll(() => state.ended).toBe(true);
  expect(said).toEqual(['one']);
});

test('a stream that fails fails with its own error', async () => {
  // biome-ignore lint/correctness/useYield: it fails before its first item.
  async function* failing(): AsyncGenerator<string> {
    throw new Error('broken');
  }
  await expect(untilSessionEnds(failing(), () => () => {}).next()).rejects.toThrow('broken');
});

afterEach(() => void vi.useRealTimers());

test('one query checks all streams of all employees’ procedures, and they end within a second of their session', async () => {
  vi.useFakeTimers();
  const watching = router({
    watch: employeeProcedure('cashback.issue').subscription(async function* () {
      yield 'waiting';
      await new Promise(() => undefined);
    }),
  });
  const ended = new Set<string>();
  const asked: string[][] = [];
  const endedSessions = createSharedPoll<{ id: string }>({
    async find(sessions) {
      const ids = sessions.map(({ id }) => id);
      asked.push(ids);
      return ids.filter((id) => ended.has(id));
    },
    everyMs: ENDED_SESSIONS_MS,
    onLook: () => undefined,
  });
  const open = async (id: string) => {
    const caller = watching.createCaller({
      host: { kind: 'platform', servesEmployees: true, servesCustomers: true },
      freePlace: () => undefined,
      session: async () => ({ id, client: { employee: { role: 'operator' } } }),
      app: { endedSessions },
    } as unknown as Context);
    const stream = (await caller.watch())[Symbol.asyncIterator]();
    expect(await stream.next()).toEqual({ done: false, value: 'waiting' });
    const state = { failure: undefined as unknown };
    void stream.next().catch((error: unknown) => {
      state.failure = error;
    });
    return state;
  };
  const [hers, hersToo, his] = [await open('hers'), await open('hers'), await open('his')];
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual(Array.from({ length: 4 }, () => ['hers', 'his']));
  expect([hers.failure, hersToo.failure, his.failure]).toEqual([undefined, undefined, undefined]);
  ended.add('hers');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(hers.failure).toMatchObject({ code: 'unauthenticated' });
  expect(hersToo.failure).toMatchObject({ code: 'unauthenticated' });
  expect(his.failure).toBeUndefined();
});
