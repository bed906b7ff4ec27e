import type { Role } from './roles.ts';

/** What a browser knows of the signed-in employee. Holds no token; it is also what `auth-storage` keeps. */
export interface ClientSession {
  user: { id: string; email: string };
  employee: { id: string; name: string; email: string; phone: string | null; role: Role };
  merchant: {
    id: string;
    name: string;
    programName: string;
    rateBasisPoints: number;
    logoUrl: string | null;
    brandColor: string | null;
    signupLinkSlug: string;
    timeZone: string;
    /** Customers' phones and e-mails are masked for whoever lacks 'customers.contacts'. */
    maskContacts: boolean;
  };
}
