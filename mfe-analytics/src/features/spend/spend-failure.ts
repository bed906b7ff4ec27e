import { failureMessage, isRefusal } from 'federation/error-message';

/** The server's message for a refusal; `fallback` for the network and for bugs. */
export function spendFailure(error: unknown, fallback: string): string {
  if (isRefusal(error, 'unauthenticated')) return 'Erro: Merchant não identificado. Faça login novamente.';
  return failureMessage(error, fallback);
}
