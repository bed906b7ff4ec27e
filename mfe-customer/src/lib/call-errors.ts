import { errorSentence, INTERNAL_SENTENCE, isRefusal, shouldRetry } from 'federation/error-sentence';

/**
 * Whether asking again may end otherwise: no network, a server that is away or busy, too many calls from
 * this address. Any other refusal is the answer.
 */
export function isPassing(error: unknown): boolean {
  return shouldRetry(0, error) || isRefusal(error, 'too_many_requests');
}

/** The server's sentence where it wrote one for people, else `fallback`, which says what was being done. */
export function sentenceOr(error: unknown, fallback: string): string {
  const sentence = errorSentence(error, fallback);
  return sentence === INTERNAL_SENTENCE ? fallback : sentence;
}
