// npm run ledger:verify: recomputes every balance from the ledger; any difference is printed and fails. Changes nothing.
import { openDatabase } from './lib/local-database.ts';
import { verifyDatabase } from './lib/verify-database.ts';

async function verify(ownerUrl: string): Promise<void> {
  const { merchants, differences } = await verifyDatabase(ownerUrl, (difference) => {
    console.error(JSON.stringify(difference));
  });
  console.log(`${merchants} merchants read, ${differences.length} differences.`);
  if (differences.length > 0) process.exitCode = 1;
}

try {
  const { DATABASE_OWNER_URL, DATABASE_URL } = process.env;
  if (DATABASE_OWNER_URL) await verify(DATABASE_OWNER_URL);
  else if (DATABASE_URL)
    throw new Error('Set DATABASE_OWNER_URL too: the API’s own login cannot list every merchant.');
  else {
    const database = await openDatabase({}, (line) => console.error(line));
    try {
      await verify(database.env.DATABASE_OWNER_URL ?? '');
    } finally {
      await database.stop();
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
