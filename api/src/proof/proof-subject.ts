import type { ProofSubject } from 'domain/proof';
import { readPhone } from 'domain/read-phone';
import type { Context } from '../context.ts';
import { resolveProgram } from '../domains/resolve-program.ts';
import { Refusal } from '../errors.ts';
import { sha256 } from '../lib/tokens.ts';
import type { Tenancy } from '../tenant.ts';
import { type AskedCustomer, findPhone, findRecordedPhone, findRedemptionByHash } from './proof.sql.ts';

/** One browser that proves something, at the merchant whose host was called. */
export type ProvingCaller = Pick<Context, 'app' | 'ip' | 'customerDevices' | 'setCustomerDevice'> & {
  hostMerchantId: string | undefined;
};

const TOKEN_SHAPE = /^REDEMPTION_[\w-]{27}$/;

/**
 * Finds the merchant and the phone of the customer who has to prove their identity. Throws Refusal
 * 'not_found' if no merchant is named, 'invalid_token' if the redemption is unknown, of another merchant than
 * the host's or of an erased customer, and 'customer_not_found' if the phone is invalid.
 */
export async function findAskedCustomer(
  { app: { tenancy }, hostMerchantId }: Pick<ProvingCaller, 'hostMerchantId'> & { app: { tenancy: Tenancy } },
  who: ProofSubject,
): Promise<AskedCustomer> {
  if ('token' in who) {
    const redemption = TOKEN_SHAPE.test(who.token)
      ? await findRedemptionByHash(tenancy, sha256(who.token))
      : undefined;
    const isHere = hostMerchantId === undefined || hostMerchantId === redemption?.merchantId;
    if (!redemption || !isHere) throw new Refusal('invalid_token');
    const { merchantId, customerId } = redemption;
    const phone = await tenancy.withTenant(merchantId, (tx) => findPhone(tx, customerId));
    if (phone === null) throw new Refusal('invalid_token');
    return { merchantId, phone };
  }
  const merchantId =
    who.slug === undefined ? hostMerchantId : await resolveProgram(tenancy, hostMerchantId, who.slug);
  if (merchantId === undefined) throw new Refusal('not_found');
  const phone = readPhone(who.phone).digits;
  if (phone === undefined) throw new Refusal('customer_not_found');
  return { merchantId, phone: await tenancy.withTenant(merchantId, (tx) => findRecordedPhone(tx, phone)) };
}

/** The ids by which the merchant may know this browser. */
export function deviceIdsAt(
  { customerDevices }: Pick<Context, 'customerDevices'>,
  merchantId: string,
): string[] {
  return customerDevices()
    .filter((device) => device.merchantId === merchantId)
    .map(({ id }) => id);
}
