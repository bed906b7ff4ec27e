import type { App } from '../context.ts';
import { endNotice } from './inactivity-notices.sql.ts';
import { customerOfKeepToken } from './keep-link.ts';

/**
 * Keeps the customer whose link was opened. False where no notice stands: it was answered, the customer has
 * bought since, or was erased. Undefined for a link that is not ours.
 */
export async function keepCustomer(
  { tenancy, env }: Pick<App, 'tenancy'> & { env: Pick<App['env'], 'tokenSecrets'> },
  merchantId: string,
  token: string,
): Promise<boolean | undefined> {
  const customerId = customerOfKeepToken(env.tokenSecrets, merchantId, token);
  if (customerId === undefined) return undefined;
  return await tenancy.withTenant(merchantId, (tx) => endNotice(tx, customerId));
}
