import type { ApiInputs, ApiOutputs } from 'api/contract';
import { trpc } from '../../lib/trpc.ts';
import { type Once, useOnce } from '../../lib/use-once.ts';

export type PurchaseReversal = ApiOutputs['cashback']['reverse'];
export type RedemptionReversal = ApiOutputs['redemptions']['reverse'];
export type ReversePurchase = Once<ApiInputs['cashback']['reverse'], PurchaseReversal>;
export type ReverseRedemption = Once<ApiInputs['redemptions']['reverse'], RedemptionReversal>;

/** It is unknown whether the request arrived; sending it again is safe. */
export const UNANSWERED =
  'Não foi possível confirmar o estorno. Tente novamente: ele não será feito duas vezes.';

export function useReversePurchase(): ReversePurchase {
  const { mutateAsync } = trpc.cashback.reverse.useMutation();
  return useOnce(mutateAsync, 'Compra estornada');
}

export function useReverseRedemption(): ReverseRedemption {
  const { mutateAsync } = trpc.redemptions.reverse.useMutation();
  return useOnce(mutateAsync, 'Resgate estornado');
}
