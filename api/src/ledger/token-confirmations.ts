import { Refusal } from '../errors.ts';
import type { FigureFolding } from '../figures/figure-folding.ts';
import type { Clock } from '../lib/clock.ts';
import { isDatabaseAway } from '../lib/database-errors.ts';
import { createGroupCommit } from '../lib/group-commit.ts';
import type { Live } from '../lib/live.ts';
import { sha256 } from '../lib/tokens.ts';
import type { Tenancy } from '../tenant.ts';

/** What a confirmation needs of the process. */
export interface ConfirmationDependencies {
  tenancy: Tenancy;
  clock: Clock;
  live: Live;
  figures: Pick<FigureFolding, 'noted'>;
}

/** One token on its way to the database. `hostMerchantId` limits it to the merchant whose host was called. */
export interface TokenItem {
  tokenHash: Buffer;
  hostMerchantId: string | undefined;
}

/**
 * Confirms tokens in shared statements: at most two in flight, what arrives meanwhile leaves together.
 *
 * `confirmTokens` answers a row for each item, in any order. A token of another shape than `shape`, and one whose
 * row says 'unknown', is refused as 'invalid_token'.
 */
export function createTokenConfirmations<Row extends { ordinal: number; outcome: string }>(
  { tenancy, clock }: Pick<ConfirmationDependencies, 'tenancy' | 'clock'>,
  shape: RegExp,
  confirmTokens: (tenancy: Tenancy, items: TokenItem[], now: Date) => Promise<Row[]>,
): (token: string, hostMerchantId: string | undefined) => Promise<Row> {
  const commits = createGroupCommit<TokenItem, Row>({
    maxInFlight: 2,
    maxBatch: 64,
    maxWaiting: 2_000,
    // Long enough to be tried alone after a batch that waited its second for a lock, and short of the moment when
    // the caller is told to come back.
    maxStartAgeMs: 1_500,
    concernsAll: isDatabaseAway,
    onFull: () => new Refusal('overloaded', { retryAfterSeconds: 1 }),
    run: async (items) => {
      const rows = await confirmTokens(tenancy, items, clock.now());
      return rows.sort((a, b) => a.ordinal - b.ordinal);
    },
  });
  return async (token, hostMerchantId) => {
    if (!shape.test(token)) throw new Refusal('invalid_token');
    const row = await commits.submit({ tokenHash: sha256(token), hostMerchantId });
    if (row.outcome === 'unknown') throw new Refusal('invalid_token');
    return row;
  };
}
