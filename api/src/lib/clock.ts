/** A source of "now" for tests and the demo to move. The product's own is the database's, `tx.now`. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The clock's moment for the database, with microseconds as the server's own has them. */
export const databaseTime = (clock: Clock): string => clock.now().toISOString().replace('Z', '789Z');

/** Clock for durations only: it goes on evenly when the system's clock is set. */
export const steadyClock: Clock = { now: () => new Date(performance.timeOrigin + performance.now()) };
