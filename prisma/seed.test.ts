import { TEST_KEY_ENCRYPTION_KEY, TEST_TOKEN_SECRET } from 'api/test/api-process';
import { assertCleanLedger } from 'api/test/clean-ledger';
import { openMoneyApp } from 'api/test/money-app';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import { addDays, dayAt } from 'domain/report-periods';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLoginByEmail } from '../api/src/auth/auth.sql.ts';
import { showDashboard } from '../api/src/customers/show-dashboard.ts';
import { summarizeAcquisition } from '../api/src/reports/summarize-acquisition.ts';
import { summarizeCohorts } from '../api/src/reports/summarize-cohorts.ts';
import { summarizeEmployees } from '../api/src/reports/summarize-employees.ts';
import { summarizeLiability } from '../api/src/reports/summarize-liability.ts';
import { summarizePeriod } from '../api/src/reports/summarize-period.ts';
import { summarizeSegments } from '../api/src/reports/summarize-segments.ts';
import { summarizeUnconfirmed } from '../api/src/reports/summarize-unconfirmed.ts';
import { seedDemo } from './seed.ts';

let database: TestDatabase;
let slug: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const source = {
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    TOKEN_SECRET: TEST_TOKEN_SECRET,
    KEY_ENCRYPTION_KEY: TEST_KEY_ENCRYPTION_KEY,
  };
  await seedDemo(source);
  ({ slug } = await seedDemo(source));
});

afterAll(async () => {
  await database.drop();
});

test('the demo is made once, its ledger adds up, and a customer sees every kind of entry', async () => {
  await assertCleanLedger(database.ownerUrl);
  const { app, close } = await openMoneyApp(database.appUrl);
  try {
    const shown = await showDashboard(
      app,
      { hostMerchantId: undefined, devices: [] },
      { phone: '11987654321', slug },
    );
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

test('every report of the demo has something to say', async () => {
  const { app, close } = await openMoneyApp(database.appUrl);
  try {
    const login = await findLoginByEmail(app.tenancy, 'demo@padaria.example');
    const merchantId = login?.merchantId ?? '';
    const today = dayAt(await app.tenancy.now(), 'America/Sao_Paulo');
    const period = { from: addDays(today, -426), to: today };

    const { figures: totals } = await summarizePeriod(app, merchantId, period);
    expect(totals.transactions).toBeGreaterThan(3_500);
    expect(totals.redeemedCents).toBeGreaterThan(totals.cashbackCents / 3);

    const { employees } = await summarizeEmployees(app, merchantId, period);
    expect(employees.filter(({ transactions }) => transactions > 100)).toHaveLength(4);

    const { segments } = await summarizeSegments(app, merchantId);
    for (const { segment, customers } of segments) expect(customers, segment).toBeGreaterThan(5);

    const { cohorts } = await summarizeCohorts(app, merchantId);
    expect(cohorts.filter(({ customers }) => customers > 5).length).toBeGreaterThan(8);

    const unconfirmed = await summarizeUnconfirmed(app, merchantId, period);
    expect(unconfirmed.recentTransactions).toBeGreaterThan(10);
    expect(unconfirmed.lapsedTransactions).toBeGreaterThan(100);

    const liability = await summarizeLiability(app, merchantId);
    expect(liability.expiredCents).toBeGreaterThan(10_000);
    expect(liability.lots.filter(({ remainingCents }) => remainingCents > 0).length).toBeGreaterThan(3);

    const lastMonths = { from: addDays(today, -90), to: today };
    expect((await summarizeAcquisition(app, merchantId, lastMonths)).cacCents).toBeGreaterThan(0);
  } finally {
    await close();
  }
});
