import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { ROLES, type Role } from 'domain/roles';
import type pg from 'pg';
import { freshPhone, TEST_PASSWORD, tokenOf } from 'testing/signed-in-merchant';
import { confirmCashback } from '../cashback/confirm-cashback.ts';
import { issueCashback } from '../cashback/issue-cashback.ts';
import { reversePurchase } from '../cashback/reverse-purchase.ts';
import type { App } from '../context.ts';
import { importCustomers } from '../customer-files/import-customers.ts';
import { adjustBalance } from '../customers/adjust-balance.ts';
import { eraseCustomer } from '../customers/erase-customer.ts';
import { findCustomer } from '../customers/find-customer.ts';
import { mergeCustomers } from '../customers/merge-customers.ts';
import { signUpCustomer } from '../customers/sign-up-customer.ts';
import { addEmployee } from '../employees/add-employee.ts';
import { presentTexts } from '../legal/platform-document.ts';
import { signUpMerchant } from '../merchants/sign-up-merchant.ts';
import { confirmRedemption } from '../redemptions/confirm-redemption.ts';
import { createRedemption } from '../redemptions/create-redemption.ts';
import { reverseRedemption } from '../redemptions/reverse-redemption.ts';
import { readRollups } from '../rollups/read-rollups.ts';
import type { StaffSession } from '../staff-session.ts';
import { issueTrial } from '../trials/issue-trial.ts';
import { insertAlerts } from './tenant-alerts.ts';
import { insertApiKey } from './tenant-api-keys.ts';
import { insertApprovals } from './tenant-approvals.ts';
import { insertDataRequests } from './tenant-data-requests.ts';
import { insertEmailChanges } from './tenant-email-links.ts';
import { insertFactors, type TenantPasskey } from './tenant-factors.ts';
import { insertIntegrations } from './tenant-integrations.ts';
import { insertInvitedEmployees } from './tenant-password-links.ts';
import { insertProofs } from './tenant-proofs.ts';
import { insertSecurityNotices } from './tenant-security-notices.ts';
import { insertSpendEntries } from './tenant-spend.ts';
import { insertTablet } from './tenant-tablets.ts';
import { insertWebhooks } from './tenant-webhooks.ts';

/**
 * A merchant with rows in every table, and the strings by which its data is recognized in another merchant's
 * answer.
 */
export interface Merchant {
  merchantId: string;
  slug: string;
  host: string;
  customDomain: string;
  ownerEmail: string;
  staff: Record<Role, EmployeeIds>;
  deactivated: EmployeeIds;
  /** An employee who has not used the invitation yet. */
  invited: EmployeeIds;
  customer: { id: string; phone: string };
  /** A purchase and a redemption, neither of them confirmed. */
  purchase: { id: string; token: string; requestId: string; phone: string };
  redemption: { id: string; token: string; requestId: string };
  /** Others, which no test confirms; and a redemption to cancel, however often. */
  waiting: { purchaseId: string; redemptionId: string };
  cancelableRedemptionId: string;
  /** A confirmed purchase and redemption of more than a correction may move without a fresh proof. */
  large: { purchaseId: string; redemptionId: string };
  /** The phone of another customer each time; the last one for ever. */
  nextCustomerPhone(): string;
  /** The id of another such customer each time, from the list's other end. */
  nextCustomerId(): string;
  /** Another completed redemption of the operator's each time. */
  nextCompletedRedemptionId(): string;
  /** Input of an entry of marketing spend; the id of another entry each time. */
  spend: { operationId: string; amountCents: number; date: string };
  nextSpendId(): string;
  /** The id of another open request about data each time. */
  nextDataRequestId(): string;
  /** The id of another open alert each time. */
  nextAlertId(): string;
  /** The id of another waiting asking each time, made by an employee who was deactivated since. */
  nextApprovalId(): string;
  /** Id of a request to a provider; another failed entry of the sync log each time. */
  providerRequestId: string;
  nextFailedSyncId(): number;
  apiKeyId: string;
  tabletId: string;
  trial: { id: string; token: string; phone: string };
  /** A webhook endpoint, and a delivery that failed; the id of another endpoint each time. */
  webhook: { id: string; url: string };
  webhookDeliveryId: string;
  nextWebhookId(): string;
  /**
   * An invitation's token that no test uses up, and another one to use up each time; the e-mail of another
   * invited employee.
   */
  passwordToken: string;
  nextPasswordToken(): string;
  nextInvitedEmail(): string;
  /** The token of a link to a new e-mail that no test uses up, and another one to use up each time. */
  emailToken: string;
  nextEmailToken(): string;
  /** The token of a security notice that no test uses up, and another one to use up each time. */
  /** Of an employee who is no caller. */
  passkey: TenantPasskey;
  noticeToken: string;
  nextNoticeToken(): string;
  canaries: string[];
}

