/**
 * How long a caller waits for what, in milliseconds. Together they keep one promise: whatever holds an answer
 * up, the caller is told within two seconds to come back. Read where they are used, so that a test which is
 * about something else can set longer ones (`test/time-limits.ts`).
 */
export const timeLimits = {
  /** From the call to its answer; past it 'database_unavailable'. */
  answer: 1_800,
  /** For a free database connection; `connect_timeout` of the address (seconds) wins. */
  connection: 1_000,
  /** For a lock of the database. */
  lock: 1_000,
  /** For one statement. */
  statement: 5_000,
  /** For the sessions of a request: a connection that hangs holds up every request of the process. */
  sessions: 1_500,
  /**
   * For a turn at work that few may do at once. Below `answer`: a caller whose turn did not come is told that
   * the process is busy, and the work is never begun.
   */
  turn: 1_000,
  /**
   * For a command of Redis, which holds only data that may be lost and is not worth a longer wait. No call
   * asks it more than twice.
   */
  redis: 90,
  /** For what a page shows of its merchant or employee: a page without it is better than one that waits. */
  page: 500,
  /** For writing down an attempt on an unknown id, which delays the refusal. */
  unknownId: 400,
  /** For room in a busy process, during a short burst. */
  room: 200,
  /** The same for what can wait until the merchant is quiet. */
  roomAtDesk: 1_500,
  /** The same under lasting overload, for all. */
  roomInOverload: 50,
  /** For a request's place among those in progress: past it the request is I/O-bound. */
  place: 2_000,
  /** What a request at the counter may take on average before the process admits fewer. */
  slowAnswer: 250,
};
