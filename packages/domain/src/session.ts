import type { Role } from './roles.ts';

/** A call that names its employee is refused for any other one, whom another tab may have signed in. */
export const EMPLOYEE_HEADER = 'x-employee-id';

/** A link to a new password that was shown to its maker, because there is no mail server to send it. */
export interface ShownPasswordLink {
  /** ISO 8601. */
  madeAt: string;
  /** Left out where the platform's support made it. */
  madeBy?: { name: string; role: Role };
}

/** The browser's copy of a session. Holds no token; `auth-storage` keeps the same. */
export interface ClientSession {
  user: { id: string; email: string };
  /** On a tablet the role is an operator's at most. */
  employee: { id: string; name: string; email: string; phone: string | null; role: Role };
  /** The counter's tablet that the employee unlocked; null after a login. An API older than this has none. */
  tablet?: { name: string } | null;
  merchant: {
    id: string;
    name: string;
    programName: string;
    rateBasisPoints: number;
    /** The least purchase that earns cashback, in centavos. An API older than this does not send it. */
    earningMinPurchaseCents?: number;
    logoUrl: string | null;
    brandColor: string | null;
    signupLinkSlug: string;
    timeZone: string;
    /** Customers' phones and e-mails are masked for roles without 'customers.contacts'. */
    maskContacts: boolean;
    /** Revenue, reports and the team's numbers are closed to roles without 'reports.always'. */
    hideReports: boolean;
  };
  /**
   * Days left, today included, to set up the second step that the merchant demands. At 0 the server refuses
   * everything else. Null if none is demanded, or if one is set up.
   */
  factorDaysLeft: number | null;
  /**
   * Links to this employee's password of the last 30 days, the newest first: with one, another person could
   * have signed in as the employee. An API older than this has none.
   */
  shownPasswordLinks?: ShownPasswordLink[];
}
