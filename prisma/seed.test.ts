import { TEST_KEY_ENCRYPTION_KEY, TEST_TOKEN_SECRET } from 'api/test/api-process';
import { assertCleanLedger } from 'api/test/clean-ledger';
import { openMoneyApp } from 'api/test/money-app';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { showDashboard } from '../api/src/customers/show-dashboard.ts';
import { seedDemo } from './seed.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

test('the demo adds up, is made once, and shows a newcomer every kind of entry', async () => {
  const source = {
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    TOKEN_SECRET: TEST_TOKEN_SECRET,
    KEY_ENCRYPTION_KEY: TEST_KEY_ENCRYPTION_KEY,
  };
  const { slug } = await seedDemo(source);
  await seedDemo(source);
  await assertCleanLedger(database.ownerUrl);

  const { app, close } = await openMoneyApp(database.appUrl);
  try {
    const shown = await showDashboard(app, undefined, { phone: '11987654321', slug });
    const [program] = shown.programmes;
    expect(program?.maturing).toHaveLength(1);
    expect(program?.expiring.length).toBeGreaterThan(1);
    const kinds = shown.cashbackEvents.map((event) => event.kind).sort();
    expect(kinds).toEqual(['adjustment', 'expiry', 'reversal']);
    expect(shown.redemptionReversals).toHaveLength(1);
    expect(shown.purchases, 'her own and the one of the record that was merged into hers').toHaveLength(5);
  } finally {
    await close();
  }
});
