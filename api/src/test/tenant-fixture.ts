import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { ROLES, type Role } from 'domain/roles';
import type pg from 'pg';
import { confirmCashback } from '../cashback/confirm-cashback.ts';
import { issueCashback } from '../cashback/issue-cashback.ts';
import { reversePurchase } from '../cashback/reverse-purchase.ts';
import type { App } from '../context.ts';
import { adjustBalance } from '../customers/adjust-balance.ts';
import { findCustomer } from '../customers/find-customer.ts';
import { mergeCustomers } from '../customers/merge-customers.ts';
import { signUpCustomer } from '../customers/sign-up-customer.ts';
import { addEmployee } from '../employees/add-employee.ts';
import { readFigures } from '../figures/read-figures.ts';
import { signUpMerchant } from '../merchants/sign-up-merchant.ts';
import { confirmRedemption } from '../redemptions/confirm-redemption.ts';
import { createRedemption } from '../redemptions/create-redemption.ts';
import { reverseRedemption } from '../redemptions/reverse-redemption.ts';
import type { StaffSession } from '../staff-session.ts';
import { freshPhone, TEST_PASSWORD, tokenOf } from './signed-in-merchant.ts';
import { insertApiKey } from './tenant-api-keys.ts';
import { insertEmailChanges } from './tenant-email-links.ts';
import { insertIntegrations } from './tenant-integrations.ts';
import { insertInvitedPeople } from './tenant-password-links.ts';
import { insertSpendEntries } from './tenant-spend.ts';
import { insertWebhooks } from './tenant-webhooks.ts';

/**
 * A merchant whose every table has rows, and the strings by which its data is recognized in somebody else's
 * answer.
 */
export interface Merchant {
  merchantId: string;
  slug: string;
  host: string;
  customDomain: string;
  ownerEmail: string;
  staff: Record<Role, StaffPerson>;
  deactivated: StaffPerson;
  /** Has not used the invitation yet. */
  invited: StaffPerson;
  customer: { id: string; phone: string };
  /** A sale nobody has scanned and a redemption nobody has confirmed. */
  sale: { id: string; token: string; operationId: string; phone: string };
  redemption: { id: string; token: string; operationId: string };
  /** The phone of another customer each time; the last one for ever. */
  nextCustomerPhone(): string;
  /** The id of another such customer each time, from the list's other end. */
  nextCustomerId(): string;
  /** Another completed redemption of the operator's each time. */
  nextCompletedRedemptionId(): string;
  /** What an entry of marketing spend was made of; the id of another entry each time. */
  spend: { operationId: string; amountCents: number; date: string };
  nextSpendId(): string;
  /** What was asked of a provider; another failed entry of the sync log each time. */
  providerRequestId: string;
  nextFailedSyncId(): number;
  apiKeyId: string;
  /** Where events are sent, and one that could not be; the id of another endpoint each time. */
  webhook: { id: string; url: string };
  webhookDeliveryId: string;
  nextWebhookId(): string;
  /** An invitation's token that nobody uses up, and another one to use up each time; the e-mail of another invited person. */
  passwordToken: string;
  nextPasswordToken(): string;
  nextInvitedEmail(): string;
  /** The token of a link to a new e-mail that nobody uses up, and another one to use up each time. */
  emailToken: string;
  nextEmailToken(): string;
  canaries: string[];
}

export interface StaffPerson {
  merchantId: string;
  employeeId: string;
}

const REQUEST = { ip: '127.0.0.1', userAgent: 'tenant-fixture' };

/** A word that stands nowhere else: not in the code, not in another merchant. */
function canary(meaning: string): string {
  return `${meaning}${randomBytes(6).toString('hex')}`;
}

/** An amount whose digits stand nowhere else. */
function canaryCents(): number {
  return randomInt(100_000_000, 999_999_999);
}

