import { errorMessage, isOffline, isRefusal } from 'federation/error-message';

/** The server's own sentence where it refused; `fallback` for the network and for bugs. */
export function spendFailure(error: unknown, fallback: string): string {
  if (isRefusal(error, 'unauthenticated')) return 'Erro: Merchant não identificado. Faça login novamente.';
  return isOffline(error) ? fallback : errorMessage(error, fallback);
}
