import {
  everyMerchant,
  type LedgerDifference,
  type LedgerVerification,
  verifyLedger,
} from '../../api/src/ledger/verify-ledger.ts';
import { openPool } from '../../api/src/lib/database.ts';
import { openPrisma } from '../../api/src/lib/prisma.ts';
import { createTenancy, type Tenancy } from '../../api/src/tenant.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The merchant of an id or, the other way its people name it, of the slug of its sign-up link. */
async function findMerchant(tenancy: Tenancy, idOrSlug: string): Promise<string> {
  for await (const id of everyMerchant({ tenancy })) if (id === idOrSlug) return id;
  const [row] = UUID.test(idOrSlug)
    ? []
    : await tenancy.lookup<{ id: string | null }>(
        { name: 'merchant_by_slug', text: 'SELECT lookup.merchant_by_slug($1) AS id' },
        [idOrSlug],
      );
  if (!row?.id) throw new Error(`No merchant has the id or the slug ${idOrSlug}.`);
  return row.id;
}

/**
 * Verifies the ledger of one merchant or of all in a database, as the API's role and through the same door. The
 * address may be the API's own or the owner's. Differences are told one by one and kept nowhere.
 */
export async function verifyDatabase(
  databaseUrl: string,
  onDifference: (difference: LedgerDifference) => void,
  { merchant }: { merchant?: string | undefined } = {},
): Promise<LedgerVerification> {
  const pool = openPool(databaseUrl, 2, () => undefined);
  const prisma = openPrisma(databaseUrl, 1);
  const tenancy = createTenancy(pool, prisma);
  try {
    const merchantIds =
      merchant === undefined ? everyMerchant({ tenancy }) : [await findMerchant(tenancy, merchant)];
    return await verifyLedger({ tenancy }, merchantIds, onDifference);
  } finally {
    await Promise.allSettled([pool.end(), prisma.$disconnect()]);
  }
}