async function insertEmployee(
  owner: pg.Pool,
  merchantId: string,
  role: string,
  isActive: boolean,
): Promise<StaffPerson & { canaries: string[] }> {
  const employeeId = randomUUID();
  const [name, email, phone] = [canary('Pessoa '), `${canary('pessoa')}@loja.example`, freshPhone()];
  await owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, phone, role, is_active, password_hash)
     SELECT $1, $2, $3, $4, $5, $6, $7, password_hash FROM employees WHERE merchant_id = $1 LIMIT 1`,
    [merchantId, employeeId, name, email, phone, role, isActive],
  );
  return { merchantId, employeeId, canaries: [employeeId, name, email, phone] };
}

/** What no procedure writes yet, so that every table has a row that could leak. */
async function insertRest(owner: pg.Pool, merchant: { merchantId: string }) {
  const tag = canary('publico');
  const logoId = randomUUID();
  await owner.query(
    `INSERT INTO merchant_logos (merchant_id, id, content, content_type) VALUES ($1, $2, $3, 'image/webp')`,
    [merchant.merchantId, logoId, Buffer.from(tag)],
  );
  return [tag, logoId];
}

/**
 * The merchant's tags were told of a sale; the merchants here have none now, so the product itself would
 * write no such row.
 */
async function insertTagDelivery(owner: pg.Pool, merchantId: string, transactionId: string): Promise<void> {
  await owner.query(
    `INSERT INTO tag_deliveries (merchant_id, operation_id, transaction_id, event, take_id, taken_at)
     VALUES ($1, $2, $2, 'Purchase', $3, now())`,
    [merchantId, transactionId, randomUUID()],
  );
}

const SPARE_CUSTOMERS = 250;

async function insertSpareCustomers(
  owner: pg.Pool,
  merchantId: string,
): Promise<{ id: string; phone: string }[]> {
  const spare = Array.from({ length: SPARE_CUSTOMERS }, () => ({ id: randomUUID(), phone: freshPhone() }));
  await owner.query(
    `INSERT INTO customers (merchant_id, id, phone, name)
     SELECT $1, id, phone, 'Cliente ' || phone FROM unnest($2::uuid[], $3::text[]) AS spare (id, phone)`,
    [merchantId, spare.map(({ id }) => id), spare.map(({ phone }) => phone)],
  );
  return spare;
}

/** One after another; the last one for ever. */
function supply<Item>(items: Item[]): () => Item {
  let next = 0;
  return () => {
    next = Math.min(next + 1, items.length);
    return items[next - 1] as Item;
  };
}

export async function openSession(app: App, person: StaffPerson): Promise<string> {
  return await app.sessions.create({ merchantId: person.merchantId, employeeId: person.employeeId }, REQUEST);
}

async function staffSession(app: App, person: StaffPerson): Promise<StaffSession> {
  const staff = await app.sessions.find(await openSession(app, person));
  if (!staff) throw new Error('no session for the staff of the test merchant');
  return staff;
}

/** One of each correction, so that their tables have rows; together they add 2 centavos to the customer's balance. */
async function correct(
  app: App,
  boss: StaffSession,
  merchant: { customerId: string; otherCustomerId: string; redemptionId: string; transactionId: string },
): Promise<void> {
  const reason = canary('Motivo ');
  const { customerId, otherCustomerId, redemptionId, transactionId } = merchant;
  const operation = () => ({ operationId: randomUUID(), reason });
  await reversePurchase(app, boss, REQUEST, { ...operation(), transactionId, amountCents: 1 });
  await reverseRedemption(app, boss, REQUEST, { ...operation(), redemptionId });
  await adjustBalance(app, boss, REQUEST, { ...operation(), customerId, amountCents: 1 });
  await mergeCustomers(app, boss, REQUEST, {
    ...operation(),
    customerId,
    sourceCustomerId: otherCustomerId,
  });
}

/** Rows in every table of figures, one change that is still to be folded, and nobody who folds it later. */
async function fillFigures(app: App, merchantId: string, sell: () => Promise<unknown>): Promise<void> {
  await app.figures.idle();
  await readFigures(app, merchantId, async () => undefined);
  await sell();
}

/** Somebody taken on who has no password yet. */
async function invite(app: App, boss: StaffSession): Promise<StaffPerson & { canaries: string[] }> {
  const person = { name: canary('Pessoa '), email: `${canary('pessoa')}@loja.example` };
  const { employeeId } = await addEmployee(app, boss, REQUEST, { ...person, role: 'operator' });
  return { merchantId: boss.merchantId, employeeId, canaries: [employeeId, ...Object.values(person)] };
}

/** For tests that send the matrix's inputs, which undo a redemption each time. */
export const FOR_MATRIX = { completedRedemptions: 60 };

/** Makes one through the product's own use cases; `owner` is the database's owner, for what they do not cover. */
export async function createMerchant(
  app: App,
  owner: pg.Pool,
  { completedRedemptions } = { completedRedemptions: 2 },
): Promise<Merchant> {
  const texts = {
    merchantName: canary('Loja '),
    merchantPhone: freshPhone(),
    merchantAddress: canary('Rua '),
    ownerName: canary('Dona '),
    email: `${canary('dona')}@loja.example`,
  };
  const made = await signUpMerchant(app, { ...texts, password: TEST_PASSWORD }, REQUEST);
  const { merchantId, slug } = made;
  const customDomain = `${canary('clube')}.example.com.br`;
  await owner.query(
    `UPDATE merchants SET custom_domain = $2, custom_domain_status = 'verified', logo_url = $3 WHERE id = $1`,
    [merchantId, customDomain, `https://${customDomain}/logo.png`],
  );
  const people = {} as Record<Role, StaffPerson & { canaries: string[] }>;
  for (const role of ROLES) people[role] = await insertEmployee(owner, merchantId, role, true);
  const deactivated = await insertEmployee(owner, merchantId, 'owner', false);
  const seller = await staffSession(app, people.operator);
  const invited = await invite(app, await staffSession(app, people.owner));

  const person = {
    phone: freshPhone(),
    name: canary('Cliente '),
    email: `${canary('cliente')}@mail.example`,
  };
  await signUpCustomer(app, undefined, { slug, ...person });
  const { id: customerId } = await findCustomer(app, merchantId, person.phone);
  const paidCents = canaryCents();
  const sell = (operationId: string, phone: string, amountCents: number) =>
    issueCashback(app, seller, REQUEST, { operationId, phone, amountCents });
  const redeem = (operationId: string, amountCents: number) =>
    createRedemption(app, seller, REQUEST, { operationId, customerId, amountCents });

  const scanned = await sell(randomUUID(), person.phone, paidCents);
  const browser = { network: '203.0.113.0/24', deviceTraits: 'test' };
  await confirmCashback(app, { token: tokenOf(scanned.link), hostMerchantId: undefined, browser });
  await app.confirmationTraces.idle();
  const spent = await redeem(randomUUID(), 1_234_567);
  await confirmRedemption(app, { token: tokenOf(spent.link), hostMerchantId: undefined });
  const [saleOperation, redemptionOperation] = [randomUUID(), randomUUID()];
  const sale = await sell(saleOperation, freshPhone(), 4_321);
  const redemption = await redeem(redemptionOperation, 777);
  const rest = await insertRest(owner, { merchantId });
  const boss = await staffSession(app, people.owner);
  const spend = await insertSpendEntries(app, owner, boss);
  const apiKey = await insertApiKey(app, boss);
  const integrations = await insertIntegrations(app, owner, boss, customerId);
  const webhooks = await insertWebhooks(app, owner, boss);
  await insertTagDelivery(owner, merchantId, scanned.transactionId);
  await app.customerViews.count(seller, REQUEST, 'counted', { phone: person.phone });

  const completed: string[] = [];
  for (let number = 0; number < completedRedemptions; number += 1) {
    const one = await redeem(randomUUID(), 1);
    await confirmRedemption(app, { token: tokenOf(one.link), hostMerchantId: undefined });
    completed.push(one.redemptionId);
  }
  const spare = await insertSpareCustomers(owner, merchantId);
  const newcomers = await insertInvitedPeople(app, owner, { merchantId, createdBy: people.owner.employeeId });
  const emailChanges = await insertEmailChanges(app, owner, merchantId);
  await correct(app, await staffSession(app, people.owner), {
    customerId,
    otherCustomerId: spare.pop()?.id ?? '',
    redemptionId: completed.pop() ?? '',
    transactionId: sale.transactionId,
  });
  const sparePhones = spare.map(({ phone }) => phone);
  await fillFigures(app, merchantId, () => sell(randomUUID(), person.phone, 1));

  return {
    merchantId,
    slug,
    host: `${slug}.localhost`,
    customDomain,
    ownerEmail: texts.email,
    staff: people,
    deactivated,
    invited,
    customer: { id: customerId, phone: person.phone },
    sale: {
      id: sale.transactionId,
      token: tokenOf(sale.link),
      operationId: saleOperation,
      phone: sale.phone,
    },
    redemption: {
      id: redemption.redemptionId,
      token: tokenOf(redemption.link),
      operationId: redemptionOperation,
    },
    nextCustomerPhone: supply(sparePhones),
    nextCustomerId: supply(spare.map(({ id }) => id).reverse()),
    nextCompletedRedemptionId: supply(completed),
    spend: spend.entered,
    nextSpendId: supply(spend.ids),
    providerRequestId: integrations.requestId,
    nextFailedSyncId: supply(integrations.failedSyncs),
    apiKeyId: apiKey.id,
    webhook: webhooks.endpoint,
    webhookDeliveryId: webhooks.failedDeliveryId,
    nextWebhookId: supply(webhooks.spareIds),
    passwordToken: newcomers.tokens.pop() ?? '',
    nextPasswordToken: supply(newcomers.tokens),
    nextInvitedEmail: supply(newcomers.emails),
    emailToken: emailChanges.tokens.pop() ?? '',
    nextEmailToken: supply(emailChanges.tokens),
    canaries: [
      ...sparePhones,
      ...spare.map(({ id }) => id),
      ...completed,
      ...Object.values(texts),
      ...Object.values(person),
      ...Object.values(people).flatMap(({ canaries }) => canaries),
      ...deactivated.canaries,
      ...newcomers.canaries,
      ...emailChanges.canaries,
      ...invited.canaries,
      ...rest,
      ...spend.canaries,
      ...apiKey.canaries,
      ...integrations.canaries,
      ...webhooks.canaries,
      ...[merchantId, slug, customDomain, customerId, sale.transactionId, redemption.redemptionId],
      ...[
        sale.phone,
        tokenOf(sale.link),
        tokenOf(redemption.link),
        scanned.transactionId,
        spent.redemptionId,
      ],
      ...[
        String(paidCents),
        String(scanned.cashbackCents),
        String(scanned.cashbackCents - 1_234_567 - completedRedemptions + 2),
      ],
    ],
  };
}
