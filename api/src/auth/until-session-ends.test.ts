import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { Context } from '../context.ts';
import { router, staffProcedure } from '../trpc.ts';
import { untilSessionEnds } from './until-session-ends.ts';

/** Says each once its time has come, and whether it was told to stop. */
function slowStream(items: string[], everyMs: number) {
  const state = { ended: false };
  async function* stream() {
    try {
      for (const item of items) {
        await wait(everyMs);
        yield item;
      }
    } finally {
      state.ended = true;
    }
  }
  return { stream: stream(), state };
}

test('a stream says all it has while its session holds, however often that is checked', async () => {
  const { stream } = slowStream(['one', 'two', 'three'], 30);
  let checks = 0;
  const isOpen = async () => {
    checks += 1;
    return true;
  };
  const said: string[] = [];
  for await (const item of untilSessionEnds(stream, isOpen, 5)) said.push(item);
  expect(said).toEqual(['one', 'two', 'three']);
  expect(checks).toBeGreaterThan(3);
});

test('a stream ends with its session, and says nothing after it', async () => {
  const { stream, state } = slowStream(['one', 'two', 'three'], 60);
  let isOpen = true;
  const said: string[] = [];
  const reading = (async () => {
    for await (const item of untilSessionEnds(stream, async () => isOpen, 5)) {
      said.push(item);
      isOpen = false;
    }
  })();
  await expect(reading).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(said).toEqual(['one']);
  await expect.poll(() => state.ended).toBe(true);
});

test('a stream that fails fails with its own error', async () => {
  // biome-ignore lint/correctness/useYield: it fails before it has anything to say.
  async function* failing(): AsyncGenerator<string> {
    await wait(5);
    throw new Error('broken');
  }
  await expect(untilSessionEnds(failing(), async () => true, 1).next()).rejects.toThrow('broken');
});

afterEach(() => void vi.useRealTimers());

test('every stream of a staff procedure ends within fifteen seconds of its session', async () => {
  const watching = router({
    watch: staffProcedure('cashback.issue').subscription(async function* () {
      yield 'waiting';
      await new Promise(() => undefined);
    }),
  });
  let isOpen = true;
  const caller = watching.createCaller({
    host: { kind: 'platform', servesStaff: true, servesCustomers: true },
    session: async () => ({ client: { employee: { role: 'operator' } } }),
    app: { sessions: { isOpen: async () => isOpen } },
  } as unknown as Context);
  const stream = (await caller.watch())[Symbol.asyncIterator]();
  expect(await stream.next()).toEqual({ done: false, value: 'waiting' });
  vi.useFakeTimers();
  let failure: unknown;
  void stream.next().catch((error: unknown) => {
    failure = error;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(failure).toBeUndefined();
  isOpen = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(failure).toMatchObject({ code: 'unauthenticated' });
});
