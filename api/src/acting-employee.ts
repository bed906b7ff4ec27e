import type { ClientSession } from 'domain/session';

/**
 * On whose behalf something is done: an employee who is signed in (a StaffSession is one), or the employee an
 * API key acts for. What the use cases need to know that both may call.
 */
export interface ActingEmployee {
  merchantId: string;
  employeeId: string;
  client: {
    employee: Pick<ClientSession['employee'], 'role'>;
    merchant: Pick<ClientSession['merchant'], 'timeZone'>;
  };
  /** Left out where an employee acts themselves. */
  apiKeyId?: string;
}
