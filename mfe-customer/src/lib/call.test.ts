import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiRefusal, Unreachable } from './api.ts';
import { createCall } from './call.ts';

const STALE_MS = 60_000;
const offline = () => Promise.reject(new Unreachable('no answer'));
const broken = () => Promise.reject(new ApiRefusal('Erro interno', null, 500));
const unknown = () => Promise.reject(new ApiRefusal('Cliente não encontrado', 'customer_not_found', 404));
const tooMany = () => Promise.reject(new ApiRefusal('Muitas tentativas', 'too_many_requests', 429));
const never = () => new Promise<string>(() => undefined);

type Answer = (signal: AbortSignal) => Promise<string>;

/**
 * A call over an API that gives these answers in turn, the last one for ever, and a page that can be come
 * back to.
 */
function callThat(...answers: [Answer, ...Answer[]]) {
  const signals: AbortSignal[] = [];
  const returned = new Set<() => void>();
  const call = createCall(
    (signal) => {
      signals.push(signal);
      return (answers[signals.length - 1] ?? (answers.at(-1) as Answer))(signal);
    },
    {
      staleMs: STALE_MS,
      onReturn(listener) {
        returned.add(listener);
        return () => returned.delete(listener);
      },
    },
  );
  const comeBack = async () => {
    for (const listener of [...returned]) listener();
    await pass(0);
  };
  return { call, signals, returned, comeBack };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a call', () => {
  it('is loading, then done, and tells its listeners until they leave', async () => {
    const { call } = callThat(async () => 'R$ 10,00');
    let told = 0;
    const leave = call.subscribe(() => {
      told += 1;
    });
    call.open();
    expect(call.getState()).toEqual({ status: 'loading' });
    await pass(0);
    expect(call.getState()).toEqual({ status: 'done', data: 'R$ 10,00' });
    leave();
    call.retry();
    await pass(0);
    expect(told).toBe(1);
  });

  it('asks nothing before a component shows it', async () => {
    const { signals } = callThat(async () => 'a');
    await pass(10_000);
    expect(signals).toHaveLength(0);
  });

  it('tries what may pass twice more, after one second and after two', async () => {
    const { call, signals } = callThat(offline, broken, offline);
    call.open();
    await pass(999);
    expect(signals).toHaveLength(1);
    await pass(1);
    expect(signals).toHaveLength(2);
    await pass(1_999);
    expect(call.getState()).toEqual({ status: 'loading' });
    await pass(1);
    expect(call.getState()).toEqual({ status: 'failed', error: new Unreachable('no answer') });
    await pass(60_000);
    expect(signals).toHaveLength(3);
  });

  it.each([
    ['an unknown customer', unknown],
    ['too many calls', tooMany],
  ])('takes %s for an answer: it asks once, also when the page is come back to', async (_, refusal) => {
    const { call, signals, comeBack } = callThat(refusal);
    call.open();
    await pass(10_000);
    expect(call.getState().status).toBe('failed');
    await comeBack();
    expect(signals).toHaveLength(1);
  });

  it('asks by itself once the page or the network is back after a failure', async () => {
    const { call, signals, comeBack } = callThat(offline, offline, offline, async () => 'a');
    call.open();
    await comeBack();
    expect(signals, 'while it is still trying').toHaveLength(1);
    await pass(3_000);
    expect(call.getState().status).toBe('failed');
    await comeBack();
    expect(call.getState()).toEqual({ status: 'done', data: 'a' });
  });

  it('is loading again while a person tries again', async () => {
    const { call } = callThat(unknown, never);
    call.open();
    await pass(0);
    expect(call.getState().status).toBe('failed');
    call.retry();
    expect(call.getState()).toEqual({ status: 'loading' });
  });

  it('ends an attempt that neither fails nor ends after 20 seconds', async () => {
    const { call, signals } = callThat(
      (signal) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new Unreachable('no answer'))),
        ),
      async () => 'a',
    );
    call.open();
    await pass(19_999);
    expect(signals[0]?.aborted).toBe(false);
    await pass(1);
    expect(signals[0]?.aborted).toBe(true);
    await pass(1_000);
    expect(call.getState()).toEqual({ status: 'done', data: 'a' });
  });

  it('is asked once when it is opened, closed and opened again in one breath, as StrictMode does', async () => {
    const { call, signals } = callThat(async () => 'a');
    call.open()();
    call.open();
    await pass(0);
    expect(signals).toHaveLength(1);
    expect(signals[0]?.aborted).toBe(false);
    expect(call.getState()).toEqual({ status: 'done', data: 'a' });
  });

  it('is aborted, not retried and not updated once no component shows it', async () => {
    const { call, signals, returned } = callThat(never);
    const [close, closeOther] = [call.open(), call.open()];
    close();
    await pass(0);
    expect(signals[0]?.aborted).toBe(false);
    closeOther();
    await pass(60_000);
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
    expect(returned.size).toBe(0);
    call.open();
    expect(signals, 'shown again, it is asked again').toHaveLength(2);
  });

  it('shows a fresh answer without asking, and an old one while it asks', async () => {
    const { call, signals, comeBack } = callThat(
      async () => 'first',
      async () => 'second',
    );
    call.open()();
    await pass(STALE_MS - 1);
    call.open();
    await comeBack();
    expect(signals).toHaveLength(1);
    await pass(1);
    await comeBack();
    expect(signals).toHaveLength(2);
    expect(call.getState()).toEqual({ status: 'done', data: 'second' });
  });

  it('keeps its data when a refetch fails', async () => {
    const { call } = callThat(async () => 'first', unknown);
    call.open();
    await pass(0);
    call.retry();
    expect(call.getState()).toEqual({ status: 'done', data: 'first' });
    await pass(0);
    expect(call.getState()).toEqual({ status: 'done', data: 'first' });
  });

  it('asks for an expired answer when it is next shown', async () => {
    const { call, signals } = callThat(async () => 'a');
    call.open()();
    await pass(0);
    call.expire();
    expect(signals).toHaveLength(1);
    call.open();
    expect(signals).toHaveLength(2);
  });
});
