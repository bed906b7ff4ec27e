import { verifyDatabase, verifyDatabaseFigures } from '../../../scripts/lib/verify-database.ts';

const SHOWN = 20;

/**
 * Throws with the first differences unless each merchant's ledger adds up and its figures are those of its rows, and
 * unless there was a merchant to look at.
 */
export async function assertCleanLedger(ownerUrl: string): Promise<void> {
  const lines: string[] = [];
  const show = (difference: object) => {
    if (lines.length < SHOWN) lines.push(JSON.stringify(difference));
  };
  const { merchants, differences } = await verifyDatabase(ownerUrl, show);
  if (merchants === 0) throw new Error('the database has no merchant; nothing was verified');
  if (differences > 0)
    throw new Error(`the ledger does not add up, ${differences} differences:\n${lines.join('\n')}`);
  const figures = await verifyDatabaseFigures(ownerUrl, show);
  if (figures.differences > 0)
    throw new Error(
      `figures are not those of their rows, ${figures.differences} differences:\n${lines.join('\n')}`,
    );
}
