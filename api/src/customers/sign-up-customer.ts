import type { ConsentChannel } from 'domain/consents';
import { resolveProgram } from '../domains/resolve-program.ts';
import { Refusal } from '../errors.ts';
import { newId } from '../lib/id.ts';
import { pageLogoUrl } from '../logos/picture-addresses.ts';
import { findRecordedPhone } from '../proof/customer-proofs.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { insertConsents } from './consents.sql.ts';
import { announceSignup, completeCustomer, getProgram, insertCustomer } from './customers.sql.ts';

export interface SignupLink {
  merchantName: string;
  programName: string;
  slug: string;
  logoUrl: string | null;
  brandColor: string | null;
  rateBasisPoints: number;
  earningMinPurchaseCents: number;
}

type Dependencies = { tenancy: Tenancy };

interface SignupInput {
  slug: string;
  name: string;
  phone: string;
  email?: string | undefined;
  /** The ticked boxes. */
  consents?: { textVersion: number; channels: readonly ConsentChannel[] } | undefined;
}

/** The merchant as the signup page shows it. Throws Refusal 'invalid_signup_link'. */
export async function readSignupLink(
  { tenancy }: Pick<Dependencies, 'tenancy'>,
  hostMerchantId: string | undefined,
  slug: string,
): Promise<SignupLink> {
  const merchantId = await resolveProgram(tenancy, hostMerchantId, slug);
  if (merchantId === undefined) throw new Refusal('invalid_signup_link');
  const merchant = await tenancy.withTenant(merchantId, getProgram);
  return {
    merchantName: merchant.name,
    programName: merchant.program_name,
    slug: merchant.signup_link_slug,
    logoUrl: pageLogoUrl(merchant.logo_url),
    brandColor: merchant.brand_color,
    rateBasisPoints: merchant.rate_basis_points,
    earningMinPurchaseCents: merchant.earning_min_purchase_cents,
  };
}

/**
 * Creates the customer, or recognizes the phone, with its ninth digit or without. An existing customer's data
 * is neither replaced nor shown, because knowing a phone number proves nothing; only what the record lacks is
 * filled in. For the same reason a known phone's ticked boxes are no consent; the answer tells nothing of it.
 * `customerId` is a new customer's, null for a known one. Throws Refusal 'invalid_signup_link'.
 */
export async function signUpCustomer(
  { tenancy }: Dependencies,
  hostMerchantId: string | undefined,
  request: { ip: string; userAgent?: string | undefined },
  input: SignupInput,
): Promise<{ phone: string; slug: string; isNew: boolean; customerId: string | null }> {
  const merchantId = await resolveProgram(tenancy, hostMerchantId, input.slug);
  if (merchantId === undefined) throw new Refusal('invalid_signup_link');
  const id = await tenancy.withTenant(merchantId, async (tx) => {
    const { now } = tx;
    const { name, email = null } = input;
    const phone = await findRecordedPhone(tx, input.phone);
    const inserted = await insertCustomer(tx, { id: newId(), phone, name, email, now });
    if (inserted === undefined) await completeCustomer(tx, { phone, name, email });
    else {
      await giveConsents(tx, inserted, request, input);
      await announceSignup(tx, inserted, now);
    }
    return inserted;
  });
  return {
    phone: input.phone,
    slug: input.slug.toLowerCase(),
    isNew: id !== undefined,
    customerId: id ?? null,
  };
}

/** A consent to e-mail needs an e-mail. */
async function giveConsents(
  tx: TenantTransaction,
  customerId: string,
  request: { ip: string; userAgent?: string | undefined },
  { email, consents }: SignupInput,
): Promise<void> {
  if (!consents) return;
  await insertConsents(tx, {
    customerId,
    channels: consents.channels.filter((channel) => channel !== 'email' || email !== undefined),
    isGiven: true,
    textVersion: consents.textVersion,
    source: 'signup',
    employeeId: null,
    request,
  });
}
