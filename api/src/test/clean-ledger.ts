import { verifyDatabase, verifyDatabaseRollups } from '../commands/verify-database.ts';
import type { LedgerDifference } from '../ledger/verify-ledger.ts';
import { DATED_AHEAD } from '../ledger/verify-ledger-dates.sql.ts';

const SHOWN = 20;

/**
 * Throws with the first differences unless each merchant's ledger adds up and its rollups are those of its
 * rows, and unless there was a merchant to look at.
 */
export async function assertCleanLedger(ownerUrl: string): Promise<void> {
  const lines: string[] = [];
  const show = (difference: object) => {
    if (lines.length < SHOWN) lines.push(JSON.stringify(difference));
  };
  let differences = 0;
  const { merchants } = await verifyDatabase(ownerUrl, (difference: LedgerDifference) => {
    // Each test has a time of its own, and the database's is the machine's.
    if (difference.check === DATED_AHEAD) return;
    differences += 1;
    show(difference);
  });
  if (merchants === 0) throw new Error('the database has no merchant; nothing was verified');
  if (differences > 0)
    throw new Error(`the ledger does not add up, ${differences} differences:\n${lines.join('\n')}`);
  const rollups = await verifyDatabaseRollups(ownerUrl, show);
  if (rollups.differences > 0)
    throw new Error(
      `rollups are not those of their rows, ${rollups.differences} differences:\n${lines.join('\n')}`,
    );
}
