import type { Provider, SyncAction } from 'domain/integrations';
import { assertCents } from 'domain/money';
import type { z } from 'zod';
import { DeliveryFailure } from '../deliveries/delivery.ts';
import type { Environment } from '../env.ts';

/** A merchant's account at a provider. The key is in clear, for a call and nothing else. */
export interface ProviderAccount {
  apiKey: string;
  audienceId: string | null;
  serverPrefix: string | null;
}

/** A customer as sent to providers. Amounts are whole centavos; the phone is digits with the area code. */
export interface SyncedCustomer {
  id: string;
  phone: string;
  name: string | null;
  email: string | null;
  /** Other addresses of the customer, from records that were merged into this one. */
  formerEmails: readonly string[];
  /** The latest answer on marketing to `email`; null: none, or there is no address. */
  emailConsent: boolean | null;
  availableCents: number;
  totalSpentCents: number;
  totalCashbackCents: number;
}

export interface SyncEvent {
  action: Exclude<SyncAction, 'erase'>;
  occurredAt: Date;
  /** The configured tags, which every contact gets. */
  tags: readonly string[];
}

/** What a provider tells of a contact. 'unsubscribed': the person ended marketing there. */
export type ContactState = 'unsubscribed' | 'open';

/** The path is relative to the API's base, without a leading slash, its parts already encoded. */
export interface ProviderRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
}

/**
 * Makes one call; the caller respects the account's limits. `json` is undefined if the answer has no content.
 * Throws ProviderFailure for every answer but success.
 */
export type CallProvider = (request: ProviderRequest) => Promise<{ status: number; json: unknown }>;

/** The base addresses of the providers' APIs. */
export type ProviderAddresses = Pick<Environment, 'mailchimpApi' | 'rdStationApi'>;

export interface Campaign {
  subject: string;
  fromName: string;
  replyTo: string;
  title: string;
  html: string;
}

/** The part of a campaign that exists already, and a callback for the next part. */
export interface CampaignProgress {
  campaignId?: string | undefined;
  onCreated(campaignId: string): Promise<void>;
}

export interface ProviderContact {
  email: string;
  name: string | null;
}

/**
 * Everything particular about one provider. A new one is a file with such an object, a line in `providers.ts`
 * and its id in packages/domain. Every method that calls throws ProviderFailure.
 */
export interface ProviderClient {
  readonly id: Provider;
  /** Shown to employees. */
  readonly name: string;
  /** Limits of one account: concurrent calls, and calls per minute if the provider counts those. */
  readonly limits: { connections: number; callsPerMinute: number | null };
  /**
   * Base of the account's API, without a trailing slash. Throws ProviderFailure if the stored account leads
   * elsewhere.
   */
  baseUrl(account: ProviderAccount, addresses: ProviderAddresses): URL;
  /** The headers that authenticate the account. */
  authorization(account: ProviderAccount): Record<string, string>;
  /** The provider's error message, from the JSON of a failed answer. */
  errorText(json: unknown): string | undefined;
  /** The address that identifies the customer at the provider; made from the phone if there is none. */
  emailOf(customer: SyncedCustomer): string;
  /** Every tag that the event gives to the customer's contact. */
  tagsOf(customer: SyncedCustomer, event: SyncEvent): readonly string[];
  /**
   * Sends how the customer stands now; for marketing only with consent, and never one who withdrew it. An
   * address that unsubscribed at the provider is subscribed again only if `isNewConsent`: the provider was
   * not told of the present consent yet. Repeating it changes nothing.
   */
  syncCustomer(
    call: CallProvider,
    account: ProviderAccount,
    customer: SyncedCustomer,
    event: SyncEvent,
    isNewConsent: () => Promise<boolean>,
  ): Promise<ContactState>;
  /** Ends marketing to an address. One that the provider does not know is not made known to it. */
  endMarketing(call: CallProvider, account: ProviderAccount, email: string): Promise<void>;
  /** Erases the contact for good. False if the account does not have the contact. */
  eraseContact(call: CallProvider, account: ProviderAccount, email: string): Promise<boolean>;
  testConnection(
    call: CallProvider,
    account: ProviderAccount,
  ): Promise<{ accountName: string | null; contacts: number }>;
  /** Continues after the part that `progress` says exists. */
  createCampaign?(
    call: CallProvider,
    account: ProviderAccount,
    campaign: Campaign,
    progress: CampaignProgress,
  ): Promise<{ campaignId: string }>;
  findContact?(call: CallProvider, account: ProviderAccount, email: string): Promise<ProviderContact>;
}

/** A call that failed. The log shows the message; `cause` is the OutgoingFailure if there was no answer. */
export class ProviderFailure extends DeliveryFailure {
  override name = 'ProviderFailure';

  constructor(message: string, failure: ConstructorParameters<typeof DeliveryFailure>[1], cause?: unknown) {
    super(message, failure);
    if (cause !== undefined) this.cause = cause;
  }
}

/** The stored account leads to another host than the provider's. */
export function wrongAddress({ name }: Pick<ProviderClient, 'name'>): ProviderFailure {
  return new ProviderFailure(`A configuração não leva ao endereço do ${name}. Salve-a novamente.`, {
    retryable: false,
  });
}

/** An answer outside the provider's contract, perhaps from something in between. */
export function unexpectedAnswer({ name }: Pick<ProviderClient, 'name'>, status: number): ProviderFailure {
  return new ProviderFailure(`A resposta do ${name} não é a esperada (${status}).`, {
    retryable: true,
    status,
  });
}

/** The part of an answer that `schema` describes. Throws ProviderFailure if it does not match. */
export function readAnswer<Schema extends z.ZodType>(
  client: Pick<ProviderClient, 'name'>,
  schema: Schema,
  answer: { status: number; json: unknown },
): z.output<Schema> {
  const read = schema.safeParse(answer.json);
  if (!read.success) throw unexpectedAnswer(client, answer.status);
  return read.data;
}

/** False if the provider has no such contact. */
export async function isFound(call: ReturnType<CallProvider>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof ProviderFailure && error.status === 404) return false;
    throw error;
  }
}

/** Placeholder domain; no mail is delivered there. */
const NO_EMAIL_DOMAIN = 'sem-email.cashback.local';

export function emailOf(customer: Pick<SyncedCustomer, 'email' | 'phone'>): string {
  return customer.email ?? `${customer.phone}@${NO_EMAIL_DOMAIN}`;
}

/** The phone of a placeholder; undefined for an e-mail. */
export function phoneOf(email: string): string | undefined {
  const [phone, domain] = email.split('@');
  return domain === NO_EMAIL_DOMAIN ? phone : undefined;
}

export function bearer(account: ProviderAccount): Record<string, string> {
  return { authorization: `Bearer ${account.apiKey}` };
}

/** 1234567 → '12345.67', the format of decimal fields. */
export function decimalOf(cents: number): string {
  const digits = String(Math.abs(assertCents(cents))).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
