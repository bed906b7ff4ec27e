import type { ClientSession } from 'domain/session';

/**
 * The employee on whose behalf a use case runs: the signed-in one (a StaffSession qualifies) or the one an
 * API key acts for. Holds what use cases need that both may call.
 */
export interface ActingEmployee {
  merchantId: string;
  employeeId: string;
  client: {
    employee: Pick<ClientSession['employee'], 'role'>;
    merchant: Pick<ClientSession['merchant'], 'timeZone'>;
  };
  /** The counter's tablet that they act on. */
  tablet?: { name: string };
  /** True of an API key, which was made with a fresh proof. */
  isProofFresh: boolean;
  /** Absent where the employee acts directly. */
  apiKeyId?: string;
}
