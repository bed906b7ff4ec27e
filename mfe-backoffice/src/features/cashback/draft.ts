import { isPhone } from 'domain/phone';
import type { Purchase } from './purchase.ts';

/** This tab's alone, and the same employee's. */
const KEY = 'cashback-draft';
/** A login or a reload that takes longer may be another customer's turn. */
const SAME_CUSTOMER_MS = 2 * 60_000;

type Draft = Purchase & {
  employeeId: string;
  typedAt: number;
  /** Another screen was opened since. */
  isLeft?: boolean;
  /** The request that sends it. Until that fails it does not come back: it could be recorded twice. */
  sentAs?: string | undefined;
};

/** What was typed before the screen went. */
export interface TypedBefore {
  purchase: Purchase;
  /** Only a login or a reload came in between: the same customer waits. */
  isSameVisit: boolean;
}

/** Without a whole phone, a draft of another visit is left out: the offer could not say whose it is. */
export function readDraft(employeeId: string): TypedBefore | undefined {
  const draft = read();
  if (draft?.employeeId !== employeeId || draft.sentAs !== undefined) return undefined;
  const { employeeId: _, typedAt = 0, isLeft = false, ...purchase } = draft;
  if (typeof purchase.phone !== 'string' || typeof purchase.amountCents !== 'number') return undefined;
  const isSameVisit = !isLeft && Date.now() - typedAt < SAME_CUSTOMER_MS;
  if (!isSameVisit && !isPhone(purchase.phone)) return undefined;
  return { purchase: purchase as Purchase, isSameVisit };
}

/** Nothing typed is no draft. */
export function writeDraft(employeeId: string, purchase: Purchase): void {
  const isEmpty = purchase.phone === '' && purchase.amountCents === 0;
  write(isEmpty ? undefined : { employeeId, typedAt: Date.now(), ...purchase });
}

export function sendDraft(employeeId: string, purchase: Purchase, operationId: string): void {
  write({ employeeId, typedAt: Date.now(), ...purchase, sentAs: operationId });
}

/** What was not recorded comes back, unless something else was typed meanwhile. */
export function endSending(operationId: string, isRecorded: boolean): void {
  const draft = read();
  if (draft?.sentAs !== operationId) return;
  write(isRecorded ? undefined : { ...draft, typedAt: Date.now(), sentAs: undefined });
}

/** The next visit may be for another customer. */
export function leaveDraft(): void {
  const draft = read();
  if (draft) write({ ...draft, isLeft: true });
}

function read(): Partial<Draft> | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Storage that is switched off keeps none. */
function write(draft: Partial<Draft> | undefined): void {
  try {
    if (draft) sessionStorage.setItem(KEY, JSON.stringify(draft));
    else sessionStorage.removeItem(KEY);
  } catch {
    // See above.
  }
}
