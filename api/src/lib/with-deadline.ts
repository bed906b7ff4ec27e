/**
 * Returns the result of `work`, or rejects with `onLate()` when that takes longer than `milliseconds`. The
 * work itself goes on: a caller who was told it is late and tries again must find it done, or do it once.
 */
export async function withDeadline<Result>(
  work: Promise<Result>,
  milliseconds: number,
  onLate: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // A busy process is no proof of slow work: data that has already arrived is read before judging.
    timer = setTimeout(() => setImmediate(() => reject(onLate())), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
