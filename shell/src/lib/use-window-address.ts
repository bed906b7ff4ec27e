import { type To, useLocation, useNavigate } from 'react-router-dom';

/** The history state of a window that is opened over its screen: closing it goes back there. */
export const overScreen = (state: unknown) => ({ ...(state as object | null), isOverScreen: true });

export interface WindowAddress {
  isOpen: boolean;
  /** Where a link or `navigate` opens it. */
  to: To;
  state: unknown;
  close: () => void;
}

/**
 * A window over a screen that has a place in the address, '#ajuda' or '#ajuda-equipe': it can be linked to,
 * and a phone's back button closes it. A place in the page is no other screen, so unsaved input stays.
 */
export function useWindowAddress(name: string): WindowAddress {
  const navigate = useNavigate();
  const { hash, state, ...screen } = useLocation();
  return {
    isOpen: hash === `#${name}` || hash.startsWith(`#${name}-`),
    to: { ...screen, hash: name },
    state: overScreen(state),
    close() {
      if ((state as { isOverScreen?: unknown } | null)?.isOverScreen === true) void navigate(-1);
      else void navigate({ ...screen, hash: '' }, { replace: true, state });
    },
  };
}
