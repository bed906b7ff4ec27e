import { createTestDatabase } from 'database/test-database';
import pg from 'pg';
import { expect, test } from 'vitest';
import { insertMerchant, openMoneyApp } from '../money-app.ts';

test('a transaction that failed inside is never a success, though its error was swallowed', async () => {
  const database = await createTestDatabase();
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  const { app, close } = await openMoneyApp(database.appUrl);
  const { merchantId } = await insertMerchant(owner);
  const work = app.tenancy.withTenant(merchantId, async (tx) => {
    await tx.query({ name: 'fails', text: 'SELECT 1 / 0' }, []).catch(() => undefined);
    return 'done';
  });
  await expect(work).rejects.toThrow('rolled back instead of committed');
  await close();
  await owner.end();
  await database.drop();
});
