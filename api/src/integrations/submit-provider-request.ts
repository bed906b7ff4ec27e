import type { Provider } from 'domain/integrations';
import { Refusal } from '../errors.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import {
  countWaitingProviderRequests,
  insertProviderRequest,
  isSameProviderRequest,
  type ProviderRequestKind,
} from './provider-requests.sql.ts';

/** Requests are answered one after the other, each as slowly as its provider: more would wait too long. */
const MAX_WAITING = 5;

/**
 * Stores a request for the worker to call a provider, and its job. False if it is stored already. Throws
 * Refusal 'too_many_requests', and 'operation_conflict' if the id is used by another request.
 */
export async function submitProviderRequest(
  tx: TenantTransaction,
  { employeeId }: StaffSession,
  request: {
    id: string;
    kind: ProviderRequestKind;
    provider: Provider;
    input: object;
    sealedKey: Buffer | null;
  },
): Promise<boolean> {
  if (!(await insertProviderRequest(tx, { ...request, employeeId }))) {
    if (await isSameProviderRequest(tx, request)) return false;
    throw new Refusal('operation_conflict');
  }
  if ((await countWaitingProviderRequests(tx)) > MAX_WAITING)
    throw new Refusal('too_many_requests', { retryAfterSeconds: 30 });
  await enqueueJob(tx, 'answer-provider-request', { merchantId: tx.merchantId, requestId: request.id });
  return true;
}
