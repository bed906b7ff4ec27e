import type pg from 'pg';
import { createApp } from '../../api/src/app.ts';
import { findLoginByEmail } from '../../api/src/auth/auth.sql.ts';
import { readEnvironment } from '../../api/src/env.ts';
import { presentTexts } from '../../api/src/legal/platform-document.ts';
import { signUpMerchant } from '../../api/src/merchants/sign-up-merchant.ts';
import { markSetup } from '../../api/src/setup/mark-setup.ts';
import { DEMO_REQUEST } from './counter.ts';
import { DEMO, type DemoLogin } from './login.ts';
import { MERCHANT_DAYS_AGO } from './story.ts';
import { tellStory } from './tell-story.ts';

const DAY_MS = 86_400_000;

/** Makes what the demo lacks; `owner` and the address in `source` are the database's owner. */
export async function makeDemo(owner: pg.Client, source: NodeJS.ProcessEnv): Promise<DemoLogin> {
  const env = readEnvironment({ ...source, LOG_LEVEL: 'silent', REDIS_URL: '' });
  let past: Date | undefined;
  const setNow = (now: Date | undefined) => {
    past = now;
  };
  const { app, close } = await createApp(env, { clock: { now: () => past ?? new Date() } });
  try {
    if ((await findLoginByEmail(app.tenancy, DEMO.email)) === undefined) {
      setNow(new Date(Date.now() - MERCHANT_DAYS_AGO * DAY_MS));
      const merchant = {
        merchantName: 'Padaria Pão Dourado',
        merchantPhone: '1132104567',
        merchantAddress: 'Rua das Palmeiras, 120 - São Paulo, SP',
        ownerName: 'Maria Aparecida Santos',
        ...DEMO,
        texts: presentTexts(env.platformIdentity),
      };
      await signUpMerchant(app, merchant, DEMO_REQUEST);
    }
    setNow(undefined);
    const login = await findLoginByEmail(app.tenancy, DEMO.email);
    if (!login) throw new Error('the demo login could not be made');
    const employee = { merchantId: login.merchantId, employeeId: login.employeeId };
    const token = await app.sessions.create(employee, DEMO_REQUEST);
    const staff = await app.sessions.find(token);
    if (!staff) throw new Error('the demo session could not be read');
    const isEmpty = await app.tenancy.withTenant(staff.merchantId, (tx) =>
      tx.prisma(async ({ customer }) => (await customer.count()) === 0),
    );
    if (isEmpty) {
      const passwordHash = await app.passwords.hash(DEMO.password, DEMO_REQUEST);
      await tellStory(app, { staff, owner, passwordHash, setNow });
    }
    // Over a year old: its first steps are long behind it.
    await app.tenancy.withTenant(staff.merchantId, (tx) => markSetup(tx, 'dismissed'));
    await app.sessions.end(staff);
    return { ...DEMO, slug: staff.client.merchant.signupLinkSlug };
  } finally {
    await close();
  }
}
