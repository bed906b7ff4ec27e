import { RECEIPT_TTL_SECONDS } from 'domain/lifetimes';
import { Refusal } from '../errors.ts';
import { createGroupCommit, inOrder } from '../lib/group-commit.ts';
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
  device?: Pick<ConfirmingDevice, 'ids' | 'newId'> | undefined;
}

/** The customer's browser, which proves them or becomes known. */
export interface ConfirmingDevice {
  /** The ids by which merchants know it. */
  ids: readonly string[];
  /** Its id at a merchant that does not know it yet. */
  newId: string;
  remember(merchantId: string, id: string): void;
}

/** One confirmation by a customer. `browser` leaves a trace; demo data has none. */
export interface ConfirmationInput {
  token: string;
  hostMerchantId: string | undefined;
  browser?: ConfirmingBrowser | undefined;
  device?: ConfirmingDevice | undefined;
}

interface ConfirmationRow {
  ordinal: number;
  outcome: string;
  merchant_id: string;
  phone: string | null;
  available_cents: number;
  /** The merchant protects statements, and none of the browser's ids was known as the customer's. */
  is_hidden: boolean;
  /** The device id that the confirming browser has to keep. */
  device_id: string | null;
  /** That device proves the customer from now on. */
  is_known: boolean | null;
}

/** The devices as parameters of a statement: the ids as the text of a uuid[], and the new ids. */
export function deviceParameters(items: TokenItem[]): [ids: string[], newIds: (string | null)[]] {
  return [
    items.map(({ device }) => `{${device?.ids.join(',') ?? ''}}`),
    items.map(({ device }) => device?.newId ?? null),
  ];
}

/**
 * Builds the statement that confirms tokens and remembers the browsers that bring a new id. $3 and $4 are
 * `deviceParameters`.
 */
export function confirmAndRemember(
  confirm: 'confirm_cashback' | 'confirm_redemption',
  sourceId: 'transaction_id' | 'redemption_id',
): string {
  return `WITH c AS MATERIALIZED (SELECT * FROM ${confirm}($1, $2, $3))
          SELECT c.*, k.device_id, k.is_known FROM c LEFT JOIN (
            SELECT r.* FROM (
              SELECT array_agg(c.ordinal) AS ordinals, array_agg(c.merchant_id) AS merchant_ids,
                array_agg(c.${sourceId}) AS source_ids, array_agg(c.outcome = 'confirmed') AS are_confirmed
              FROM c
              WHERE c.outcome IN ('confirmed', 'repeated') AND ($4::uuid[])[c.ordinal] IS NOT NULL
            ) b, remember_devices(b.ordinals, b.merchant_ids, b.source_ids, b.are_confirmed, $3, $4) r
          ) k ON k.ordinal = c.ordinal`;
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
  /**
   * Where the statement is protected and this browser does not prove the customer, the phone is empty and
   * `available_cents` is 0. Throws Refusal 'invalid_token' for a token of another shape and for one whose row
   * says 'unknown'.
   */
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
    run: async (items) => inOrder(await confirmTokens(tenancy, items), items),
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

  async function submit({ token, hostMerchantId, browser, device }: ConfirmationInput): Promise<Row> {
    const row = await commits.submit({ tokenHash: sha256(token), hostMerchantId, device });
    if (row.outcome === 'confirmed') onConfirmed(row, browser);
    return row;
  }

  return {
    async confirm(input) {
      if (!shape.test(input.token)) throw new Refusal('invalid_token');
      // Browsers with different ids share no answer, because the database may refuse only one of them.
      const key = `${input.hostMerchantId} ${input.token} ${input.device?.ids}`;
      const confirming = underWay.get(key) ?? submit(input).finally(() => underWay.delete(key));
      underWay.set(key, confirming);
      const row = await confirming;
      // Simultaneous requests share one answer. This browser keeps the device only if the id is its own,
      // as in a retry beside a first call whose answer is lost.
      const { device } = input;
      const { merchant_id: merchantId, device_id: id } = row;
      const isKept = device && id !== null && [...device.ids, device.newId].includes(id);
      if (isKept) device.remember(merchantId, id);
      // An erased customer has no phone, and a link that was used before shows nothing any more.
      if (row.outcome === 'unknown' || row.phone === null) throw new Refusal('invalid_token');
      return row.is_hidden && !(isKept && row.is_known) ? { ...row, phone: '', available_cents: 0 } : row;
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
