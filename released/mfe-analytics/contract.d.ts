// What mfe-analytics sends to the API and reads of it. Written when it is released.
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
export interface ReportsAcquisition {
  kind: "query";
  input: {
    from: string;
    to: string;
  };
  output: {
    averageRevenueCents: number;
    cacCents: number;
    ltvCents: number;
    newCustomers: number;
    payingCustomers: number;
    period: {
      from: string;
      to: string;
    };
    ratio: null | {
      band: "attention" | "excellent" | "good";
      hundredths: number;
    };
    revenueCents: number;
    roiTenths: number;
    spendCents: number;
  };
}
export interface ReportsCohorts {
  kind: "query";
  input: undefined | {
    [key: string]: never;
  };
  output: {
    cohorts: Array<{
        customers: number;
        month: string;
        months: Array<{
            customers: number;
            offset: number;
            retentionTenths: number;
            spentCents: number;
          }>;
        spentCents: number;
      }>;
  };
}
export interface ReportsDashboard {
  kind: "query";
  input: {
    from: string;
    to: string;
  };
  output: {
    before: {
      from: string;
      to: string;
    };
    customers: number;
    figures: {
      averageTicketCents: number;
      cashbackCents: number;
      newCustomers: number;
      redeemedCents: number;
      redemptions: number;
      revenueCents: number;
      transactions: number;
    };
    figuresBefore: {
      averageTicketCents: number;
      cashbackCents: number;
      newCustomers: number;
      redeemedCents: number;
      redemptions: number;
      revenueCents: number;
      transactions: number;
    };
    newCustomersThisMonth: number;
    period: {
      from: string;
      to: string;
    };
    today: string;
  };
}
export interface ReportsEmployees {
  kind: "query";
  input: {
    from: string;
    to: string;
  };
  output: {
    employees: Array<{
        averageTicketCents: number;
        cashbackCents: number;
        employeeId: string;
        isActive: boolean;
        name: string;
        redeemedCents: number;
        redemptions: number;
        revenueCents: number;
        transactions: number;
        unconfirmedCents: number;
        unconfirmedTransactions: number;
      }>;
    period: {
      from: string;
      to: string;
    };
  };
}
export interface ReportsLiability {
  kind: "query";
  input: undefined | {
    [key: string]: never;
  };
  output: {
    at: string;
    availableCents: number;
    expiredCents: number;
    expiring: Array<{
        cents: number;
        days: number;
      }>;
    lots: Array<{
        maturingCents: number;
        month: null | string;
        remainingCents: number;
      }>;
    maturingCents: number;
    neverExpiringCents: number;
    redeemableTotalCents: number;
  };
}
export interface ReportsPeriod {
  kind: "query";
  input: {
    from: string;
    to: string;
  };
  output: {
    before: {
      from: string;
      to: string;
    };
    days: Array<{
        cashbackCents: number;
        day: string;
        redeemedCents: number;
        revenueCents: number;
        transactions: number;
      }>;
    figures: {
      averageTicketCents: number;
      cashbackCents: number;
      newCustomers: number;
      redeemedCents: number;
      redemptions: number;
      revenueCents: number;
      transactions: number;
    };
    figuresBefore: {
      averageTicketCents: number;
      cashbackCents: number;
      newCustomers: number;
      redeemedCents: number;
      redemptions: number;
      revenueCents: number;
      transactions: number;
    };
    insights: {
      averageCashbackCents: number;
      averageTicketCents: number;
      pendingCents: number;
      redemptionRateTenths: number;
    };
    period: {
      from: string;
      to: string;
    };
  };
}
export interface ReportsSegmentCustomers {
  kind: "query";
  input: {
    after?: string;
    segment: "at_risk" | "lost" | "loyal" | "new" | "occasional";
    value?: "base" | "high" | "medium";
  };
  output: {
    customers: Array<{
        customerId: string;
        firstOn: string;
        lastOn: string;
        name: null | string;
        phone: string;
        purchases: number;
        spentCents: number;
      }>;
    next: null | string;
  };
}
export interface ReportsSegments {
  kind: "query";
  input: undefined | {
    [key: string]: never;
  };
  output: {
    customers: number;
    segments: Array<{
        averageSpentCents: number;
        byValue: Array<{
            customers: number;
            spentCents: number;
            value: "base" | "high" | "medium";
          }>;
        customers: number;
        segment: "at_risk" | "lost" | "loyal" | "new" | "occasional";
        spentCents: number;
      }>;
  };
}
export interface ReportsUnconfirmed {
  kind: "query";
  input: {
    from: string;
    to: string;
  };
  output: {
    cents: number;
    lapsedCents: number;
    lapsedTransactions: number;
    latest: Array<{
        amountCents: number;
        cashbackCents: number;
        createdAt: string;
        customerId: string;
        customerName: null | string;
        expiresAt: string;
        phone: string;
        transactionId: string;
      }>;
    period: {
      from: string;
      to: string;
    };
    recentCents: number;
    recentTransactions: number;
    shareTenths: number;
    transactions: number;
  };
}
export interface SpendAdd {
  kind: "mutation";
  input: {
    amountCents: number;
    date: string;
    operationId: string;
  };
  output: {
    amountCents: number;
    date: string;
    id: string;
  };
}
export interface SpendList {
  kind: "query";
  input: {
    from: string;
    to: string;
  };
  output: {
    count: number;
    entries: Array<{
        amountCents: number;
        createdAt: string;
        date: string;
        employeeName: string;
        id: string;
        platform: string;
      }>;
    totalCents: number;
  };
}
export interface SpendRemove {
  kind: "mutation";
  input: {
    id: string;
  };
  output: {
    [key: string]: never;
  };
}
export interface Procedures {
  "auth.session": AuthSession;
  "reports.acquisition": ReportsAcquisition;
  "reports.cohorts": ReportsCohorts;
  "reports.dashboard": ReportsDashboard;
  "reports.employees": ReportsEmployees;
  "reports.liability": ReportsLiability;
  "reports.period": ReportsPeriod;
  "reports.segmentCustomers": ReportsSegmentCustomers;
  "reports.segments": ReportsSegments;
  "reports.unconfirmed": ReportsUnconfirmed;
  "spend.add": SpendAdd;
  "spend.list": SpendList;
  "spend.remove": SpendRemove;
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
export type Addresses = "/files/reports.*" | "/files/segments.*";
export type Refusals = "employee_not_managed" | "forbidden" | "invitation_inactive" | "invitation_used" | "last_owner" | "operation_conflict" | "own_deactivation" | "own_password_link" | "owner_needs_password" | "password_link_inactive" | "password_not_set" | "redemption_above_purchase" | "redemption_above_share" | "redemption_balance_too_small" | "redemption_purchase_missing" | "redemption_purchase_too_small" | "spend_not_found" | "unauthenticated";
