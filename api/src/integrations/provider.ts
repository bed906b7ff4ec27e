import type { Provider, SyncAction } from 'domain/integrations';
import { assertCents } from 'domain/money';
import type { z } from 'zod';
import { DeliveryFailure } from '../deliveries/delivery.ts';
import type { Environment } from '../env.ts';

/** What a merchant told of its account at a provider. The key in clear: for a call, and for nothing else. */
export interface ProviderAccount {
  apiKey: string;
  audienceId: string | null;
  serverPrefix: string | null;
}

/**
 * A customer as providers are told of one. Amounts are whole centavos; the phone is digits with the area
 * code.
 */
export interface SyncedCustomer {
  id: string;
  phone: string;
  name: string | null;
  email: string | null;
  availableCents: number;
  totalSpentCents: number;
  totalCashbackCents: number;
}

export interface SyncEvent {
  action: SyncAction;
  occurredAt: Date;
  /** Those the configuration gives to every contact. */
  tags: readonly string[];
}

/** The path is relative to the API's base, without a leading slash, its parts already encoded. */
export interface ProviderRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object;
}

/**
 * Makes one call; whoever gives it sees to the account's limits. `json` is undefined where the answer has no
 * content. Throws ProviderFailure for every answer but success.
 */
export type CallProvider = (request: ProviderRequest) => Promise<{ status: number; json: unknown }>;

/** Where the addresses of the providers' APIs come from. */
export type ProviderAddresses = Pick<Environment, 'mailchimpApi' | 'rdStationApi'>;

export interface Campaign {
  subject: string;
  fromName: string;
  replyTo: string;
  title: string;
  html: string;
}

/** What of a campaign is there already, and who wants to know as soon as there is more. */
export interface CampaignProgress {
  campaignId?: string | undefined;
  onCreated(campaignId: string): Promise<void>;
}

export interface ProviderContact {
  email: string;
  name: string | null;
}

/**
 * A provider: the whole of what is particular about it. Another one is a file with such an object, a line in
 * `providers.ts` and its id in packages/domain. Every method that calls throws ProviderFailure.
 */
export interface ProviderClient {
  readonly id: Provider;
  /** As people call it. */
  readonly name: string;
  /** Of one account: calls at once, and calls in a minute where those are counted. */
  readonly limits: { connections: number; callsPerMinute: number | null };
  /**
   * Of the account's API, without a trailing slash. Throws ProviderFailure where what is stored leads
   * elsewhere.
   */
  baseUrl(account: ProviderAccount, addresses: ProviderAddresses): URL;
  /** What proves who is calling. */
  authorization(account: ProviderAccount): Record<string, string>;
  /** What the provider says is wrong, from the JSON of an answer that is no success. */
  errorText(json: unknown): string | undefined;
  /** The address under which the provider knows the customer; made from the phone where there is none. */
  emailOf(customer: SyncedCustomer): string;
  /** Every tag that the event gives to the customer's contact. */
  tagsOf(customer: SyncedCustomer, event: SyncEvent): readonly string[];
  /** Tells the provider how the customer stands now. Doing it again changes nothing. */
  syncCustomer(
    call: CallProvider,
    account: ProviderAccount,
    customer: SyncedCustomer,
    event: SyncEvent,
  ): Promise<void>;
  testConnection(
    call: CallProvider,
    account: ProviderAccount,
  ): Promise<{ accountName: string | null; contacts: number }>;
  /** Goes on where `progress` says that an earlier call stopped. */
  createCampaign?(
    call: CallProvider,
    account: ProviderAccount,
    campaign: Campaign,
    progress: CampaignProgress,
  ): Promise<{ campaignId: string }>;
  findContact?(call: CallProvider, account: ProviderAccount, email: string): Promise<ProviderContact>;
}

/**
 * The provider did not do it. The message is what the log shows; `cause` is the OutgoingFailure where nothing
 * was answered.
 */
export class ProviderFailure extends DeliveryFailure {
  override name = 'ProviderFailure';

  constructor(message: string, failure: ConstructorParameters<typeof DeliveryFailure>[1], cause?: unknown) {
    super(message, failure);
    if (cause !== undefined) this.cause = cause;
  }
}

/** What is stored of the account leads to somewhere else than the provider. */
export function wrongAddress({ name }: Pick<ProviderClient, 'name'>): ProviderFailure {
  return new ProviderFailure(`A configuração não leva ao endereço do ${name}. Salve-a novamente.`, {
    retryable: false,
  });
}

/** Not what the provider's contract says: perhaps something on the way answered in its place. */
export function unexpectedAnswer({ name }: Pick<ProviderClient, 'name'>, status: number): ProviderFailure {
  return new ProviderFailure(`A resposta do ${name} não é a esperada (${status}).`, {
    retryable: true,
    status,
  });
}

/** The part of an answer that `schema` describes. Throws ProviderFailure where it is not there. */
export function readAnswer<Schema extends z.ZodType>(
  client: Pick<ProviderClient, 'name'>,
  schema: Schema,
  answer: { status: number; json: unknown },
): z.output<Schema> {
  const read = schema.safeParse(answer.json);
  if (!read.success) throw unexpectedAnswer(client, answer.status);
  return read.data;
}

/** Whom providers know a customer without an e-mail by. Nobody's mail ever goes there. */
const NO_EMAIL_DOMAIN = 'sem-email.cashback.local';

export function emailOf(customer: SyncedCustomer): string {
  return customer.email ?? `${customer.phone}@${NO_EMAIL_DOMAIN}`;
}

export function bearer(account: ProviderAccount): Record<string, string> {
  return { authorization: `Bearer ${account.apiKey}` };
}

/** 1234567 → '12345.67', as a decimal field takes it. */
export function decimalOf(cents: number): string {
  const digits = String(Math.abs(assertCents(cents))).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
