import { INVITATION_TTL_SECONDS, PASSWORD_RESET_TTL_SECONDS } from 'domain/lifetimes';
import type { App } from '../context.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { newId } from '../lib/id.ts';
import { sha256 } from '../lib/tokens.ts';
import type { TenantTransaction } from '../tenant.ts';
import { expirePasswordLinks, type PasswordLinkKind } from './password-links.sql.ts';

const TTL_SECONDS: Record<PasswordLinkKind, number> = {
  invitation: INVITATION_TTL_SECONDS,
  reset: PASSWORD_RESET_TTL_SECONDS,
};

/**
 * The way a link reaches the employee: by e-mail, or, without a mail server, through the caller. The caller
 * sees it once, because only its hash is stored.
 */
export type PasswordLinkDelivery = { delivery: 'email' } | { delivery: 'link'; link: string };

type LinkDependencies = Pick<App, 'mail' | 'tokens'> & { env: Pick<App['env'], 'appOrigin'> };

/**
 * Creates a link that sets the employee's password, in the caller's transaction, and enqueues its e-mail. It
 * ends the employee's earlier links, but a reset leaves an invitation open, because anyone who knows the
 * address may ask for a reset. The caller writes the audit entry.
 */
export async function issuePasswordLink(
  deps: LinkDependencies,
  tx: TenantTransaction,
  { kind, employeeId, createdBy }: { kind: PasswordLinkKind; employeeId: string; createdBy: string | null },
): Promise<PasswordLinkDelivery> {
  const id = newId();
  const createdAt = tx.now;
  const expiresAt = new Date(createdAt.getTime() + TTL_SECONDS[kind] * 1_000);
  // Derived, so that neither the table nor the job's payload holds the token.
  const token = deps.tokens.tokenFor('PASSWORD', tx.merchantId, id);
  await expirePasswordLinks(
    tx,
    employeeId,
    kind === 'reset' ? ['reset'] : ['invitation', 'reset'],
    createdAt,
  );
  const tokenHash = Uint8Array.from(sha256(token));
  await tx.prisma(({ passwordLink }) =>
    passwordLink.create({
      data: {
        merchantId: tx.merchantId,
        id,
        employeeId,
        kind,
        tokenHash,
        createdBy,
        createdAt,
        expiresAt,
      },
    }),
  );
  if (!deps.mail) return { delivery: 'link', link: passwordLinkOf(deps, token) };
  await enqueueJob(tx, 'mail-password-link', { merchantId: tx.merchantId, linkId: id });
  return { delivery: 'email' };
}

/** The URL of a link. Browsers do not send the fragment, so the token is in no log and no Referer. */
export function passwordLinkOf({ env }: Pick<LinkDependencies, 'env'>, token: string): string {
  return `${env.appOrigin}/set-password#${token}`;
}
