import pg from 'pg';
import { type LedgerDifference, verifyLedger } from '../../api/src/ledger/verify-ledger.ts';
import { openPool } from '../../api/src/lib/database.ts';
import { openPrisma } from '../../api/src/lib/prisma.ts';
import { createTenancy } from '../../api/src/tenant.ts';

const MERCHANTS_PER_READ = 1_000;

/**
 * Every merchant's id. Row-level security hides merchants from the tables' owner too, unless it is a superuser; the
 * owner may act as cashback_lookup, which sees the ids of all.
 */
async function* listMerchantIds(client: pg.Client): AsyncGenerator<string> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await client.query<{ id: string }>(
      'SELECT id FROM merchants WHERE id > $1 ORDER BY id LIMIT $2',
      [after, MERCHANTS_PER_READ],
    );
    for (const row of rows) yield row.id;
    const last = rows.at(-1);
    if (!last || rows.length < MERCHANTS_PER_READ) return;
    after = last.id;
  }
}

/**
 * Verifies every merchant's ledger in a database, through the same door as the API.
 * @returns how many merchants were read, and every difference found
 */
export async function verifyDatabase(
  ownerUrl: string,
  onDifference: (difference: LedgerDifference) => void = () => undefined,
): Promise<{ merchants: number; differences: LedgerDifference[] }> {
  const client = new pg.Client({ connectionString: ownerUrl, options: '-c role=cashback_lookup' });
  const pool = openPool(ownerUrl, 1, () => undefined);
  const prisma = openPrisma(ownerUrl, 1);
  const differences: LedgerDifference[] = [];
  let merchants = 0;
  async function* counted() {
    for await (const id of listMerchantIds(client)) {
      merchants += 1;
      yield id;
    }
  }
  try {
    await client.connect();
    for await (const difference of verifyLedger({ tenancy: createTenancy(pool, prisma) }, counted())) {
      differences.push(difference);
      onDifference(difference);
    }
    return { merchants, differences };
  } finally {
    await Promise.allSettled([client.end(), pool.end(), prisma.$disconnect()]);
  }
}
