import pg from 'pg';
import { createApp } from '../api/src/app.ts';
import { findLoginByEmail } from '../api/src/auth/auth.sql.ts';
import type { App } from '../api/src/context.ts';
import { signUpCustomer } from '../api/src/customers/sign-up-customer.ts';
import { readEnvironment } from '../api/src/env.ts';
import { signUpMerchant } from '../api/src/merchants/sign-up-merchant.ts';
import { markSetup } from '../api/src/setup/mark-setup.ts';
import type { StaffSession } from '../api/src/staff-session.ts';
import { DEMO_REQUEST, openDemoCounter } from './demo-counter.ts';
import { CUSTOMERS, CUSTOMERS_HOURS_AGO, EVENTS, MERCHANT_HOURS_AGO } from './demo-history.ts';

const DEMO = { email: 'demo@padaria.example', password: 'pao-de-queijo' };
const HOUR_MS = 60 * 60 * 1_000;

async function seedHistory(
  app: App,
  staff: StaffSession,
  setHoursAgo: (hours: number) => void,
): Promise<void> {
  setHoursAgo(CUSTOMERS_HOURS_AGO);
  for (const customer of CUSTOMERS) {
    await signUpCustomer(app, undefined, { slug: staff.client.merchant.signupLinkSlug, ...customer });
  }
  const counter = openDemoCounter(app, staff);
  for (const [hoursAgo, happen] of EVENTS) {
    setHoursAgo(hoursAgo);
    await happen(counter);
  }
}

/**
 * The demo's history happens in the past, which the database lets only the owner say; see the role
 * cashback_test_clock. A superuser, as the bundled server's owner is, needs no grant.
 */
async function letOwnerSetTheClock(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`DO $$ BEGIN
      IF NOT pg_has_role('cashback_test_clock', 'MEMBER') OR NOT pg_has_role('cashback_app', 'MEMBER') THEN
        GRANT cashback_test_clock, cashback_app TO CURRENT_USER;
      END IF; END $$`);
  } finally {
    await owner.end();
  }
}

/** Makes the demo merchant with an owner and a little history, once; returns how to log in. */
export async function seedDemo(
  source: NodeJS.ProcessEnv,
): Promise<{ email: string; password: string; slug: string }> {
  const { DATABASE_OWNER_URL: ownerUrl } = source;
  if (!ownerUrl)
    throw new Error('The demo merchant needs DATABASE_OWNER_URL: only the owner may date its history.');
  await letOwnerSetTheClock(ownerUrl);
  const env = readEnvironment({ ...source, DATABASE_URL: ownerUrl, LOG_LEVEL: 'silent', REDIS_URL: '' });
  let hoursAgo = 0;
  const clock = { now: () => new Date(Date.now() - hoursAgo * HOUR_MS) };
  const { app, close } = await createApp(env, { clock });
  try {
    if ((await findLoginByEmail(app.tenancy, DEMO.email)) === undefined) {
      hoursAgo = MERCHANT_HOURS_AGO;
      const merchant = {
        merchantName: 'Padaria Pão Dourado',
        merchantPhone: '1132104567',
        merchantAddress: 'Rua das Palmeiras, 120 - São Paulo, SP',
        ownerName: 'Maria Aparecida Santos',
        ...DEMO,
      };
      await signUpMerchant(app, merchant, DEMO_REQUEST);
    }
    hoursAgo = 0;
    const login = await findLoginByEmail(app.tenancy, DEMO.email);
    if (!login) throw new Error('the demo login could not be made');
    const employee = { merchantId: login.merchantId, employeeId: login.employeeId };
    const token = await app.sessions.create(employee, DEMO_REQUEST);
    const staff = await app.sessions.find(token);
    if (!staff) throw new Error('the demo session could not be read');
    const isEmpty = await app.tenancy.withTenant(staff.merchantId, (tx) =>
      tx.prisma(async ({ customer }) => (await customer.count()) === 0),
    );
    if (isEmpty)
      await seedHistory(app, staff, (hours) => {
        hoursAgo = hours;
      });
    // Months old: its first steps are long behind it.
    await app.tenancy.withTenant(staff.merchantId, (tx) => markSetup(tx, 'dismissed'));
    await app.sessions.end(staff);
    return { ...DEMO, slug: staff.client.merchant.signupLinkSlug };
  } finally {
    await close();
  }
}
