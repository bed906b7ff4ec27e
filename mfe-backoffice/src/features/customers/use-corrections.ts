import type { ApiInputs, ApiOutputs } from 'api/contract';
import { trpc } from '../../lib/trpc.ts';
import { type Once, useOnce } from '../../lib/use-once.ts';

export type AdjustBalance = Once<ApiInputs['customers']['adjust'], ApiOutputs['customers']['adjust']>;
export type MergeCustomers = Once<ApiInputs['customers']['merge'], ApiOutputs['customers']['merge']>;

export function useAdjustBalance(): AdjustBalance {
  const { mutateAsync } = trpc.customers.adjust.useMutation();
  return useOnce(mutateAsync, 'Saldo ajustado!');
}

export function useMergeCustomers(): MergeCustomers {
  const { mutateAsync } = trpc.customers.merge.useMutation();
  return useOnce(mutateAsync, 'Cadastros unidos!');
}
