const MINUTE_MS = 60_000;

/**
 * Tells of what is repeated at once, and then once a minute at most, with the number of those since the last
 * time that were not told of.
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
