/**
 * Days for which rows with personal data are kept after their end (sessions, links, deliveries, requests
 * about data) or their creation (the others). docs/privacy.md has a row for each. Marco Civil, article 15,
 * demands six months of access logs: 184 days are never less.
 */
export const RETENTION_DAYS = {
  email_links: 0,
  half_open_logins: 0,
  customer_codes: 0,
  customer_devices: 0,
  approvals: 1,
  provider_requests: 1,
  sessions: 30,
  password_links: 30,
  security_notices: 30,
  idempotency_keys: 30,
  delivery_payloads: 90,
  integration_sync_log: 180,
  confirmation_traces: 184,
  employee_devices: 184,
  audit_addresses: 184,
  audit_details: 731,
  alerts: 731,
  data_requests: 1_826,
} as const;

/** Jobs that hold an address and have used up their attempts: nothing needs the address any more. */
export const GIVEN_UP_JOBS_KEPT_DAYS = 1;

/** Failed logins are kept for 90 days, and no more than the newest 100,000: strangers can make them. */
export const FAILED_LOGINS_KEPT = { days: 90, keep: 100_000 };

/** Months without movement after which a customer is erased, as the merchant sets them. */
export const INACTIVITY_MONTHS = { least: 12, most: 120, initial: 60 } as const;

/** Days between the notice and the erasure of a customer without movement. */
export const INACTIVITY_NOTICE_DAYS = 30;

/**
 * Limits of one run of the job for customers without movement, so that purchases notice nothing of it. Each
 * merchant gets its own share of notices.
 */
export const INACTIVITY_RUN = {
  /** Customers that one transaction reads. */
  rowsPerBatch: 100,
  batchesPerMerchant: 50,
  /** No further batch of a merchant after this number of notices. */
  noticesPerMerchant: 50,
  erasures: 500,
} as const;
