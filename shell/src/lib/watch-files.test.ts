import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchPastCaches, giveUpWhenSilent } from './watch-files.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A file on its way; how often it was given up, and how often it was asked about. */
function watched(isBeingSent: () => Promise<boolean>) {
  const file = new EventTarget();
  const seen = { failures: 0, questions: 0 };
  file.addEventListener('error', () => {
    seen.failures += 1;
  });
  void giveUpWhenSilent(file, () => {
    seen.questions += 1;
    return isBeingSent();
  });
  return { file, seen };
}

const never = () => new Promise<boolean>(() => undefined);

test.each(['load', 'error'])('a file that ends with %s is not asked about', async (end) => {
  const { file, seen } = watched(never);
  await vi.advanceTimersByTimeAsync(4_000);
  file.dispatchEvent(new Event(end));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual({ failures: end === 'error' ? 1 : 0, questions: 0 });
});

test('a file that is not served fails as soon as that is known, once', async () => {
  const { seen } = watched(async () => false);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(seen).toEqual({ failures: 0, questions: 0 });
  await vi.advanceTimersByTimeAsync(200);
  expect(seen).toEqual({ failures: 1, questions: 1 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual({ failures: 1, questions: 1 });
});

test('a file that arrives while it is asked about has not failed', async () => {
  const { file, seen } = watched(never);
  await vi.advanceTimersByTimeAsync(6_000);
  file.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual({ failures: 0, questions: 1 });
});

test('a file that is being sent may take as long as it takes', async () => {
  const { file, seen } = watched(async () => true);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(seen.failures).toBe(0);
  expect(seen.questions).toBeGreaterThan(5);
  file.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.failures).toBe(0);
});

/** A server that never answers; how many questions it still holds open. */
function silentServer() {
  const seen = { open: 0, caches: [] as unknown[] };
  vi.stubGlobal('fetch', (_address: string, { signal, cache }: RequestInit) => {
    seen.open += 1;
    seen.caches.push(cache);
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        seen.open -= 1;
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
  });
  return seen;
}

test('a retry of a file that is not served ends, and leaves no connection busy', async () => {
  const seen = silentServer();
  const retry = expect(fetchPastCaches(['/remotes/a.js', '/remotes/a.css'])).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(seen).toEqual({ open: 2, caches: ['reload', 'reload'] });
  await vi.advanceTimersByTimeAsync(2_000);
  await retry;
  expect(seen.open).toBe(0);
});

test('a retry goes on once all is here, and does not wait for ever for what comes slowly', async () => {
  vi.stubGlobal('fetch', async () => new Response('here'));
  await fetchPastCaches(['/remotes/a.js']);
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ start: () => undefined })));
  const slow = fetchPastCaches(['/remotes/a.js']);
  await vi.advanceTimersByTimeAsync(6_000);
  await slow;
});
