/** A source of "now" for tests and the demo to move. The product's own is the database's, `tx.now`. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Clock for durations only: it goes on evenly when the system's clock is set. */
export const steadyClock: Clock = { now: () => new Date(performance.timeOrigin + performance.now()) };
