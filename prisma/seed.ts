import { randomUUID } from 'node:crypto';
import { createApp } from '../api/src/app.ts';
import { findLoginByEmail } from '../api/src/auth/auth.sql.ts';
import type { StaffSession } from '../api/src/auth/lucia.ts';
import { issueCashback } from '../api/src/cashback/issue-cashback.ts';
import type { App } from '../api/src/context.ts';
import { findCustomer } from '../api/src/customers/find-customer.ts';
import { signUpCustomer } from '../api/src/customers/sign-up-customer.ts';
import { readEnvironment } from '../api/src/env.ts';
import { signUpMerchant } from '../api/src/merchants/sign-up-merchant.ts';
import { createRedemption } from '../api/src/redemptions/create-redemption.ts';

/** The demo merchant, made through the product's own use cases, so its ledger is as real as any other. */
const DEMO = { email: 'demo@padaria.example', password: 'pao-de-queijo' };
const REQUEST = { ip: '127.0.0.1', userAgent: 'seed' };
const HOUR_MS = 60 * 60 * 1_000;

const CUSTOMERS = [
  { name: 'Ana Beatriz Souza', phone: '11987654321', email: 'ana@exemplo.com.br' },
  { name: 'Carlos Eduardo Lima', phone: '11976543210' },
  { name: 'Joana Ferreira', phone: '11965432109' },
  { name: 'Sebastião Albuquerque de Vasconcelos Neto', phone: '1133445566' },
] as const;

/** Hours ago, customer, purchase in centavos, whether the code was scanned. */
const PURCHASES: readonly [number, number, number, boolean][] = [
  [430, 0, 8_990, true],
  [402, 1, 23_450, true],
  [311, 2, 4_275, true],
  [288, 0, 15_600, true],
  [214, 3, 123_456, true],
  [150, 1, 6_720, true],
  [97, 0, 18_990, true],
  [49, 2, 7_350, false],
  [26, 3, 20_015, true],
  [3, 1, 3_280, true],
];

/** Hours ago, customer, centavos. */
const REDEMPTIONS: readonly [number, number, number][] = [
  [120, 3, 2_500],
  [25, 0, 500],
];

function confirmationToken(link: string): string {
  return link.slice(link.lastIndexOf('/') + 1);
}

async function seedHistory(
  app: App,
  staff: StaffSession,
  setHoursAgo: (hours: number) => void,
): Promise<void> {
  setHoursAgo(440);
  for (const customer of CUSTOMERS) {
    await signUpCustomer(app, undefined, { slug: staff.client.merchant.signupLinkSlug, ...customer });
  }
  const events = [
    ...PURCHASES.map(([hours, customer, cents, scanned]) => ({
      hours,
      customer,
      cents,
      scanned,
      isPurchase: true,
    })),
    ...REDEMPTIONS.map(([hours, customer, cents]) => ({
      hours,
      customer,
      cents,
      scanned: true,
      isPurchase: false,
    })),
  ].sort((a, b) => b.hours - a.hours);
  for (const event of events) {
    setHoursAgo(event.hours);
    const phone = CUSTOMERS[event.customer]?.phone ?? '';
    if (event.isPurchase) {
      const input = { operationId: randomUUID(), phone, amountCents: event.cents };
      const sale = await issueCashback(app, staff, REQUEST, input);
      if (event.scanned) await app.cashbackConfirmations.confirm(confirmationToken(sale.link), undefined);
    } else {
      const { id } = await findCustomer(app, staff.merchantId, phone);
      const input = { operationId: randomUUID(), customerId: id, amountCents: event.cents };
      const redemption = await createRedemption(app, staff, REQUEST, input);
      await app.redemptionConfirmations.confirm(confirmationToken(redemption.link), undefined);
    }
  }
}

/** Makes the demo merchant with an owner and a little history, once; returns how to log in. */
export async function seedDemo(
  source: NodeJS.ProcessEnv,
): Promise<{ email: string; password: string; slug: string }> {
  const env = readEnvironment({ ...source, LOG_LEVEL: 'silent', REDIS_URL: '' });
  let hoursAgo = 0;
  const clock = { now: () => new Date(Date.now() - hoursAgo * HOUR_MS) };
  const { app, close } = await createApp(env, { clock });
  try {
    if ((await findLoginByEmail(app.tenancy, DEMO.email)) === undefined) {
      hoursAgo = 450;
      const shop = {
        merchantName: 'Padaria Pão Dourado',
        merchantPhone: '1132104567',
        merchantAddress: 'Rua das Palmeiras, 120 - São Paulo, SP',
        ownerName: 'Maria Aparecida Santos',
        ...DEMO,
      };
      await signUpMerchant(app, shop, REQUEST);
    }
    hoursAgo = 0;
    const login = await findLoginByEmail(app.tenancy, DEMO.email);
    if (!login) throw new Error('the demo login could not be made');
    const person = { merchantId: login.merchant_id, employeeId: login.employee_id };
    const token = await app.sessions.create(person, REQUEST);
    const staff = await app.sessions.find(token);
    if (!staff) throw new Error('the demo session could not be read');
    const isEmpty = await app.tenancy.withTenantPrisma(staff.merchantId, async ({ merchantId, prisma }) => {
      return (await prisma.customer.count({ where: { merchantId } })) === 0;
    });
    if (isEmpty)
      await seedHistory(app, staff, (hours) => {
        hoursAgo = hours;
      });
    await app.sessions.end(staff);
    return { ...DEMO, slug: staff.client.merchant.signupLinkSlug };
  } finally {
    await close();
  }
}
