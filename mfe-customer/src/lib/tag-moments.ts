import { useEffect } from 'react';
import { readPageContext } from './page-context.ts';

/**
 * Moments that the screens report to the merchant's tags; all else about tags is loaded only on a page that
 * has some (features/tags). Nothing reported here leaves the browser before the visitor consents.
 */
export type TagMoment =
  /** A purchase's or a redemption's code was opened, and its outcome is on the screen. */
  | { kind: 'movement'; subject: string }
  /** A customer looks at their balance. */
  | { kind: 'dashboard'; subject: string };

const said = new Set<string>();
const moments: TagMoment[] = [];
let listener: ((moment: TagMoment) => void) | undefined;

/**
 * Once for each subject while the page is open. `subject` is the token or the phone, undefined until it is
 * time.
 */
export function useTagMoment(kind: TagMoment['kind'], subject: string | undefined): void {
  useEffect(() => {
    if (subject !== undefined) say({ kind, subject });
  }, [kind, subject]);
}

function say(moment: TagMoment): void {
  const key = `${moment.kind} ${moment.subject}`;
  if (said.has(key) || readPageContext().tags === null) return;
  said.add(key);
  moments.push(moment);
  listener?.(moment);
}

/** Replays the earlier moments, then reports each new one. */
export function listenToTagMoments(listen: (moment: TagMoment) => void): void {
  listener = listen;
  for (const moment of moments) listen(moment);
}

const SIGNED_UP = 'cadastro';

/** Distinguishes a new customer from a returning one on the balance page that follows. */
export function rememberSignup(customerId: string): void {
  if (readPageContext().tags === null) return;
  try {
    sessionStorage.setItem(SIGNED_UP, customerId);
  } catch {
    // A browser without storage reports a login instead.
  }
}

/** The id of the customer who has just signed up, once. */
export function takeSignup(): string | undefined {
  try {
    const customerId = sessionStorage.getItem(SIGNED_UP);
    sessionStorage.removeItem(SIGNED_UP);
    return customerId ?? undefined;
  } catch {
    return undefined;
  }
}
