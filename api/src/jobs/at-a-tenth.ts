import { setTimeout as delay } from 'node:timers/promises';

/**
 * Does one batch, then pauses nine times as long as that took: the database works for the job a tenth of the
 * time, and less where requests slow it down. There is no pause after the last batch. Throws, instead of the
 * batch or the pause, on the signal.
 */
export async function atATenth<Result>(
  batch: () => Promise<Result>,
  signal?: AbortSignal,
  isLast: (result: Result) => boolean = () => false,
): Promise<Result> {
  signal?.throwIfAborted();
  const startedAt = performance.now();
  const result = await batch();
  if (isLast(result)) return result;
  await delay(9 * (performance.now() - startedAt), undefined, { signal });
  return result;
}
