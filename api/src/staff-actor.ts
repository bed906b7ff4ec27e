import type { ClientSession } from 'domain/session';

/**
 * On whose behalf something is done: a person who is signed in (a StaffSession is one), or the person an API key acts
 * for. What the use cases need to know that both may call.
 */
export interface StaffActor {
  merchantId: string;
  employeeId: string;
  client: {
    employee: Pick<ClientSession['employee'], 'role'>;
    merchant: Pick<ClientSession['merchant'], 'timeZone'>;
  };
  /** Left out where a person acts themselves. */
  apiKeyId?: string;
}
