import { errorSentence, INTERNAL_SENTENCE, isOffline } from 'federation/error-sentence';

/** The server's own sentence where it refused; `fallback`, the screen's sentence, for the network and for bugs. */
export function failureSentence(error: unknown, fallback: string): string {
  if (isOffline(error)) return fallback;
  const sentence = errorSentence(error, fallback);
  return sentence === INTERNAL_SENTENCE ? fallback : sentence;
}
