import type pg from 'pg';
import { createApp } from '../../api/src/app.ts';
import { readEnvironment } from '../../api/src/env.ts';
import { verifyLedger } from '../../api/src/ledger/verify-ledger.ts';
import { UNUSED_KEY } from './api-process.ts';
import { ALL_MERCHANTS, idOf } from './population.ts';

interface AppDatabase {
  appUrl: string;
  tokenSecret: string;
}

/** Throws at the first difference the product's own check finds in these merchants' books. */
export async function assertLedgerVerifies(database: AppDatabase, merchantIds: string[]): Promise<void> {
  const { app, close } = await createApp(
    readEnvironment({
      DATABASE_URL: database.appUrl,
      TOKEN_SECRET: database.tokenSecret,
      KEY_ENCRYPTION_KEY: UNUSED_KEY,
      LOG_LEVEL: 'silent',
    }),
  );
  try {
    await verifyLedger(app, merchantIds, (difference) => {
      throw new Error(`The ledger does not hold: ${JSON.stringify(difference)}`);
    });
  } finally {
    await close();
  }
}

/**
 * Throws unless the product's own check finds every merchant's books in order and they hold exactly the
 * confirmations that were answered.
 */
export async function assertLedgerHolds(
  owner: pg.Client,
  database: AppDatabase,
  answered: number,
): Promise<void> {
  const { rows } = await owner.query<{ count: number }>('SELECT count(*)::int AS count FROM ledger_entries');
  if (rows[0]?.count !== answered)
    throw new Error(`${answered} confirmations were answered, the ledger has ${rows[0]?.count}.`);
  const merchantIds = Array.from({ length: ALL_MERCHANTS }, (_, merchant) => idOf('merchant', merchant));
  await assertLedgerVerifies(database, merchantIds);
}
