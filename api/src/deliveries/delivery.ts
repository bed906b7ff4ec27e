/** Attempts that one delivery gets before it fails for good; the table's constraint has the same number. */
export const MAX_ATTEMPTS = 8;

/** One event of a merchant for one receiver: an integration or a webhook. */
export interface Delivery {
  merchantId: string;
  id: string;
  integrationConfigId: string | null;
  webhookEndpointId: string | null;
  /** As the receiver names it: 'purchase' for an integration is 'cashback.confirmed' for a webhook. */
  event: string;
  /** The row that the event is about; its table depends on the event. */
  subjectId: string;
  /** Null for a webhook's ping. */
  customerId: string | null;
  bulkSyncId: string | null;
  /** Claimed so far, the present one included. */
  attempts: number;
  /** How often in a row it was deferred before the present attempt. */
  deferrals: number;
  occurredAt: Date;
  /**
   * The body for a webhook, null until the first attempt has made it; for a provider the address of the
   * contact that it is to erase.
   */
  body: string | null;
}

/** The contact that a provider was sent; `email` is masked: 'a***@dominio.com'. */
export interface Contacted {
  tags: readonly string[];
  email: string | null;
  /** Nothing was sent, because the customer gave no consent. */
  isWithheld?: boolean;
}

/** Why an attempt failed. The merchant reads the message: it never holds a key or an answer's body. */
export interface Failure {
  message: string;
  /** HTTP status of the answer; null if there was none. */
  status: number | null;
  /** The same call may succeed later. */
  retryable: boolean;
  /** How long the receiver asked to be left alone. */
  retryAfterSeconds?: number | undefined;
  /** A defect of ours, which says nothing about the receiver. */
  isInternal?: boolean;
}

/** How one attempt ended. `contacted` is set once an integration knows the contact that it sends. */
export type AttemptOutcome = (
  | { delivered: { status: number | null } }
  | { failed: Failure }
  | { deferred: true }
) & {
  contacted?: Contacted | undefined;
};

/** How a delivery ended for good. */
export type DeliveryEnd =
  | { state: 'delivered'; status: number | null }
  | { state: 'failed'; status: number | null; message: string };

/** Thrown by a call that the receiver did not accept. */
export class DeliveryFailure extends Error implements Failure {
  readonly retryable: boolean;
  readonly status: number | null;
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

/**
 * Thrown while the account has too many calls waiting. It is not the receiver's fault and costs no attempt.
 */
export class DeliveryDeferred extends Error {
  override name = 'DeliveryDeferred';
}
