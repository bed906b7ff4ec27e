import type { ApiOutputs } from 'api/contract';
import { failureMessage, isLost, isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useRequestIds } from 'federation/use-request-ids';
import { trpc } from '../../lib/trpc.ts';
import { useRefreshMovements } from '../../lib/use-refresh-movements.ts';
import { validUntil } from './valid-until.ts';

export interface PreparedRedemption {
  redemption: ApiOutputs['redemptions']['create'];
  /** By this machine's clock (ms). */
  validUntil: number;
}

interface Request {
  customerId: string;
  amountCents: number;
  purchaseAmountCents?: number;
}

/** Prepares a redemption and reports the outcome. Resolves to the API's error when it did not succeed. */
export function useCreateRedemption(): (
  request: Request,
) => Promise<PreparedRedemption | { error: unknown; operationId: string }> {
  const { notify } = useRemoteHost();
  const requestIds = useRequestIds();
  const refresh = useRefreshMovements();
  // Without a network it fails at once instead of being sent unexpectedly later.
  const { mutateAsync } = trpc.redemptions.create.useMutation();

  return async (request) => {
    const { id: operationId, startedAt } = requestIds.get(request);
    try {
      const redemption = await mutateAsync({ operationId, ...request });
      requestIds.succeeded();
      refresh();
      notify.success('QR Code de resgate gerado!');
      return { redemption, validUntil: validUntil(redemption.expiresAt, startedAt, Date.now()) };
    } catch (error) {
      if (isRefusal(error, 'operation_conflict')) requestIds.abandon(request);
      // Without a network the form says so for as long as that lasts.
      if (!isLost(error) && !isRefusal(error, 'approval_needed'))
        notify.error(failureMessage(error, 'Erro ao gerar QR Code de resgate'));
      return { error, operationId };
    }
  };
}
