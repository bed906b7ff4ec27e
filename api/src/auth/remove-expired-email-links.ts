import type { App } from '../context.ts';
import { deleteExpiredEmailLink, listExpiredEmailLinks } from './email-links.sql.ts';

const AT_ONCE = 1_000;

/** Deletes expired links, so that unproved sign-ups are not kept longer than their links. */
export async function removeExpiredEmailLinks(
  { tenancy }: Pick<App, 'tenancy'>,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const expired = await listExpiredEmailLinks(tenancy, AT_ONCE);
    for (const { merchantId, id } of expired) {
      signal?.throwIfAborted();
      await tenancy.withTenant(merchantId, (tx) => deleteExpiredEmailLink(tx, id));
    }
    if (expired.length < AT_ONCE) return;
  }
}
