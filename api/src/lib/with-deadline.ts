/**
 * Nobody is left waiting: whatever holds an answer up, the caller is told to come back within two seconds.
 */
export const ANSWER_WITHIN_MS = 1_800;

/**
 * What `work` comes to, or a rejection with `onLate()` when that takes longer than `milliseconds`. The work
 * itself goes on: a caller who was told it is late and tries again must find it done, or do it once.
 */
export async function withDeadline<Result>(
  work: Promise<Result>,
  milliseconds: number,
  onLate: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // A busy process is no proof of slow work: what has already arrived is read before judging.
    timer = setTimeout(() => setImmediate(() => reject(onLate())), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
