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
 * How the link reaches the employee: in an e-mail, or, where no mail server is configured, from the hands of
 * whoever asked for it. It is shown that once: only its hash is stored.
 */
export type PasswordLinkDelivery = { delivery: 'email' } | { delivery: 'link'; link: string };

type LinkDependencies = Pick<App, 'env' | 'mail' | 'tokens'>;

/**
 * Makes a link by which the employee sets a password, in the caller's transaction, and has its e-mail sent
 * once that commits. Earlier links of the employee end; only an invitation outlives a reset, for anybody who
 * knows the address may ask for one. Writes no audit entry: whoever asks knows what for.
 */
export async function issuePasswordLink(
  deps: LinkDependencies,
  tx: TenantTransaction,
  { kind, employeeId, createdBy }: { kind: PasswordLinkKind; employeeId: string; createdBy: string | null },
): Promise<PasswordLinkDelivery> {
  const id = newId();
  const createdAt = tx.now;
  const expiresAt = new Date(createdAt.getTime() + TTL_SECONDS[kind] * 1_000);
  // Derived, so that neither the table nor the job's payload holds what opens the account.
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

/** The token is in the fragment, which browsers send to nobody: it stands in no log and no Referer. */
export function passwordLinkOf({ env }: Pick<App, 'env'>, token: string): string {
  return `${env.appOrigin}/set-password#${token}`;
}