export interface EmployeeIds {
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

async function insertEmployeeWithCanaries(
  owner: pg.Pool,
  merchantId: string,
  role: string,
  isActive: boolean,
): Promise<EmployeeIds & { canaries: string[] }> {
  const employeeId = randomUUID();
  const [name, email, phone] = [canary('Pessoa '), `${canary('pessoa')}@loja.example`, freshPhone()];
  await owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, phone, role, is_active, password_hash)
     SELECT $1, $2, $3, $4, $5, $6, $7, password_hash FROM employees WHERE merchant_id = $1 LIMIT 1`,
    [merchantId, employeeId, name, email, phone, role, isActive],
  );
  return { merchantId, employeeId, canaries: [employeeId, name, email, phone] };
}

/** Inserts rows that no procedure writes yet, so that every table has a row that could leak. */
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
 * Inserts a delivery to the merchant's tags; the merchants here have none now, so the product itself would
 * write no such row.
 */
async function insertTagDelivery(owner: pg.Pool, merchantId: string, transactionId: string): Promise<void> {
  await owner.query(
    `INSERT INTO tag_deliveries (merchant_id, movement_id, transaction_id, event, take_id, taken_at)
     VALUES ($1, $2, $2, 'Purchase', $3, now())`,
    [merchantId, transactionId, randomUUID()],
  );
}

/** Erases a customer of no other use. */
async function eraseSomebody(
  app: App,
  merchantId: string,
  sell: (requestId: string, phone: string, amountCents: number) => Promise<unknown>,
): Promise<void> {
  const phone = freshPhone();
  await sell(randomUUID(), phone, 1);
  const { id: customerId } = await findCustomer(app, merchantId, phone);
  await eraseCustomer(app, { merchantId, customerId, basis: 'request', staff: null, request: null });
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

/** One mobile number's two customers, with its ninth digit and without. */
async function insertNinthDigitPair(owner: pg.Pool, merchantId: string): Promise<string[]> {
  const rest = String(randomInt(60_000_000, 100_000_000));
  const phones = [`21${rest}`, `219${rest}`];
  await owner.query(
    'INSERT INTO customers (merchant_id, id, phone) SELECT $1, gen_random_uuid(), unnest($2::text[])',
    [merchantId, phones],
  );
  return phones;
}

/** Returns one item after another; the last one for ever. */
function supply<Item>(items: Item[]): () => Item {
  let next = 0;
  return () => {
    next = Math.min(next + 1, items.length);
    return items[next - 1] as Item;
  };
}

export async function openSession(app: App, employee: EmployeeIds): Promise<string> {
  return await app.sessions.create(
    { merchantId: employee.merchantId, employeeId: employee.employeeId },
    REQUEST,
  );
}

async function staffSession(app: App, employee: EmployeeIds): Promise<StaffSession> {
  const staff = await app.sessions.find(await openSession(app, employee));
  if (!staff) throw new Error('no session for the employee of the test merchant');
  return staff;
}

/**
 * Makes one of each correction, so that their tables have rows; together they add 2 centavos to the
 * customer's balance.
 */
async function correct(
  app: App,
  boss: StaffSession,
  merchant: { customerId: string; otherCustomerId: string; redemptionId: string; transactionId: string },
): Promise<void> {
  const reason = canary('Motivo ');
  const { customerId, otherCustomerId, redemptionId, transactionId } = merchant;
  const newRequest = () => ({ operationId: randomUUID(), reason });
  await reversePurchase(app, boss, REQUEST, { ...newRequest(), transactionId, amountCents: 1 });
  await reverseRedemption(app, boss, REQUEST, { ...newRequest(), redemptionId });
  await adjustBalance(app, boss, REQUEST, { ...newRequest(), customerId, amountCents: 1 });
  await mergeCustomers(app, boss, REQUEST, {
    ...newRequest(),
    customerId,
    sourceCustomerId: otherCustomerId,
  });
}

/** Rows in every table of rollups, and one recorded change that nothing applies later. */
async function fillRollups(app: App, merchantId: string, sell: () => Promise<unknown>): Promise<void> {
  await app.rollups.idle();
  await readRollups(app, merchantId, async () => undefined);
  await sell();
}

/** Invites an employee, who has no password yet. */
async function invite(app: App, boss: StaffSession): Promise<EmployeeIds & { canaries: string[] }> {
  const employee = { name: canary('Pessoa '), email: `${canary('pessoa')}@loja.example` };
  const { employeeId } = await addEmployee(app, boss, REQUEST, { ...employee, role: 'operator' });
  return { merchantId: boss.merchantId, employeeId, canaries: [employeeId, ...Object.values(employee)] };
}

/** Options for tests that send the matrix's inputs, which undo a redemption each time. */
export const FOR_MATRIX = { completedRedemptions: 60 };

/**
 * Makes a merchant through the product's own use cases; `owner` is the database's owner, for rows they do not
 * cover.
 */
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
  const made = await signUpMerchant(
    app,
    { ...texts, password: TEST_PASSWORD, texts: presentTexts(app.env.platformIdentity) },
    REQUEST,
  );
  const { merchantId, slug } = made;
  const customDomain = `${canary('clube')}.example.com.br`;
  await owner.query(
    `UPDATE merchants SET custom_domain = $2, custom_domain_status = 'verified', logo_url = $3 WHERE id = $1`,
    [merchantId, customDomain, `https://${customDomain}/logo.png`],
  );
  const employees = {} as Record<Role, EmployeeIds & { canaries: string[] }>;
  for (const role of ROLES) employees[role] = await insertEmployeeWithCanaries(owner, merchantId, role, true);
  const deactivated = await insertEmployeeWithCanaries(owner, merchantId, 'owner', false);
  const seller = await staffSession(app, employees.operator);
  const invited = await invite(app, await staffSession(app, employees.owner));

  const employee = {
    phone: freshPhone(),
    name: canary('Cliente '),
    email: `${canary('cliente')}@mail.example`,
  };
  await signUpCustomer(app, undefined, REQUEST, {
    slug,
    ...employee,
    consents: { textVersion: 1, channels: ['email', 'whatsapp'] },
  });
  const { id: customerId } = await findCustomer(app, merchantId, employee.phone);
  const paidCents = canaryCents();
  const sell = (requestId: string, phone: string, amountCents: number) =>
    issueCashback(app, seller, REQUEST, { operationId: requestId, phone, amountCents });
  const redeem = (requestId: string, amountCents: number) =>
    createRedemption(app, seller, REQUEST, { operationId: requestId, customerId, amountCents });

  const confirmed = await sell(randomUUID(), employee.phone, paidCents);
  const browser = { network: '203.0.113.0/24', deviceTraits: 'test' };
  await confirmCashback(app, { token: tokenOf(confirmed.link), hostMerchantId: undefined, browser });
  await app.confirmationTraces.idle();
  const spent = await redeem(randomUUID(), 1_234_567);
  await confirmRedemption(app, { token: tokenOf(spent.link), hostMerchantId: undefined });
  const [purchaseRequestId, redemptionRequestId] = [randomUUID(), randomUUID()];
  const purchase = await sell(purchaseRequestId, freshPhone(), 4_321);
  await eraseSomebody(app, merchantId, sell);
  const redemption = await redeem(redemptionRequestId, 777);
  const waitingPurchase = await sell(randomUUID(), employee.phone, 1);
  const waitingRedemption = await redeem(randomUUID(), 1);
  const cancelable = await redeem(randomUUID(), 1);
  const rest = await insertRest(owner, { merchantId });
  const boss = await staffSession(app, employees.owner);
  await insertProofs(owner, merchantId, customerId);
  const spend = await insertSpendEntries(app, owner, boss);
  const dataRequests = await insertDataRequests(owner, merchantId);
  const alerts = await insertAlerts(owner, boss);
  const approvals = await insertApprovals(owner, deactivated, customerId);
  const apiKey = await insertApiKey(app, boss);
  const integrations = await insertIntegrations(app, owner, boss, customerId);
  const webhooks = await insertWebhooks(app, owner, boss);
  await insertTagDelivery(owner, merchantId, confirmed.transactionId);
  await app.customerViews.count(seller, REQUEST, 'counted', { phone: employee.phone });

  const completed: string[] = [];
  for (let number = 0; number < completedRedemptions; number += 1) {
    const one = await redeem(randomUUID(), 1);
    await confirmRedemption(app, { token: tokenOf(one.link), hostMerchantId: undefined });
    completed.push(one.redemptionId);
  }
  const trial = await issueTrial(app, seller, REQUEST, { phone: freshPhone(), amountCents: canaryCents() });
  const spare = await insertSpareCustomers(owner, merchantId);
  const pair = await insertNinthDigitPair(owner, merchantId);
  const newcomers = await insertInvitedEmployees(app, owner, {
    merchantId,
    createdBy: employees.owner.employeeId,
  });
  const emailChanges = await insertEmailChanges(app, owner, merchantId);
  const notices = await insertSecurityNotices(app, owner, merchantId);
  const factors = await insertFactors(owner, merchantId);
  const tablet = await insertTablet(owner, boss);
  await correct(app, await staffSession(app, employees.owner), {
    customerId,
    otherCustomerId: spare.pop()?.id ?? '',
    redemptionId: completed.pop() ?? '',
    transactionId: purchase.transactionId,
  });
  const sparePhones = spare.map(({ phone }) => phone);
  const file = Buffer.from(`Telefone\n${sparePhones.at(-1)}`);
  await importCustomers(app, boss, REQUEST, { operationId: randomUUID(), content: file });
  await fillRollups(app, merchantId, () => sell(randomUUID(), employee.phone, 1));

  return {
    merchantId,
    slug,
    host: `${slug}.localhost`,
    customDomain,
    ownerEmail: texts.email,
    staff: employees,
    deactivated,
    invited,
    customer: { id: customerId, phone: employee.phone },
    purchase: {
      id: purchase.transactionId,
      token: tokenOf(purchase.link),
      requestId: purchaseRequestId,
      phone: purchase.phone,
    },
    redemption: {
      id: redemption.redemptionId,
      token: tokenOf(redemption.link),
      requestId: redemptionRequestId,
    },
    waiting: { purchaseId: waitingPurchase.transactionId, redemptionId: waitingRedemption.redemptionId },
    cancelableRedemptionId: cancelable.redemptionId,
    large: { purchaseId: confirmed.transactionId, redemptionId: spent.redemptionId },
    nextCustomerPhone: supply(sparePhones),
    nextCustomerId: supply(spare.map(({ id }) => id).reverse()),
    nextCompletedRedemptionId: supply(completed),
    spend: spend.entered,
    nextSpendId: supply(spend.ids),
    nextDataRequestId: supply(dataRequests.ids),
    nextAlertId: supply(alerts.ids),
    nextApprovalId: supply(approvals.ids),
    trial: { id: trial.id, token: tokenOf(trial.link), phone: trial.phone },
    providerRequestId: integrations.requestId,
    nextFailedSyncId: supply(integrations.failedSyncs),
    apiKeyId: apiKey.id,
    tabletId: tablet.id,
    webhook: webhooks.endpoint,
    webhookDeliveryId: webhooks.failedDeliveryId,
    nextWebhookId: supply(webhooks.spareIds),
    passwordToken: newcomers.tokens.pop() ?? '',
    nextPasswordToken: supply(newcomers.tokens),
    nextInvitedEmail: supply(newcomers.emails),
    emailToken: emailChanges.tokens.pop() ?? '',
    nextEmailToken: supply(emailChanges.tokens),
    passkey: factors.passkey,
    noticeToken: notices.tokens.pop() ?? '',
    nextNoticeToken: supply(notices.tokens),
    canaries: [
      ...sparePhones,
      ...spare.map(({ id }) => id),
      ...pair,
      ...completed,
      ...Object.values(texts),
      ...Object.values(employee),
      ...Object.values(employees).flatMap(({ canaries }) => canaries),
      ...deactivated.canaries,
      ...newcomers.canaries,
      ...emailChanges.canaries,
      ...notices.canaries,
      ...factors.canaries,
      ...tablet.canaries,
      ...invited.canaries,
      ...rest,
      ...spend.canaries,
      ...dataRequests.canaries,
      ...alerts.canaries,
      ...approvals.canaries,
      ...apiKey.canaries,
      ...integrations.canaries,
      ...webhooks.canaries,
      ...[trial.id, trial.phone, tokenOf(trial.link), String(trial.amountCents)],
      ...[merchantId, slug, customDomain, customerId, purchase.transactionId, redemption.redemptionId],
      ...[
        purchase.phone,
        tokenOf(purchase.link),
        tokenOf(redemption.link),
        confirmed.transactionId,
        spent.redemptionId,
        waitingPurchase.transactionId,
        tokenOf(waitingPurchase.link),
        waitingRedemption.redemptionId,
        tokenOf(waitingRedemption.link),
      ],
      ...[
        String(paidCents),
        String(confirmed.cashbackCents),
        String(confirmed.cashbackCents - 1_234_567 - completedRedemptions + 2),
      ],
    ],
  };
}
