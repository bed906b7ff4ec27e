// What mfe-backoffice sends to the API and reads of it. Written when it is released.
export interface ApiKeysCreate {
  kind: "mutation";
  input: {
    employeeId?: string;
    name: string;
    scopes: Array<"cashback.issue" | "customers.read" | "operations.reverse" | "redemptions.create">;
  };
  output: {
    id: string;
    key: string;
    prefix: string;
  };
}
export interface ApiKeysList {
  kind: "query";
  input: undefined;
  output: {
    keys: Array<{
        createdAt: string;
        createdBy: string;
        employee: {
          id: string;
          isActive: boolean;
          name: string;
          role: "admin" | "employee" | "manager" | "operator" | "owner";
        };
        id: string;
        lastUsedAt: null | string;
        name: string;
        prefix: string;
        revokedAt: null | string;
        scopes: Array<"cashback.issue" | "customers.read" | "operations.reverse" | "redemptions.create">;
      }>;
  };
}
export interface ApiKeysRevoke {
  kind: "mutation";
  input: {
    id: string;
  };
  output: {
    [key: string]: never;
  };
}
export interface AuditList {
  kind: "query";
  input: {
    about?: string;
    action?: "access.unknown_id" | "api_key.create" | "api_key.revoke" | "auth.change_password" | "auth.end_other_sessions" | "auth.end_session" | "auth.login" | "auth.logout" | "auth.save_profile" | "auth.set_password" | "cashback.issue" | "cashback.reverse" | "customer.adjust" | "customer.correct_phone" | "customer.export" | "customer.import" | "customer.merge" | "employee.activate" | "employee.add" | "employee.change_role" | "employee.deactivate" | "employee.resend_invitation" | "employee.send_password_link" | "integration.activate" | "integration.bulk_sync" | "integration.campaign" | "integration.deactivate" | "integration.retry" | "integration.save" | "integration.save_key" | "integration.test" | "merchant.drop_domain" | "merchant.recheck_domain" | "merchant.remove_logo" | "merchant.save_cashback_settings" | "merchant.save_general_settings" | "merchant.save_link_settings" | "merchant.save_logo" | "merchant.save_marketing_settings" | "merchant.signup" | "merchant.verify_domain" | "redemption.create" | "redemption.reverse" | "report.export" | "segment.export" | "spend.add" | "spend.remove" | "webhook.remove" | "webhook.retry" | "webhook.rotate_secret" | "webhook.save" | "webhook.test" | "webhook.turn_off";
    before?: {
      atMicroseconds: number;
      id: number;
    };
    from?: string;
    group?: "access" | "customers" | "exports" | "settings" | "team" | "values";
    person?: string;
    until?: string;
  };
  output: {
    entries: Array<{
        createdAt: string;
        customer: null | {
          id: string;
          name: null | string;
          phone: string;
        };
        device: null | string;
        id: number;
        ip: null | string;
        lines: Array<{
            after: string;
            before: string;
            kind: "change";
            label: string;
          } | {
            isId: boolean;
            kind: "value";
            label: string;
            value: string;
          }>;
        person: null | {
          id: string;
          name: string;
          role: string;
        };
        words: string;
      }>;
    next: null | {
      atMicroseconds: number;
      id: number;
    };
  };
}
export interface AuditPeople {
  kind: "query";
  input: undefined;
  output: {
    people: Array<{
        id: string;
        isActive: boolean;
        name: string;
        role: "admin" | "employee" | "manager" | "operator" | "owner";
      }>;
  };
}
export interface AuthChangePassword {
  kind: "mutation";
  input: {
    currentPassword: string;
    password: string;
  };
  output: null;
}
export interface AuthEndOtherSessions {
  kind: "mutation";
  input: undefined | {
    [key: string]: never;
  };
  output: {
    ended: number;
  };
}
export interface AuthEndSession {
  kind: "mutation";
  input: {
    id: string;
  };
  output: null;
}
export interface AuthProfile {
  kind: "query";
  input: undefined;
  output: {
    email: string;
    name: string;
    phone: null | string;
    role: "admin" | "employee" | "manager" | "operator" | "owner";
  };
}
export interface AuthSaveProfile {
  kind: "mutation";
  input: {
    currentPassword?: string;
    email: string;
    name: string;
    phone: null | string;
  };
  output: {
    email: string;
    name: string;
    phone: null | string;
    role: "admin" | "employee" | "manager" | "operator" | "owner";
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
export interface AuthSessions {
  kind: "query";
  input: undefined;
  output: {
    sessions: Array<{
        createdAt: string;
        device: string;
        id: string;
        ip: null | string;
        isCurrent: boolean;
        lastUsedAt: null | string;
      }>;
  };
}
export interface CashbackIssue {
  kind: "mutation";
  input: {
    amountCents: number;
    operationId: string;
    phone: string;
  };
  output: {
    amountCents: number;
    cashbackCents: number;
    expiresAt: string;
    link: string;
    phone: string;
    rateBasisPoints: number;
    transactionId: string;
  };
}
export interface CashbackLatest {
  kind: "query";
  input: {
    customerId?: string;
  };
  output: {
    sales: Array<{
        amountCents: number;
        canReverse: boolean;
        cashbackCents: number;
        createdAt: string;
        customerId: string;
        customerName: null | string;
        employeeName: string;
        id: string;
        phone: string;
        rateBasisPoints: number;
        reversals: Array<{
            amountCents: number;
            cashbackCents: number;
            createdAt: string;
            employeeName: string;
            id: string;
            reason: string;
            shortfallCents: number;
            takenCents: number;
          }>;
        reversedAmountCents: number;
        reversedCashbackCents: number;
        status: "credited" | "reversed" | "unclaimed" | "waiting";
      }>;
  };
}
export interface CashbackReverse {
  kind: "mutation";
  input: {
    amountCents: number;
    operationId: string;
    reason: string;
    transactionId: string;
  };
  output: {
    amountCents: number;
    balanceCents: number;
    cashbackCents: number;
    reversalId: string;
    shortfallCents: number;
    takenCents: number;
  };
}
export interface CashbackWatch {
  kind: "subscription";
  input: {
    id: string;
  };
  output: {
    confirmed: boolean;
  };
}
export interface CustomersAdjust {
  kind: "mutation";
  input: {
    amountCents: number;
    customerId: string;
    operationId: string;
    reason: string;
  };
  output: {
    adjustmentId: string;
    amountCents: number;
    balanceCents: number;
  };
}
export interface CustomersCorrectPhone {
  kind: "mutation";
  input: {
    customerId: string;
    phone: string;
  };
  output: {
    phone: string;
  };
}
export interface CustomersDetail {
  kind: "query";
  input: {
    customerId: string;
  };
  output: {
    availableCents: number;
    createdAt: string;
    email: null | string;
    expiring: Array<{
        amountCents: number;
        expiresAt: string;
      }>;
    id: string;
    lastPurchaseAt: null | string;
    maturing: Array<{
        amountCents: number;
        availableAt: string;
      }>;
    maturingCents: number;
    mergedInto: null | {
      id: string;
      phone: string;
    };
    mergedRecords: Array<{
        createdAt: string;
        employeeName: string;
        id: string;
        movedCents: number;
        phone: string;
        reason: string;
      }>;
    name: null | string;
    phone: string;
    timeZone: string;
    totalCashbackCents: number;
    totalSpentCents: number;
  };
}
export interface CustomersFind {
  kind: "query";
  input: {
    phone: string;
  };
  output: {
    availableCents: number;
    expiring: Array<{
        amountCents: number;
        expiresAt: string;
      }>;
    id: string;
    maturing: Array<{
        amountCents: number;
        availableAt: string;
      }>;
    maturingCents: number;
    name: null | string;
    phone: string;
    redemptionRules: {
      maxShareBasisPoints: null | number;
      minBalanceCents: null | number;
      minPurchaseCents: null | number;
    };
    totalCashbackCents: number;
  };
}
export interface CustomersLedger {
  kind: "query";
  input: {
    before?: number;
    customerId: string;
  };
  output: {
    entries: Array<{
        amountCents: number;
        balanceAfterCents: number;
        createdAt: string;
        employeeName: null | string;
        id: number;
        kind: "accrual" | "accrual_reversal" | "adjustment" | "expiry" | "merge_in" | "merge_out" | "redemption" | "redemption_reversal";
        lot: {
          amountCents: number;
          availableAt: string;
          createdAt: string;
          expiresAt: null | string;
          id: string;
          rateBasisPoints: null | number;
          saleAmountCents: null | number;
        };
        otherPhone: null | string;
        reason: null | string;
      }>;
    nextBefore: null | number;
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
export interface CustomersMerge {
  kind: "mutation";
  input: {
    customerId: string;
    operationId: string;
    reason: string;
    sourceCustomerId: string;
  };
  output: {
    balanceCents: number;
    customerId: string;
    movedCents: number;
  };
}
export interface CustomersSummary {
  kind: "query";
  input: undefined | {
    [key: string]: never;
  };
  output: {
    availableCents: number;
    averageTicketCents: number;
    customers: number;
    totalSpentCents: number;
  };
}
export interface DomainsLinkSettings {
  kind: "query";
  input: undefined;
  output: {
    customDomain: null | {
      checkedAt: null | string;
      cname: {
        name: string;
        target: string;
      };
      domain: string;
      finding: null | {
        address: string;
        kind: "address";
      } | {
        by: "cname" | "txt";
        kind: "proved";
      } | {
        kind: "nothing";
      } | {
        kind: "other_cname";
        target: string;
      } | {
        kind: "other_code";
      } | {
        kind: "taken";
      } | {
        kind: "unavailable";
      };
      missing: null | {
        since: string;
        stopsAt: string;
      };
      status: "failed" | "verified" | "waiting";
      txt: null | {
        name: string;
        value: string;
      };
    };
    formerSlugs: Array<string>;
    linkPrefix: string;
    platformName: string;
    signupLink: string;
    slug: string;
  };
}
export interface DomainsSaveLinkSettings {
  kind: "mutation";
  input: {
    customDomain: null | string;
    slug: string;
  };
  output: {
    customDomain: null | {
      checkedAt: null | string;
      cname: {
        name: string;
        target: string;
      };
      domain: string;
      finding: null | {
        address: string;
        kind: "address";
      } | {
        by: "cname" | "txt";
        kind: "proved";
      } | {
        kind: "nothing";
      } | {
        kind: "other_cname";
        target: string;
      } | {
        kind: "other_code";
      } | {
        kind: "taken";
      } | {
        kind: "unavailable";
      };
      missing: null | {
        since: string;
        stopsAt: string;
      };
      status: "failed" | "verified" | "waiting";
      txt: null | {
        name: string;
        value: string;
      };
    };
    formerSlugs: Array<string>;
    linkPrefix: string;
    platformName: string;
    signupLink: string;
    slug: string;
  };
}
export interface DomainsVerify {
  kind: "mutation";
  input: undefined;
  output: {
    isStillChecking: boolean;
    settings: {
      customDomain: null | {
        checkedAt: null | string;
        cname: {
          name: string;
          target: string;
        };
        domain: string;
        finding: null | {
          address: string;
          kind: "address";
        } | {
          by: "cname" | "txt";
          kind: "proved";
        } | {
          kind: "nothing";
        } | {
          kind: "other_cname";
          target: string;
        } | {
          kind: "other_code";
        } | {
          kind: "taken";
        } | {
          kind: "unavailable";
        };
        missing: null | {
          since: string;
          stopsAt: string;
        };
        status: "failed" | "verified" | "waiting";
        txt: null | {
          name: string;
          value: string;
        };
      };
      formerSlugs: Array<string>;
      linkPrefix: string;
      platformName: string;
      signupLink: string;
      slug: string;
    };
  };
}
export interface EmployeesAdd {
  kind: "mutation";
  input: {
    email: string;
    name: string;
    role: "admin" | "employee" | "manager" | "operator" | "owner";
  };
  output: {
    employeeId: string;
    invitation: {
      delivery: "email";
    } | {
      delivery: "link";
      link: string;
    };
  };
}
export interface EmployeesList {
  kind: "query";
  input: undefined;
  output: {
    employees: Array<{
        assignableRoles: Array<"admin" | "employee" | "manager" | "operator" | "owner">;
        canActivate: boolean;
        canDeactivate: boolean;
        canResend: boolean;
        canSendPasswordLink: boolean;
        createdAt: string;
        email: string;
        id: string;
        isActive: boolean;
        isInvited: boolean;
        isLastOwner: boolean;
        isSelf: boolean;
        name: string;
        phone: null | string;
        role: "admin" | "employee" | "manager" | "operator" | "owner";
      }>;
    invitationsBy: "email" | "link";
  };
}
export interface EmployeesResendInvitation {
  kind: "mutation";
  input: {
    employeeId: string;
  };
  output: {
    invitation: {
      delivery: "email";
    } | {
      delivery: "link";
      link: string;
    };
  };
}
export interface EmployeesSendPasswordLink {
  kind: "mutation";
  input: {
    employeeId: string;
  };
  output: {
    passwordLink: {
      delivery: "email";
    } | {
      delivery: "link";
      link: string;
    };
  };
}
export interface EmployeesSetActive {
  kind: "mutation";
  input: {
    employeeId: string;
    isActive: boolean;
  };
  output: {
    isActive: boolean;
  };
}
export interface EmployeesSetRole {
  kind: "mutation";
  input: {
    employeeId: string;
    role: "admin" | "employee" | "manager" | "operator" | "owner";
  };
  output: {
    role: "admin" | "employee" | "manager" | "operator" | "owner";
  };
}
export interface IntegrationsBulkSync {
  kind: "query";
  input: undefined;
  output: {
    latest: null | {
      done: number;
      errorCount: number;
      finishedAt: null | string;
      id: string;
      startedAt: string;
      state: "completed" | "running";
      successCount: number;
      total: number;
    };
  };
}
export interface IntegrationsCreateCampaign {
  kind: "mutation";
  input: {
    fromName: string;
    message: string;
    operationId: string;
    replyTo: string;
    subject: string;
    title: string;
  };
  output: {
    requestId: string;
  };
}
export interface IntegrationsList {
  kind: "query";
  input: undefined;
  output: {
    integrations: Array<{
        audienceId: null | string;
        isActive: boolean;
        isStored: boolean;
        keyLast4: null | string;
        lastSyncAt: null | string;
        provider: "mailchimp" | "rd_station";
        serverPrefix: null | string;
        syncCount: number;
        syncOnPurchase: boolean;
        syncOnRedemption: boolean;
        syncOnSignup: boolean;
      }>;
  };
}
export interface IntegrationsLog {
  kind: "query";
  input: {
    id: number;
  };
  output: {
    action: "bulk_sync" | "purchase" | "redemption" | "signup";
    canRetry: boolean;
    createdAt: string;
    customerName: null | string;
    customerPhone: null | string;
    email: null | string;
    errorMessage: null | string;
    httpStatus: null | number;
    id: number;
    occurredAt: null | string;
    provider: "mailchimp" | "rd_station";
    retriedAt: null | string;
    status: "error" | "success";
    tags: Array<string>;
    tries: null | number;
  };
}
export interface IntegrationsLogs {
  kind: "query";
  input: undefined | {
    action?: "bulk_sync" | "purchase" | "redemption" | "signup";
    provider?: "mailchimp" | "rd_station";
    status?: "error" | "success";
  };
  output: {
    entries: Array<{
        action: "bulk_sync" | "purchase" | "redemption" | "signup";
        canRetry: boolean;
        createdAt: string;
        customerName: null | string;
        customerPhone: null | string;
        errorMessage: null | string;
        id: number;
        provider: "mailchimp" | "rd_station";
        retriedAt: null | string;
        status: "error" | "success";
      }>;
  };
}
export interface IntegrationsRequest {
  kind: "query";
  input: {
    requestId: string;
  };
  output: {
    accountName: null | string;
    campaignId: null | string;
    contacts: null | number;
    kind: "campaign" | "test";
    message: null | string;
    provider: "mailchimp" | "rd_station";
    state: "failed" | "succeeded" | "waiting";
  };
}
export interface IntegrationsRetry {
  kind: "mutation";
  input: {
    id: number;
  };
  output: {
    [key: string]: never;
  };
}
export interface IntegrationsSave {
  kind: "mutation";
  input: {
    apiKey?: string;
    audienceId: string;
    provider: "mailchimp";
    serverPrefix: string;
    syncOnPurchase: boolean;
    syncOnRedemption: boolean;
    syncOnSignup: boolean;
  } | {
    apiKey?: string;
    provider: "rd_station";
    syncOnPurchase: boolean;
    syncOnRedemption: boolean;
    syncOnSignup: boolean;
  };
  output: {
    audienceId: null | string;
    isActive: boolean;
    isStored: boolean;
    keyLast4: null | string;
    lastSyncAt: null | string;
    provider: "mailchimp" | "rd_station";
    serverPrefix: null | string;
    syncCount: number;
    syncOnPurchase: boolean;
    syncOnRedemption: boolean;
    syncOnSignup: boolean;
  };
}
export interface IntegrationsSetActive {
  kind: "mutation";
  input: {
    isActive: boolean;
    provider: "mailchimp" | "rd_station";
  };
  output: {
    audienceId: null | string;
    isActive: boolean;
    isStored: boolean;
    keyLast4: null | string;
    lastSyncAt: null | string;
    provider: "mailchimp" | "rd_station";
    serverPrefix: null | string;
    syncCount: number;
    syncOnPurchase: boolean;
    syncOnRedemption: boolean;
    syncOnSignup: boolean;
  };
}
export interface IntegrationsStartBulkSync {
  kind: "mutation";
  input: undefined;
  output: {
    done: number;
    errorCount: number;
    finishedAt: null | string;
    id: string;
    startedAt: string;
    state: "completed" | "running";
    successCount: number;
    total: number;
  };
}
export interface IntegrationsTest {
  kind: "mutation";
  input: {
    apiKey?: string;
    audienceId: string;
    provider: "mailchimp";
    serverPrefix: string;
  } | {
    apiKey?: string;
    provider: "rd_station";
  };
  output: {
    requestId: string;
  };
}
export interface MerchantsCashbackSettings {
  kind: "query";
  input: undefined;
  output: {
    availableImmediately: boolean;
    expirationDays: number;
    expires: boolean;
    maturingDays: number;
    programName: string;
    rateBasisPoints: number;
    redemptionRules: {
      maxShareBasisPoints: null | number;
      minBalanceCents: null | number;
      minPurchaseCents: null | number;
    };
  };
}
export interface MerchantsGeneralSettings {
  kind: "query";
  input: undefined;
  output: {
    address: string;
    brandColor: null | string;
    email: string;
    logoUrl: null | string;
    name: string;
    phone: string;
  };
}
export interface MerchantsMarketingSettings {
  kind: "query";
  input: undefined;
  output: {
    gtmId: null | string;
    metaPixelId: null | string;
  };
}
export interface MerchantsRemoveLogo {
  kind: "mutation";
  input: {
    [key: string]: never;
  };
  output: null;
}
export interface MerchantsSaveCashbackSettings {
  kind: "mutation";
  input: {
    availableImmediately: boolean;
    expirationDays?: number;
    expires: boolean;
    maturingDays?: number;
    programName: string;
    rateBasisPoints: number;
    redemptionRules: {
      maxShareBasisPoints: null | number;
      minBalanceCents: null | number;
      minPurchaseCents: null | number;
    };
  };
  output: {
    availableImmediately: boolean;
    expirationDays: number;
    expires: boolean;
    maturingDays: number;
    programName: string;
    rateBasisPoints: number;
    redemptionRules: {
      maxShareBasisPoints: null | number;
      minBalanceCents: null | number;
      minPurchaseCents: null | number;
    };
  };
}
export interface MerchantsSaveGeneralSettings {
  kind: "mutation";
  input: {
    address?: string;
    brandColor: null | string;
    name: string;
    phone: string;
  };
  output: {
    address: string;
    brandColor: null | string;
    email: string;
    logoUrl: null | string;
    name: string;
    phone: string;
  };
}
export interface MerchantsSaveMarketingSettings {
  kind: "mutation";
  input: {
    gtmId: null | string;
    metaPixelId: null | string;
  };
  output: {
    gtmId: null | string;
    metaPixelId: null | string;
  };
}
export interface RedemptionsCreate {
  kind: "mutation";
  input: {
    amountCents: number;
    customerId: string;
    operationId: string;
    purchaseAmountCents?: number;
  };
  output: {
    amountCents: number;
    expiresAt: string;
    link: string;
    phone: string;
    redemptionId: string;
  };
}
export interface RedemptionsLatest {
  kind: "query";
  input: {
    customerId?: string;
  };
  output: {
    redemptions: Array<{
        amountCents: number;
        canReverse: boolean;
        completedAt: null | string;
        createdAt: string;
        customerId: string;
        customerName: null | string;
        employeeName: string;
        id: string;
        phone: string;
        reversal: null | {
          createdAt: string;
          employeeName: string;
          expiredCents: number;
          id: string;
          reason: string;
          recoveredCents: number;
        };
        status: "completed" | "reversed" | "unclaimed" | "waiting";
      }>;
  };
}
export interface RedemptionsReverse {
  kind: "mutation";
  input: {
    operationId: string;
    reason: string;
    redemptionId: string;
  };
  output: {
    amountCents: number;
    balanceCents: number;
    expiredCents: number;
    recoveredCents: number;
    reversalId: string;
  };
}
export interface RedemptionsWatch {
  kind: "subscription";
  input: {
    id: string;
  };
  output: {
    confirmed: boolean;
  };
}
export interface WebhooksDeliveries {
  kind: "query";
  input: {
    after?: {
      atMicroseconds: number;
      id: string;
    };
    endpointId?: string;
    state?: "delivered" | "failed" | "waiting";
  };
  output: {
    deliveries: Array<{
        createdAt: string;
        endpointId: string;
        event: string;
        finishedAt: null | string;
        id: string;
        lastError: null | string;
        lastStatus: null | number;
        nextTryAt: null | string;
        state: "delivered" | "failed" | "waiting";
        tries: number;
        url: string;
      }>;
    next: null | {
      atMicroseconds: number;
      id: string;
    };
  };
}
export interface WebhooksDelivery {
  kind: "query";
  input: {
    id: string;
  };
  output: {
    body: null | string;
    createdAt: string;
    endpointId: string;
    event: string;
    finishedAt: null | string;
    id: string;
    lastError: null | string;
    lastStatus: null | number;
    nextTryAt: null | string;
    state: "delivered" | "failed" | "waiting";
    tries: number;
    url: string;
  };
}
export interface WebhooksList {
  kind: "query";
  input: undefined;
  output: {
    endpoints: Array<{
        createdAt: string;
        description: null | string;
        events: Array<"cashback.confirmed" | "cashback.issued" | "customer.created" | "purchase.reversed" | "redemption.confirmed" | "redemption.created" | "redemption.reversed">;
        id: string;
        isActive: boolean;
        lastDelivery: null | {
          at: string;
          state: "delivered" | "failed" | "waiting";
          status: null | number;
          tries: number;
        };
        url: string;
      }>;
    secret: null | {
      createdAt: string;
      last4: string;
      previousUntil: null | string;
    };
  };
}
export interface WebhooksRemove {
  kind: "mutation";
  input: {
    id: string;
  };
  output: {
    [key: string]: never;
  };
}
export interface WebhooksRetry {
  kind: "mutation";
  input: {
    id: string;
  };
  output: {
    [key: string]: never;
  };
}
export interface WebhooksRotateSecret {
  kind: "mutation";
  input: undefined;
  output: {
    secret: string;
  };
}
export interface WebhooksSave {
  kind: "mutation";
  input: {
    description?: null | string;
    events: Array<"cashback.confirmed" | "cashback.issued" | "customer.created" | "purchase.reversed" | "redemption.confirmed" | "redemption.created" | "redemption.reversed">;
    id?: string;
    isActive: boolean;
    url: string;
  };
  output: {
    endpoint: {
      createdAt: string;
      description: null | string;
      events: Array<"cashback.confirmed" | "cashback.issued" | "customer.created" | "purchase.reversed" | "redemption.confirmed" | "redemption.created" | "redemption.reversed">;
      id: string;
      isActive: boolean;
      lastDelivery: null | {
        at: string;
        state: "delivered" | "failed" | "waiting";
        status: null | number;
        tries: number;
      };
      url: string;
    };
    secret: null | string;
  };
}
export interface WebhooksTest {
  kind: "mutation";
  input: {
    id: string;
  };
  output: {
    deliveryId: string;
  };
}
export interface Procedures {
  "apiKeys.create": ApiKeysCreate;
  "apiKeys.list": ApiKeysList;
  "apiKeys.revoke": ApiKeysRevoke;
  "audit.list": AuditList;
  "audit.people": AuditPeople;
  "auth.changePassword": AuthChangePassword;
  "auth.endOtherSessions": AuthEndOtherSessions;
  "auth.endSession": AuthEndSession;
  "auth.profile": AuthProfile;
  "auth.saveProfile": AuthSaveProfile;
  "auth.session": AuthSession;
  "auth.sessions": AuthSessions;
  "cashback.issue": CashbackIssue;
  "cashback.latest": CashbackLatest;
  "cashback.reverse": CashbackReverse;
  "cashback.watch": CashbackWatch;
  "customers.adjust": CustomersAdjust;
  "customers.correctPhone": CustomersCorrectPhone;
  "customers.detail": CustomersDetail;
  "customers.find": CustomersFind;
  "customers.ledger": CustomersLedger;
  "customers.list": CustomersList;
  "customers.merge": CustomersMerge;
  "customers.summary": CustomersSummary;
  "domains.linkSettings": DomainsLinkSettings;
  "domains.saveLinkSettings": DomainsSaveLinkSettings;
  "domains.verify": DomainsVerify;
  "employees.add": EmployeesAdd;
  "employees.list": EmployeesList;
  "employees.resendInvitation": EmployeesResendInvitation;
  "employees.sendPasswordLink": EmployeesSendPasswordLink;
  "employees.setActive": EmployeesSetActive;
  "employees.setRole": EmployeesSetRole;
  "integrations.bulkSync": IntegrationsBulkSync;
  "integrations.createCampaign": IntegrationsCreateCampaign;
  "integrations.list": IntegrationsList;
  "integrations.log": IntegrationsLog;
  "integrations.logs": IntegrationsLogs;
  "integrations.request": IntegrationsRequest;
  "integrations.retry": IntegrationsRetry;
  "integrations.save": IntegrationsSave;
  "integrations.setActive": IntegrationsSetActive;
  "integrations.startBulkSync": IntegrationsStartBulkSync;
  "integrations.test": IntegrationsTest;
  "merchants.cashbackSettings": MerchantsCashbackSettings;
  "merchants.generalSettings": MerchantsGeneralSettings;
  "merchants.marketingSettings": MerchantsMarketingSettings;
  "merchants.removeLogo": MerchantsRemoveLogo;
  "merchants.saveCashbackSettings": MerchantsSaveCashbackSettings;
  "merchants.saveGeneralSettings": MerchantsSaveGeneralSettings;
  "merchants.saveMarketingSettings": MerchantsSaveMarketingSettings;
  "redemptions.create": RedemptionsCreate;
  "redemptions.latest": RedemptionsLatest;
  "redemptions.reverse": RedemptionsReverse;
  "redemptions.watch": RedemptionsWatch;
  "webhooks.deliveries": WebhooksDeliveries;
  "webhooks.delivery": WebhooksDelivery;
  "webhooks.list": WebhooksList;
  "webhooks.remove": WebhooksRemove;
  "webhooks.retry": WebhooksRetry;
  "webhooks.rotateSecret": WebhooksRotateSecret;
  "webhooks.save": WebhooksSave;
  "webhooks.test": WebhooksTest;
}
export interface Files {
  CustomerImport: {
    completedCount: number;
    creditCents: number;
    creditCount: number;
    knownCount: number;
    newCount: number;
  };
  CustomerImportPreview: {
    creditCents: number;
    creditCount: number;
    customers: Array<{
        balanceCents: number;
        email: null | string;
        isKnown: boolean;
        line: number;
        name: null | string;
        phone: string;
      }>;
    errorCount: number;
    errors: Array<{
        column: null | string;
        line: null | number;
        message: string;
      }>;
    knownCount: number;
    newCount: number;
  };
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
export type Addresses = "/files/customers.*" | "/files/customers/import" | "/files/customers/import-preview" | "/files/logo";
export type Refusals = "adjustment_above_balance" | "amount_above_balance" | "api_key_person_above" | "api_key_person_inactive" | "api_key_role_too_small" | "bad_request" | "body_too_large" | "customer_not_found" | "email_taken" | "employee_not_found" | "employee_not_managed" | "forbidden" | "import_has_errors" | "invalid_logo" | "invitation_inactive" | "invitation_used" | "last_owner" | "no_balance" | "operation_conflict" | "own_deactivation" | "own_password_link" | "own_phone" | "owner_needs_password" | "password_link_inactive" | "password_not_set" | "phone_taken" | "redemption_above_purchase" | "redemption_above_share" | "redemption_balance_too_small" | "redemption_purchase_missing" | "redemption_purchase_too_small" | "reversal_above_remaining" | "role_not_given" | "unauthenticated" | "unsupported_file" | "webhook_url_not_https" | "webhook_url_port" | "webhook_url_private" | "webhook_url_taken" | "webhook_url_unknown";
