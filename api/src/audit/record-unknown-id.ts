import type { Logger } from 'pino';
import type { ActingEmployee } from '../acting-employee.ts';
import type { RateLimit, RateLimiter } from '../lib/rate-limit.ts';
import { withDeadline } from '../lib/with-deadline.ts';
import type { Tenancy } from '../tenant.ts';
import { recordAudit } from './record-audit.ts';

/** Enough to be noticed; a script that tries a million ids fills nobody's log. */
export const UNKNOWN_IDS_PER_EMPLOYEE: RateLimit = {
  name: 'unknown-id-audit',
  limit: 60,
  windowSeconds: 3_600,
};

/** The caller is owed a refusal, and gets it in time also when the entry cannot be written. */
const WRITTEN_WITHIN_MS = 400;
const late = () => new Error('the attempt was not written in time');

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_IDS = 5;

/**
 * The ids by which an input names things: field → id. A request's id names nothing, it is the caller's own.
 * Where a phone is looked up there is none, and not finding one is the counter's everyday work.
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
 * Notes in the log of the caller's own merchant that somebody asked for what does not exist there. Whether it
 * exists elsewhere makes no difference to what is written or to how long it takes. Never throws.
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
  await withDeadline(write(), WRITTEN_WITHIN_MS, late).catch((err: unknown) => {
    log.warn({ err, path: attempt.path }, 'an attempt on an unknown id was not written');
  });
}
