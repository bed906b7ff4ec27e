/** How often one delivery is tried before it is given up; the table's constraint says the same. */
export const MAX_TRIES = 8;

/** One event of a merchant for one of its receivers, an integration or a webhook. */
export interface Delivery {
  merchantId: string;
  id: string;
  integrationConfigId: string | null;
  webhookEndpointId: string | null;
  /** In the receiver's words: 'purchase' for an integration is 'cashback.confirmed' for a webhook. */
  event: string;
  /** The row the event is about, of a table that depends on the event. */
  subjectId: string;
  /** Null where a webhook is only tried out. */
  customerId: string | null;
  bulkSyncId: string | null;
  /** Begun, the present one included. */
  tries: number;
  occurredAt: Date;
  /** What a webhook is sent, once it was made. */
  body: string | null;
}

/** A try for which everything was read: what is left needs no transaction. */
export interface PreparedCall {
  /** @throws DeliveryFailure whatever the receiver does not take */
  call(): Promise<{ status: number | null }>;
  /** What a webhook is sent, to be kept, so that every try sends the same. */
  body?: string;
  /** What an integration is told, for its log. */
  told?: ToldContact;
}

/** The contact that a provider knows a customer as; `email` is masked: 'a***@dominio.com'. */
export interface ToldContact {
  tags: readonly string[];
  email: string | null;
}

/** How a delivery ended for good. `message` is what people read of it. */
export type Outcome =
  | { state: 'delivered'; status: number | null }
  | { state: 'failed'; status: number | null; message: string };

/** What a receiver did not take. The message is shown to the merchant: never a key, never an answer's body. */
export class DeliveryFailure extends Error {
  /** Whether the same may be taken later. */
  readonly retryable: boolean;
  /** The answer's HTTP status; null where there was none. */
  readonly status: number | null;
  /** When the receiver wants to be asked again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    failure: { retryable: boolean; status?: number | null; retryAfterSeconds?: number | undefined },
  ) {
    super(message);
    this.name = 'DeliveryFailure';
    this.retryable = failure.retryable;
    this.status = failure.status ?? null;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }
}

/** Not now: the account has too much to do. It says nothing of the receiver and costs no try. */
export class DeliveryPostponed extends Error {
  override name = 'DeliveryPostponed';
}
