import { errorSentence, isOffline } from 'federation/error-sentence';

/** The server's own sentence where it refused; `fallback`, the screen's sentence, for the network and for bugs. */
export function failureSentence(error: unknown, fallback: string): string {
  return isOffline(error) ? fallback : errorSentence(error, fallback);
}
