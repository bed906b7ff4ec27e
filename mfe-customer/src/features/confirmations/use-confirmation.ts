import { useEffect, useState, useSyncExternalStore } from 'react';
import { expireCalls } from '../../lib/use-call.ts';
import {
  type Confirmation,
  type ConfirmationKind,
  type ConfirmationState,
  startConfirmation,
} from './confirmation.ts';

/** One of each token, however often React mounts the screen. */
const started = new Map<string, Confirmation<ConfirmationKind>>();

/** The confirmation begun by the page's own script, else a new one. */
function confirmationOf<Kind extends ConfirmationKind>(kind: Kind, token: string): Confirmation<Kind> {
  const { confirmation: ofThePage } = window;
  if (ofThePage?.kind === kind && ofThePage.token === token) return ofThePage as Confirmation<Kind>;
  const key = `${kind}/${token}`;
  const known = started.get(key) ?? startConfirmation(kind, token);
  started.set(key, known);
  return known as Confirmation<Kind>;
}

/**
 * Confirms what a QR code stands for, once the page is seen. It is the token's outcome, the same however
 * often it is asked, so coming back to the page shows it without another call.
 */
export function useConfirmation<Kind extends ConfirmationKind>(
  kind: Kind,
  token: string,
): ConfirmationState<Kind> {
  const [{ subscribe, getState }] = useState(() => confirmationOf(kind, token));
  const state = useSyncExternalStore(subscribe, getState);
  useEffect(() => {
    // A balance shown earlier in this tab is another one now.
    if (state.status === 'confirmed') expireCalls('dashboard/');
  }, [state.status]);
  return state;
}
