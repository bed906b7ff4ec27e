import { EMAIL_LINK_TTL_SECONDS } from 'domain/lifetimes';
import type { App } from '../context.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { newId } from '../lib/id.ts';
import { sha256 } from '../lib/tokens.ts';
import type { TenantTransaction } from '../tenant.ts';
import { insertEmailLink, type PendingSignup } from './email-links.sql.ts';

/**
 * Makes a link by which somebody proves the address, in the caller's transaction, and has its e-mail sent
 * once that commits. Whether the address belongs to somebody already is found out by the job: here the work
 * is the same.
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

/** The token is found by its hash, whichever secret made it; in the fragment, as a password link's. */
export function emailLinkOf(
  { env, tokens }: Pick<App, 'tokens' | 'env'>,
  link: { merchantId: string; id: string; tokenHash: Buffer },
): string {
  return `${env.appOrigin}/confirm-email#${tokens.tokenWithHash(link.tokenHash, 'EMAIL', link.merchantId, link.id)}`;
}
