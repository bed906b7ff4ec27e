/** Knows errors of the database by their codes; no text of theirs is ever shown. */

/** SQLSTATE classes and codes under which a later try may well succeed: connection, resources, shutdown, timeouts. */
const UNAVAILABLE_SQLSTATES = /^(?:08|53|57P0[1-5]$|57014$|55P03$|40001$|40P01$|25P03$)/;
const UNAVAILABLE_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);
/** What node-postgres and Prisma say where no code exists. */
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Can't reach database server/;

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
  if (inner !== undefined) return codeOf(inner) ?? (inner as { originalCode?: string }).originalCode;
  return typeof code === 'string' ? code : undefined;
}

/** The database cannot answer now; nothing was committed by the statement that failed so. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (UNAVAILABLE_SQLSTATES.test(code) || UNAVAILABLE_SYSTEM_CODES.has(code)))
    return true;
  return error instanceof Error && UNAVAILABLE_MESSAGES.test(error.message);
}

/** A unique constraint or index refused the row. `constraint` names it where the driver says. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const code = codeOf(error);
  if (code !== '23505' && code !== 'P2002') return false;
  return JSON.stringify([error, (error as Error).message, (error as { cause?: unknown }).cause]).includes(
    constraint,
  );
}
