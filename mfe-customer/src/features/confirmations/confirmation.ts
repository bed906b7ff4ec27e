import type { ApiOutputs } from 'api/contract';
import { mutate } from '../../lib/api.ts';
import { createCall } from '../../lib/call.ts';
import { errorMessage, isPassing, isRefusal } from '../../lib/call-errors.ts';
import { onReturn } from '../../lib/on-return.ts';
import { confirmationInput } from './opened-code.ts';
import { whenPageIsShown } from './page-shown.ts';

/** The answer to each kind of QR code once it is confirmed. */
export interface Confirmed {
  cashback: ApiOutputs['cashback']['confirm'];
  redemption: ApiOutputs['redemptions']['confirm'];
}
export type ConfirmationKind = keyof Confirmed;

export type ConfirmationState<Kind extends ConfirmationKind> =
  /** With `onProved` it waits for a proof of being the customer, and goes on afterwards. */
  | { status: 'processing'; isSlow: boolean; onProved?: () => void }
  | { status: 'failed'; message: string; onRetry: (() => void) | undefined }
  | { status: 'confirmed'; result: Confirmed[Kind] };

/**
 * A QR code being confirmed, from the opening of its page to its outcome. It knows no framework: the page's
 * own script starts it, and the application goes on with the very same, so that nothing is confirmed or shown
 * twice.
 */
export interface Confirmation<Kind extends ConfirmationKind> {
  kind: Kind;
  token: string;
  getState(): ConfirmationState<Kind>;
  subscribe(listener: () => void): () => void;
}

declare global {
  interface Window {
    /** The state left by the page's own script. */
    confirmation?: Confirmation<'cashback'> | Confirmation<'redemption'>;
  }
}

/** From here on people wonder whether anything is happening. */
const SLOW_MS = 6_000;

const CONFIRM: {
  [Kind in ConfirmationKind]: (token: string, signal: AbortSignal) => Promise<Confirmed[Kind]>;
} = {
  cashback: (token, signal) => mutate('cashback', 'confirm', confirmationInput(token), signal),
  redemption: (token, signal) => mutate('redemptions', 'confirm', confirmationInput(token), signal),
};

/** Confirms what a QR code stands for, as soon as the page is seen. */
export function startConfirmation<Kind extends ConfirmationKind>(
  kind: Kind,
  token: string,
): Confirmation<Kind> {
  const call = createCall((signal) => CONFIRM[kind](token, signal), {
    staleMs: Number.POSITIVE_INFINITY,
    onReturn,
  });
  const listeners = new Set<() => void>();
  let slowTimer: ReturnType<typeof setTimeout> | undefined;
  let state: ConfirmationState<Kind> = { status: 'processing', isSlow: false };

  function show(next: ConfirmationState<Kind>) {
    state = next;
    for (const listener of listeners) listener();
  }

  function startSlowTimer() {
    clearTimeout(slowTimer);
    slowTimer = setTimeout(() => show({ status: 'processing', isSlow: true }), SLOW_MS);
  }

  call.subscribe(() => {
    clearTimeout(slowTimer);
    const answer = call.getState();
    if (answer.status === 'done') return show({ status: 'confirmed', result: answer.data });
    if (answer.status === 'loading') {
      startSlowTimer();
      return show({ status: 'processing', isSlow: false });
    }
    const { error } = answer;
    if (isRefusal(error, 'proof_required'))
      return show({ status: 'processing', isSlow: false, onProved: call.retry });
    const onRetry = isPassing(error) ? call.retry : undefined;
    show({ status: 'failed', message: errorMessage(error), onRetry });
  });
  whenPageIsShown(() => {
    startSlowTimer();
    call.open();
  });
  return {
    kind,
    token,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
