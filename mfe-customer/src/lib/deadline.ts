/** On a dying connection a request neither fails nor ends; after this long it counts as failed. */
const CALL_DEADLINE_MS = 20_000;

/**
 * Aborts when the call it is given to has taken too long. (`AbortSignal.timeout` is too new for some phones.)
 */
export function callDeadline(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), CALL_DEADLINE_MS);
  return controller.signal;
}
