import type { ClientSession } from 'domain/session';

/** The signed-in employee of one request. */
export interface StaffSession {
  /** SHA-256 of the cookie's token; the row's id. */
  id: string;
  merchantId: string;
  employeeId: string;
  client: ClientSession;
}
