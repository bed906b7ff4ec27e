import { errorMessage, isOffline } from 'federation/error-message';

/** The server's own sentence where it refused; `fallback`, the screen's sentence, for the network and for bugs. */
export function failureMessage(error: unknown, fallback: string): string {
  return isOffline(error) ? fallback : errorMessage(error, fallback);
}
