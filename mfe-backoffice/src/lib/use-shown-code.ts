import { useEffect, useEffectEvent, useRef } from 'react';
import { type To, useLocation, useNavigate } from 'react-router-dom';

/** As the address names a shown code: '?codigo=<purchase>', '?resgate=<redemption>'. */
export type CodeName = 'codigo' | 'resgate';

interface ShownCode {
  /** The purchase or redemption whose code is shown, if one is. */
  id: string | undefined;
  show: (id: string) => void;
  close: () => void;
  /** A link's way to `show`. */
  linkTo: (id: string) => { to: To; state: object };
}

/**
 * The code that is shown is part of the address, with a history entry of its own: Back closes its dialog, a
 * reload and Forward open it again, and other screens link to it. The token is never in there.
 */
export function useShownCode(name: CodeName): ShownCode {
  const location = useLocation();
  const navigate = useNavigate();
  const isClosing = useRef(false);
  const state = { ...stateOf(location.state), isShownHere: true };

  function addressWith(id: string | undefined): To {
    const parameters = new URLSearchParams(location.search);
    if (id === undefined) parameters.delete(name);
    else parameters.set(name, id);
    return { search: parameters.toString() };
  }

  // On arrival, and not by the entry's key: Forward leads to the same entry, to be closed once more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival
  useEffect(() => {
    isClosing.current = false;
  }, [location.key]);

  function close() {
    // The way back takes a moment, in which a second press would lead one entry further.
    if (isClosing.current) return;
    isClosing.current = true;
    const { isShownHere, ...rest } = stateOf(location.state);
    if (isShownHere) void navigate(-1);
    else void navigate(addressWith(undefined), { replace: true, state: rest });
  }

  return {
    id: new URLSearchParams(location.search).get(name) ?? undefined,
    show: (id) => void navigate(addressWith(id), { state }),
    close,
    linkTo: (id) => ({ to: addressWith(id), state }),
  };
}

function stateOf(state: unknown): { isShownHere?: unknown } {
  return typeof state === 'object' && state !== null ? state : {};
}

/** Calls `onClosed` with what was shown, a turn after its dialog has let go of the focus. */
export function useCodeClosed(id: string | undefined, onClosed: (id: string) => void): void {
  const shown = useRef(id);
  const closed = useEffectEvent(onClosed);
  useEffect(() => {
    const last = shown.current;
    shown.current = id;
    if (last === undefined || id !== undefined) return;
    const timer = setTimeout(() => closed(last));
    return () => clearTimeout(timer);
  }, [id]);
}
