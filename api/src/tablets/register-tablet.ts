import { randomBytes } from 'node:crypto';
import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { newId } from '../lib/id.ts';
import { sha256 } from '../lib/tokens.ts';
import type { StaffSession } from '../staff-session.ts';
import { insertTablet, revokeTabletByHash } from './tablets.sql.ts';

/** In use at one merchant; 'too_many_tablets' names it. */
const MAX_TABLETS = 50;

/**
 * Makes the calling browser a tablet of the counter, in place of the one that it is, and ends the session, so
 * that it is locked from now on. Returns the token for its cookie. Throws Refusal 'too_many_tablets'.
 */
export async function registerTablet(
  { sessions, tenancy }: Pick<App, 'sessions' | 'tenancy'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined; tabletToken: string | undefined },
  { name }: { name: string },
): Promise<{ token: string }> {
  const token = randomBytes(32).toString('base64url');
  const tablet = { id: newId(), name, tokenHash: sha256(token), registeredBy: staff.employeeId };
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    if (request.tabletToken) await revokeTabletByHash(tx, sha256(request.tabletToken));
    if (!(await insertTablet(tx, tablet, MAX_TABLETS))) throw new Refusal('too_many_tablets');
    await recordAudit(tx, {
      action: 'tablet.register',
      entity: 'tablet',
      entityId: tablet.id,
      actor: staff,
      request,
      details: { tablet: name },
    });
  });
  await sessions.end(staff);
  return { token };
}
