import type { QrTokens } from '../lib/tokens.ts';
import type { Tenancy } from '../tenant.ts';
import { listOpenTokens } from './open-tokens.sql.ts';

export interface TokenUse {
  current: number;
  previous: number;
  /** Made by neither secret: they open, but cannot be shown again. */
  unknown: number;
  /** When the last one that the previous secret made expires. */
  previousUntil: Date | undefined;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const PAGE = 10_000;

/** Adds to `use` which secrets the merchant's open QR codes and password links need to be shown again. */
export async function addTokenUse(
  { tenancy, tokens }: { tenancy: Pick<Tenancy, 'withTenant'>; tokens: Pick<QrTokens, 'secretOf'> },
  merchantId: string,
  use: TokenUse,
): Promise<void> {
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const from: string = after;
    const page = await tenancy.withTenant(merchantId, (tx) => listOpenTokens(tx, from, PAGE));
    for (const row of page) {
      const secret = tokens.secretOf(row.token_hash, row.kind, merchantId, row.id);
      use[secret] += 1;
      if (secret === 'previous' && row.expires_at > (use.previousUntil ?? new Date(0)))
        use.previousUntil = row.expires_at;
    }
    after = page.length === PAGE ? page.at(-1)?.id : undefined;
  }
}
