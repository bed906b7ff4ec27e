import type { Logger } from 'pino';
import type { ActingEmployee } from '../acting-employee.ts';
import type { RateLimit, RateLimiter } from '../lib/rate-limit.ts';
import { timeLimits } from '../lib/time-limits.ts';
import { withDeadline } from '../lib/with-deadline.ts';
import type { Tenancy } from '../tenant.ts';
import { recordAudit } from './record-audit.ts';

/** Enough to be noticed; a script that tries a million ids does not fill the log. */
export const UNKNOWN_IDS_PER_EMPLOYEE: RateLimit = {
  name: 'unknown-id-audit',
  limit: 60,
  windowSeconds: 3_600,
};

const late = () => new Error('the attempt was not written in time');

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_IDS = 5;

/**
 * The ids in an input: field → id. A request's id is the caller's own and names no entity. A phone is no id:
 * not finding one is everyday work at the counter.
 */
function idsIn(input: unknown): [field: string, id: string][] {
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input)
    .filter(([field]) => field !== 'operationId' && /^id$|Ids?$/.test(field))
    .flatMap(([field, value]) => [value].flat().map((one): [string, unknown] => [field, one]))
    .filter((pair): pair is [string, string] => typeof pair[1] === 'string' && UUID.test(pair[1]))
    .slice(0, MAX_IDS)
    .map(([field, id]) => [field, id.toLowerCase()]);
}

/**
 * Records in the log of the caller's own merchant that an id was requested that does not exist there. If it
 * exists elsewhere, neither the entry nor its timing differs. Never throws.
 */
export async function recordUnknownId(
  { tenancy, limiter, log }: { tenancy: Tenancy; limiter: RateLimiter; log: Logger },
  staff: ActingEmployee,
  request: { ip: string; userAgent?: string | undefined },
  attempt: { path: string; input: unknown },
): Promise<void> {
  const ids = idsIn(attempt.input);
  const [first] = ids;
  if (!first) return;
  const write = async () => {
    if ((await limiter.hit(UNKNOWN_IDS_PER_EMPLOYEE, staff.employeeId)) !== undefined) return;
    await tenancy.withTenant(staff.merchantId, (tx) =>
      recordAudit(tx, {
        action: 'access.unknown_id',
        entity: attempt.path,
        entityId: first[1],
        actor: staff,
        request,
        details: Object.fromEntries(ids),
      }),
    );
  };
  await withDeadline(write(), timeLimits.unknownId, late).catch((err: unknown) => {
    log.warn({ err, path: attempt.path }, 'an attempt on an unknown id was not written');
  });
}
