// What shell sends to the API and reads of it. Written when it is released.
export interface AuthForgotPassword {
  kind: "mutation";
  input: {
    email: string;
  };
  output: {
    delivery: "email" | "none";
  };
}
export interface AuthLogin {
  kind: "mutation";
  input: {
    email: string;
    password: string;
  };
  output: {
    employee: {
      email: string;
      id: string;
      name: string;
      phone: null | string;
      role: "admin" | "employee" | "manager" | "operator" | "owner";
    };
    merchant: {
      brandColor: null | string;
      id: string;
      logoUrl: null | string;
      name: string;
      programName: string;
      rateBasisPoints: number;
      signupLinkSlug: string;
      timeZone: string;
    };
    user: {
      email: string;
      id: string;
    };
  };
}
export interface AuthLogout {
  kind: "mutation";
  input: undefined | {
    [key: string]: never;
  };
  output: null;
}
export interface AuthPasswordLink {
  kind: "mutation";
  input: {
    token: string;
  };
  output: {
    email: string;
    employeeName: string;
    kind: "invitation" | "reset";
    merchantName: string;
  };
}
export interface AuthSession {
  kind: "query";
  input: undefined | {
    [key: string]: never;
  };
  output: null | {
    employee: {
      email: string;
      id: string;
      name: string;
      phone: null | string;
      role: "admin" | "employee" | "manager" | "operator" | "owner";
    };
    merchant: {
      brandColor: null | string;
      id: string;
      logoUrl: null | string;
      name: string;
      programName: string;
      rateBasisPoints: number;
      signupLinkSlug: string;
      timeZone: string;
    };
    user: {
      email: string;
      id: string;
    };
  };
}
export interface AuthSetPassword {
  kind: "mutation";
  input: {
    password: string;
    token: string;
  };
  output: {
    email: string;
  };
}
export interface CustomersList {
  kind: "query";
  input: {
    after?: string;
    search?: string;
    sort?: "available" | "created_at" | "last_purchase_at" | "total_spent";
  };
  output: {
    customers: Array<{
        availableCents: number;
        createdAt: string;
        dashboardLink: string;
        email: null | string;
        id: string;
        lastPurchaseAt: null | string;
        name: null | string;
        phone: string;
        totalSpentCents: number;
      }>;
    next: null | string;
    timeZone: string;
  };
}
export interface MerchantsSignup {
  kind: "mutation";
  input: {
    email: string;
    merchantAddress: string;
    merchantName: string;
    merchantPhone: string;
    ownerName: string;
    password: string;
  };
  output: {
    email: string;
  };
}
export interface Procedures {
  "auth.forgotPassword": AuthForgotPassword;
  "auth.login": AuthLogin;
  "auth.logout": AuthLogout;
  "auth.passwordLink": AuthPasswordLink;
  "auth.session": AuthSession;
  "auth.setPassword": AuthSetPassword;
  "customers.list": CustomersList;
  "merchants.signup": MerchantsSignup;
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
export type Refusals = "bad_request" | "common_password" | "employee_not_managed" | "forbidden" | "invalid_password_link" | "invitation_inactive" | "invitation_used" | "last_owner" | "own_deactivation" | "own_password_link" | "owner_needs_password" | "password_link_inactive" | "password_not_set" | "redemption_above_purchase" | "redemption_above_share" | "redemption_balance_too_small" | "redemption_purchase_missing" | "redemption_purchase_too_small" | "unauthenticated";
