import { verifyDatabase } from '../../../scripts/lib/verify-database.ts';

const SHOWN = 20;

/** Throws with the first differences unless each merchant's ledger adds up, and unless there was a merchant to look at. */
export async function assertCleanLedger(ownerUrl: string): Promise<void> {
  const lines: string[] = [];
  const { merchants, differences } = await verifyDatabase(ownerUrl, (difference) => {
    if (lines.length < SHOWN) lines.push(JSON.stringify(difference));
  });
  if (merchants === 0) throw new Error('the database has no merchant; nothing was verified');
  if (differences > 0)
    throw new Error(`the ledger does not add up, ${differences} differences:\n${lines.join('\n')}`);
}
