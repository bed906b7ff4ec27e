import type { App } from '../context.ts';
import { isDatabaseUnavailable } from '../lib/database-errors.ts';
import { type Delivery, DeliveryFailure, DeliveryPostponed, type PreparedCall } from './delivery.ts';

export interface Failed {
  message: string;
  status: number | null;
  retryable: boolean;
  retryAfterSeconds?: number | undefined;
  /** A mistake of ours; it says nothing of the receiver. */
  isInternal?: boolean;
}

/** A mistake of ours; the log says what it was. */
export const INTERNAL_FAILURE: Failed = {
  message: 'Erro interno',
  status: null,
  retryable: true,
  isInternal: true,
};

/** What one try came to. */
export type SendResult = { delivered: { status: number | null } } | { failed: Failed } | { postponed: true };

/**
 * Hands a delivery to its receiver, outside of any transaction. Throws where this process cannot go on, because its database
 * is away or it is told to stop: the job runs again, here or elsewhere.
 */
export async function send(
  app: Pick<App, 'log'>,
  delivery: Delivery,
  prepared: PreparedCall,
  signal: AbortSignal | undefined,
): Promise<SendResult> {
  try {
    return { delivered: await unlessStopped(prepared.call(), signal) };
  } catch (error) {
    if (error instanceof DeliveryPostponed) return { postponed: true };
    if (error instanceof DeliveryFailure) return { failed: error };
    if (signal?.aborted || isDatabaseUnavailable(error)) throw error;
    const { merchantId, id } = delivery;
    app.log.error({ err: error, merchantId, deliveryId: id }, 'a delivery could not be made');
    return { failed: INTERNAL_FAILURE };
  }
}

/** The call goes on alone for its ten seconds at most; nobody learns how it ended. */
async function unlessStopped<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (!signal) return await work;
  let stop = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new DOMException('the process is stopping', 'AbortError'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
