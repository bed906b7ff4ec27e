import type { Purchase } from './purchase.ts';

/** This tab's alone, and the same employee's: a login in between brings it back. */
const KEY = 'cashback-draft';

export function readDraft(employeeId: string): Purchase | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as
      | (Partial<Purchase> & { employeeId?: string })
      | null;
    if (draft?.employeeId !== employeeId) return undefined;
    const { employeeId: _, ...purchase } = draft;
    return typeof purchase.phone === 'string' && typeof purchase.amountCents === 'number'
      ? (purchase as Purchase)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Nothing typed is no draft. Storage that is switched off keeps none. */
export function writeDraft(employeeId: string, purchase: Purchase): void {
  try {
    if (purchase.phone === '' && purchase.amountCents === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ employeeId, ...purchase }));
  } catch {
    // See above.
  }
}
