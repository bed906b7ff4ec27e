import { EMAIL_LINK_TTL_SECONDS } from 'domain/lifetimes';
import type { App } from '../context.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { newId } from '../lib/id.ts';
import { sha256 } from '../lib/tokens.ts';
import type { TenantTransaction } from '../tenant.ts';
import { insertEmailLink, type PendingSignup } from './email-links.sql.ts';

/**
 * Creates a link that proves the address, in the caller's transaction, and enqueues its e-mail. The job finds
 * out whether the address is taken: here the work is the same for every address.
 */
export async function issueEmailLink(
  deps: Pick<App, 'tokens'>,
  tx: TenantTransaction,
  link: { email: string } & (
    | { employeeId: string; signup: null }
    | { employeeId: null; signup: PendingSignup }
  ),
): Promise<void> {
  const id = newId();
  await insertEmailLink(tx, {
    ...link,
    id,
    tokenHash: sha256(deps.tokens.tokenFor('EMAIL', tx.merchantId, id)),
    ttlSeconds: EMAIL_LINK_TTL_SECONDS,
  });
  await enqueueJob(tx, 'send-email-link', { merchantId: tx.merchantId, linkId: id });
}

/**
 * The URL of a link. The token is in the fragment, as a password link's, and matches the stored hash under
 * whichever secret made it.
 */
export function emailLinkOf(
  { env, tokens }: Pick<App, 'tokens' | 'env'>,
  link: { merchantId: string; id: string; tokenHash: Buffer },
): string {
  return `${env.appOrigin}/confirm-email#${tokens.tokenWithHash(link.tokenHash, 'EMAIL', link.merchantId, link.id)}`;
}
