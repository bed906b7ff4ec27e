import { RECEIPT_TTL_SECONDS } from 'domain/lifetimes';
import { Refusal } from '../errors.ts';
import { createGroupCommit } from '../lib/group-commit.ts';
import type { Live } from '../lib/live.ts';
import { sha256 } from '../lib/tokens.ts';
import type { RollupApplier } from '../rollups/rollup-applier.ts';
import { SHARED_STATEMENTS } from '../shared-statements.ts';
import type { Tenancy } from '../tenant.ts';
import type { ConfirmationTrace } from './confirmation-traces.sql.ts';
import type { ConfirmationTraces, ConfirmingBrowser } from './confirmation-traces.ts';

/** The parts of the process that a queue of tokens needs. */
export interface TokenQueueDependencies {
  tenancy: Pick<Tenancy, 'withoutTenant'>;
  live: Live;
  rollups: Pick<RollupApplier, 'wake'>;
  confirmationTraces: Pick<ConfirmationTraces, 'record'>;
}

/** One token on its way to the database. `hostMerchantId` limits it to the merchant whose host was called. */
export interface TokenItem {
  tokenHash: Buffer;
  hostMerchantId: string | undefined;
}

/** One confirmation by a customer. `browser` leaves a trace; demo data has none. */
export interface ConfirmationInput {
  token: string;
  hostMerchantId: string | undefined;
  browser?: ConfirmingBrowser | undefined;
}

interface ConfirmationRow {
  ordinal: number;
  outcome: string;
  merchant_id: string;
}

/** Differences between the tokens of purchases and those of redemptions. */
interface TokenRules<Row extends ConfirmationRow> {
  kind: ConfirmationTrace['kind'];
  /** A token of another shape is refused without asking the database. */
  shape: RegExp;
  /** Confirms every token in one statement and answers a row for each, in any order. */
  confirmTokens: (tenancy: Pick<Tenancy, 'withoutTenant'>, items: TokenItem[]) => Promise<Row[]>;
  /** The purchase's or the redemption's id. */
  sourceIdOf: (row: Row) => string;
}

/** The tokens of one kind that wait in this process for the next shared statement. */
export interface TokenQueue<Row> {
  /** Throws Refusal 'invalid_token' for a token of another shape and for one whose row says 'unknown'. */
  confirm(input: ConfirmationInput): Promise<Row>;
}

/**
 * Confirms tokens in shared statements: at most two in flight, what arrives meanwhile leaves together.
 * Simultaneous requests for one token are one item with one answer, so many requests for one link cost the
 * database one confirmation.
 */
export function createTokenQueue<Row extends ConfirmationRow>(
  { tenancy, live, rollups, confirmationTraces }: TokenQueueDependencies,
  { kind, shape, confirmTokens, sourceIdOf }: TokenRules<Row>,
): TokenQueue<Row> {
  const commits = createGroupCommit<TokenItem, Row>({
    ...SHARED_STATEMENTS,
    run: async (items) => {
      const rows = await confirmTokens(tenancy, items);
      return rows.sort((a, b) => a.ordinal - b.ordinal);
    },
  });
  const underWay = new Map<string, Promise<Row>>();

  /** Runs once for each token that this process confirmed, however many requests wait for its answer. */
  function onConfirmed(row: Row, browser: ConfirmingBrowser | undefined): void {
    const confirmed = { merchantId: row.merchant_id, sourceId: sourceIdOf(row), kind };
    live.publish(confirmed.sourceId);
    // A speed-up only: the change is recorded for the rollups by now.
    rollups.wake(confirmed.merchantId);
    if (browser) confirmationTraces.record(confirmed, browser);
  }

  async function submit({ token, hostMerchantId, browser }: ConfirmationInput): Promise<Row> {
    const row = await commits.submit({ tokenHash: sha256(token), hostMerchantId });
    if (row.outcome === 'confirmed') onConfirmed(row, browser);
    return row;
  }

  return {
    async confirm(input) {
      if (!shape.test(input.token)) throw new Refusal('invalid_token');
      const key = `${input.hostMerchantId} ${input.token}`;
      const confirming = underWay.get(key) ?? submit(input).finally(() => underWay.delete(key));
      underWay.set(key, confirming);
      const row = await confirming;
      if (row.outcome === 'unknown') throw new Refusal('invalid_token');
      return row;
    },
  };
}

/**
 * When the code was confirmed, in ISO 8601, if its link is opened again after the receipt's time; else null.
 */
export function tooLateForReceipt(row: { confirmed_at: Date | null; answered_at: Date }): string | null {
  const { confirmed_at: confirmedAt, answered_at: answeredAt } = row;
  if (!confirmedAt || answeredAt.getTime() - confirmedAt.getTime() < RECEIPT_TTL_SECONDS * 1_000) return null;
  return confirmedAt.toISOString();
}
