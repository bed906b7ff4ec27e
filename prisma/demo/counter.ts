import { randomUUID } from 'node:crypto';
import { CONSENT_CHANNELS, CONSENT_TEXT_VERSION } from 'domain/consents';
import { dayAt } from 'domain/report-periods';
import { confirmCashback } from '../../api/src/cashback/confirm-cashback.ts';
import { issueCashback } from '../../api/src/cashback/issue-cashback.ts';
import { reversePurchase } from '../../api/src/cashback/reverse-purchase.ts';
import type { App } from '../../api/src/context.ts';
import { adjustBalance } from '../../api/src/customers/adjust-balance.ts';
import { findCustomer } from '../../api/src/customers/find-customer.ts';
import { mergeCustomers } from '../../api/src/customers/merge-customers.ts';
import { signUpCustomer } from '../../api/src/customers/sign-up-customer.ts';
import { saveCashbackSettings } from '../../api/src/merchants/save-cashback-settings.ts';
import {
  type CashbackSettings,
  showCashbackSettings,
} from '../../api/src/merchants/show-cashback-settings.ts';
import { confirmRedemption } from '../../api/src/redemptions/confirm-redemption.ts';
import { createRedemption } from '../../api/src/redemptions/create-redemption.ts';
import { reverseRedemption } from '../../api/src/redemptions/reverse-redemption.ts';
import { addSpend } from '../../api/src/spend/add-spend.ts';
import type { StaffSession } from '../../api/src/staff-session.ts';

type Purchase = { transactionId: string };
type Redemption = { redemptionId: string };

/**
 * Acts of the demo's employees and customers, through the product's own use cases, so that its ledger is as
 * real as any other.
 */
export interface DemoCounter {
  signUp(customer: { name: string; phone: string; email?: string }): Promise<unknown>;
  leaveUnconfirmed(phone: string, amountCents: number): Promise<Purchase & { link: string }>;
  /** Sold, and the code confirmed. */
  sell(phone: string, amountCents: number): Promise<Purchase>;
  redeem(phone: string, amountCents: number): Promise<Redemption>;
  reverse(purchase: Purchase, amountCents: number, reason: string): Promise<unknown>;
  undo(redemption: Redemption, reason: string): Promise<unknown>;
  adjust(phone: string, amountCents: number, reason: string): Promise<unknown>;
  /** Merges the record `gone` into `kept`. */
  merge(kept: string, gone: string, reason: string): Promise<unknown>;
  setRules(rules: Partial<CashbackSettings>): Promise<unknown>;
  /** Records what advertising cost on the day that the demo has reached. */
  spend(amountCents: number): Promise<unknown>;
}

export const DEMO_REQUEST = { ip: '127.0.0.1', userAgent: 'seed' };

export function openDemoCounter(app: App, staff: StaffSession): DemoCounter {
  const customerId = async (phone: string) => (await findCustomer(app, staff.merchantId, phone)).id;
  const newRequest = () => ({ operationId: randomUUID() });
  const leaveUnconfirmed: DemoCounter['leaveUnconfirmed'] = (phone, amountCents) =>
    issueCashback(app, staff, DEMO_REQUEST, { ...newRequest(), phone, amountCents });
  return {
    signUp: (customer) =>
      signUpCustomer(app, undefined, DEMO_REQUEST, {
        slug: staff.client.merchant.signupLinkSlug,
        ...customer,
        consents: { textVersion: CONSENT_TEXT_VERSION, channels: CONSENT_CHANNELS },
      }),
    leaveUnconfirmed,
    async sell(phone, amountCents) {
      const purchase = await leaveUnconfirmed(phone, amountCents);
      await confirmCashback(app, { token: tokenOf(purchase.link), hostMerchantId: undefined });
      return purchase;
    },
    async redeem(phone, amountCents) {
      const input = { ...newRequest(), customerId: await customerId(phone), amountCents };
      const redemption = await createRedemption(app, staff, DEMO_REQUEST, input);
      await confirmRedemption(app, { token: tokenOf(redemption.link), hostMerchantId: undefined });
      return redemption;
    },
    reverse: ({ transactionId }, amountCents, reason) =>
      reversePurchase(app, staff, DEMO_REQUEST, { ...newRequest(), transactionId, amountCents, reason }),
    undo: ({ redemptionId }, reason) =>
      reverseRedemption(app, staff, DEMO_REQUEST, { ...newRequest(), redemptionId, reason }),
    async adjust(phone, amountCents, reason) {
      const input = { ...newRequest(), customerId: await customerId(phone), amountCents, reason };
      return await adjustBalance(app, staff, DEMO_REQUEST, input);
    },
    async merge(kept, gone, reason) {
      const records = { customerId: await customerId(kept), sourceCustomerId: await customerId(gone) };
      return await mergeCustomers(app, staff, DEMO_REQUEST, { ...newRequest(), ...records, reason });
    },
    async setRules(rules) {
      const current = await showCashbackSettings(app, staff.merchantId);
      return await saveCashbackSettings(app, staff, DEMO_REQUEST, { ...current, ...rules });
    },
    async spend(amountCents) {
      const date = dayAt(await app.tenancy.now(), staff.client.merchant.timeZone);
      return await addSpend(app, staff, DEMO_REQUEST, { ...newRequest(), amountCents, date });
    },
  };
}

function tokenOf(link: string): string {
  return link.slice(link.lastIndexOf('/') + 1);
}
