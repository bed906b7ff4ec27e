import { isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useRequestIds } from 'federation/use-request-ids';
import { useRefreshMovements } from './use-refresh-movements.ts';

/** Resolves to the API's answer, or to its error when it did not succeed. */
export type Once<Input extends { operationId: string }, Answer> = (
  request: Omit<Input, 'operationId'>,
) => Promise<{ answer: Answer } | { error: unknown; operationId: string }>;

/**
 * Sends a request that must take effect once, reports its success, and refreshes the data it may have
 * changed. Belongs to the screen or list and not to its dialog: a request whose answer was lost keeps its id
 * when the dialog is closed and opened again.
 */
export function useOnce<Input extends { operationId: string }, Answer>(
  send: (input: Input) => Promise<Answer>,
  success: string,
): Once<Input, Answer> {
  const { notify } = useRemoteHost();
  const requestIds = useRequestIds();
  const refresh = useRefreshMovements();

  return async (request) => {
    const operationId = requestIds.get(request).id;
    try {
      const answer = await send({ operationId, ...request } as Input);
      requestIds.succeeded(request);
      notify.success(success);
      return { answer };
    } catch (error) {
      if (isRefusal(error, 'operation_conflict')) requestIds.abandon(request);
      return { error, operationId };
    } finally {
      refresh();
    }
  };
}
