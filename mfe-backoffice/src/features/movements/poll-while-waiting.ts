const POLL_MS = 10_000;
/** A code that is shown at a counter is read within minutes, or much later. */
const SOON_MS = 15 * 60_000;

/**
 * How often to ask again (ms): while the customer of a code that was just made may be reading it; else never.
 */
export function pollWhileWaiting(
  movements: readonly { status: string; createdAt: string }[] | undefined,
): number | false {
  const isAwaited = movements?.some(
    ({ status, createdAt }) => status === 'waiting' && Date.now() - Date.parse(createdAt) < SOON_MS,
  );
  return isAwaited ? POLL_MS : false;
}
