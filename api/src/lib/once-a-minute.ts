const MINUTE_MS = 60_000;

/**
 * Calls `tell` for the first event at once, then at most once a minute. `untold` is the number of events
 * since the last call that were left out.
 */
export function onceAMinute<Event>(tell: (event: Event, untold: number) => void): (event: Event) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  let untold = 0;
  return (event) => {
    const now = performance.now();
    if (now - toldAt < MINUTE_MS) {
      untold += 1;
      return;
    }
    tell(event, untold);
    toldAt = now;
    untold = 0;
  };
}
