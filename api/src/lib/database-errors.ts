/** Knows errors of the database by their codes; no text of theirs is ever shown. */

/**
 * SQLSTATEs of a server that is unreachable or full: connection, resources, shutdown, a failing disk, a
 * demoted primary.
 */
const AWAY_SQLSTATES = /^(?:08|53|58|57P0[1-5]$|25006$|25P0[34]$)/;
const AWAY_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** Unreachable, too slow, closed the connection, no free connection (P2024, P2028), too many connections. */
const AWAY_PRISMA_CODES = /^P(?:1001|1002|1008|1017|2024|2028|2037)$/;
/** Messages of node-postgres and Prisma for errors without a code. */
const AWAY_MESSAGES =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Can't reach database server/;
/** This statement lost: a timeout, a lock, a deadlock, a conflict. Another may succeed at the same moment. */
const LOST_SQLSTATES = /^(?:57014|55P03|40001|40P01|P2034)$/;

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause, meta } = error as {
    code?: unknown;
    cause?: unknown;
    meta?: { driverAdapterError?: unknown };
  };
  if (typeof code === 'string' && !/^P\d{4}$/.test(code)) return code;
  // Prisma wraps the driver's error.
  const inner = meta?.driverAdapterError ?? cause;
  const innerCode = inner === undefined ? undefined : codeOf(inner);
  return (
    innerCode ??
    (inner as { originalCode?: string } | undefined)?.originalCode ??
    (code as string | undefined)
  );
}

/**
 * True if the database answers no request now, so that an immediate retry only makes the caller wait longer.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) {
    if (AWAY_SQLSTATES.test(code) || AWAY_PRISMA_CODES.test(code) || AWAY_SYSTEM_CODES.has(code)) return true;
  }
  return error instanceof Error && AWAY_MESSAGES.test(error.message);
}

/** True if the statement waited for a lock as long as it may. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/**
 * The database cannot answer this call now, and a later try may well succeed. Only where the connection was
 * lost during COMMIT can the work have been done all the same; that is what request ids are for.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return LOST_SQLSTATES.test(codeOf(error) ?? '') || isDatabaseAway(error);
}

/** Named a column, table, function or schema that this database does not have: a migration was not run. */
const OUTDATED_SQLSTATES = /^(?:42703|42P01|42883|3F000)$/;

export function isDatabaseOutdated(error: unknown): boolean {
  return OUTDATED_SQLSTATES.test(codeOf(error) ?? '');
}

/** SQLSTATE that the trigger refuse_held_redemption raises. */
const REDEMPTIONS_HELD = 'RH001';

/** SQLSTATE of the same trigger for one customer. */
const CUSTOMER_HELD = 'RH002';

/** An alert holds the customer, so the database takes no redemption of theirs. */
export function isCustomerHeld(error: unknown): boolean {
  return codeOf(error) === CUSTOMER_HELD;
}

/** The merchant's ledger does not add up, so the database takes no redemption of it. */
export function isRedemptionHeld(error: unknown): boolean {
  return codeOf(error) === REDEMPTIONS_HELD;
}

/** A unique constraint or index refused the row. `constraint` names it where the driver says. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const code = codeOf(error);
  if (code !== '23505' && code !== 'P2002') return false;
  return JSON.stringify([error, (error as Error).message, (error as { cause?: unknown }).cause]).includes(
    constraint,
  );
}
