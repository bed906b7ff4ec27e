/** A purchase as the counter sends it; `operationId` is the id that makes a repeat harmless. */
export interface PurchaseRequest {
  operationId: string;
  phone: string;
  amountCents: number;
  /** Given to a customer who has none. */
  name?: string | undefined;
  /** A person has answered the server's question about it. */
  isChecked?: boolean | undefined;
}

export interface OutboxPurchase {
  request: PurchaseRequest;
  /** By this device's clock (ms). */
  typedAt: number;
  /**
   * 'waiting' for its turn, 'sending', 'issued': the server has it and nobody has seen the code, 'refused':
   * only a person can go on, 'expired': too old to be sent by itself.
   */
  state: 'waiting' | 'sending' | 'issued' | 'refused' | 'expired';
  /** Its request left this device once, so the server may have it already. */
  wasSent: boolean;
  /** The server's message, of a refused one. */
  refusal: string | undefined;
  /** The refusal is a question; sending it again answers yes. */
  isDoubted: boolean;
  /** It waits for a manager's approval; sending it again goes on once that is given. */
  needsApproval?: boolean;
  /** The API's answer to cashback.issue, of an issued one. Never stored: it holds the code. */
  issued: unknown;
}

export interface OutboxState {
  /** This employee's, oldest first. */
  purchases: readonly OutboxPurchase[];
  /** How many of this merchant's other employees wait here; nothing else is told about them. */
  othersWaiting: number;
}

export type IssueOutcome =
  /** The API's answer to cashback.issue. */
  | { issued: unknown }
  /** No network: it waits and is sent later. */
  | { waiting: true }
  /** As many wait as may, and there is no network. */
  | { full: true }
  /** The server said no, or nothing can be stored here: the purchase is the caller's again. */
  | { error: unknown };

/**
 * Purchases of this device that the server is not known to have. Each is stored before it is sent, and until
 * its code was shown: neither a lost answer nor a closed browser loses it, and its id makes it count once.
 */
export interface Outbox {
  getState: () => OutboxState;
  subscribe: (listener: () => void) => () => void;
  /** Sends a purchase that was just typed, before those that wait. */
  issue: (request: PurchaseRequest) => Promise<IssueOutcome>;
  /** Sends one of the list now, because a person wants it; that answers the server's question about it. */
  send: (id: string) => Promise<IssueOutcome>;
  /** Takes one off the list: its code was shown, or a person gave it up. */
  remove: (id: string) => void;
}
