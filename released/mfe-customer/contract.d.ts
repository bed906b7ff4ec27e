// What mfe-customer sends to the API and reads of it. Written when it is released.
export interface CashbackConfirm {
  kind: "mutation";
  input: {
    token: string;
  };
  output: {
    amountCents: number;
    availableAt: null | string;
    availableCents: number;
    brandColor: null | string;
    cashbackCents: number;
    logoUrl: null | string;
    merchantName: string;
    merchantSlug: string;
    phone: string;
    rateBasisPoints: number;
    timeZone: string;
  };
}
export interface CustomersDashboard {
  kind: "query";
  input: {
    phone: string;
    slug?: string;
  };
  output: {
    cashbackEvents: Array<{
        at: string;
        cashbackCents: number;
        credited: boolean;
        id: string;
        kind: "reversal";
        merchantName: string;
        notTakenCents: number;
        purchaseCents: number;
        timeZone: string;
      } | {
        at: string;
        cashbackCents: number;
        id: string;
        kind: "adjustment";
        merchantName: string;
        timeZone: string;
      } | {
        at: string;
        cashbackCents: number;
        id: string;
        kind: "expiry";
        merchantName: string;
        timeZone: string;
      }>;
    phone: string;
    programmes: Array<{
        availableCents: number;
        brandColor: null | string;
        expiring: Array<{
            amountCents: number;
            expiresAt: string;
          }>;
        logoUrl: null | string;
        maturing: Array<{
            amountCents: number;
            availableAt: string;
          }>;
        maturingCents: number;
        merchantName: string;
        programName: string;
        signupUrl: string;
        slug: string;
        timeZone: string;
        totalCashbackCents: number;
        totalSpentCents: number;
      }>;
    purchases: Array<{
        amountCents: number;
        cashbackCents: number;
        createdAt: string;
        credited: boolean;
        id: string;
        merchantName: string;
        rateBasisPoints: number;
        reversed: boolean;
        timeZone: string;
      }>;
    redemptionReversals: Array<{
        amountCents: number;
        at: string;
        id: string;
        merchantName: string;
        recoveredCents: number;
        timeZone: string;
      }>;
    redemptions: Array<{
        amountCents: number;
        completedAt: string;
        id: string;
        merchantName: string;
        timeZone: string;
      }>;
  };
}
export interface CustomersSignUp {
  kind: "mutation";
  input: {
    email?: string;
    name: string;
    phone: string;
    slug: string;
  };
  output: {
    customerId: null | string;
    isNew: boolean;
    phone: string;
    slug: string;
  };
}
export interface CustomersSignupLink {
  kind: "query";
  input: {
    slug: string;
  };
  output: {
    brandColor: null | string;
    logoUrl: null | string;
    merchantName: string;
    programName: string;
    rateBasisPoints: number;
    slug: string;
  };
}
export interface RedemptionsConfirm {
  kind: "mutation";
  input: {
    token: string;
  };
  output: {
    amountCents: number;
    availableCents: number;
    brandColor: null | string;
    logoUrl: null | string;
    merchantName: string;
    merchantSlug: string;
    phone: string;
  };
}
export interface TagsHashPhone {
  kind: "mutation";
  input: {
    phone: string;
  };
  output: {
    customerPhone: string;
  };
}
export interface TagsTake {
  kind: "mutation";
  input: {
    takeId: string;
    token: string;
  };
  output: {
    customerPhone: string;
    events: Array<{
        amountCents: number;
        cashbackCents: null | number;
        eventId: string;
        name: "CashbackGenerated" | "CashbackScanned" | "Purchase" | "RedemptionCompleted" | "RedemptionGenerated";
      }>;
  };
}
export interface Procedures {
  "cashback.confirm": CashbackConfirm;
  "customers.dashboard": CustomersDashboard;
  "customers.signUp": CustomersSignUp;
  "customers.signupLink": CustomersSignupLink;
  "redemptions.confirm": RedemptionsConfirm;
  "tags.hashPhone": TagsHashPhone;
  "tags.take": TagsTake;
}
export interface Files {
  RefusedCall: {
    data: {
      code: string;
      fields: null | {
        [key: string]: string;
      };
      httpStatus: number;
      refusal: null | string;
    };
    message: string;
  };
}
export type Addresses = never;
export type Refusals = "employee_not_managed" | "forbidden" | "invitation_inactive" | "invitation_used" | "last_owner" | "own_deactivation" | "own_password_link" | "owner_needs_password" | "password_link_inactive" | "password_not_set" | "redemption_above_purchase" | "redemption_above_share" | "redemption_balance_too_small" | "redemption_purchase_missing" | "redemption_purchase_too_small" | "too_many_requests" | "unauthenticated";
