import { verifyDatabase } from '../../../scripts/lib/verify-database.ts';

/** Throws with every difference unless each merchant's ledger adds up, and unless there was a merchant to look at. */
export async function assertCleanLedger(ownerUrl: string): Promise<void> {
  const { merchants, differences } = await verifyDatabase(ownerUrl);
  if (merchants === 0) throw new Error('the database has no merchant; nothing was verified');
  if (differences.length > 0) {
    const lines = differences.slice(0, 20).map((difference) => JSON.stringify(difference));
    throw new Error(`the ledger does not add up, ${differences.length} differences:\n${lines.join('\n')}`);
  }
}
