import { type RefObject, useRef, useState } from 'react';
import { useReadyFocus } from './use-ready-focus.ts';

interface OneDialog<Dialog> {
  /** The one that is open, if one is. */
  dialog: Dialog | undefined;
  /** Without `from` it takes the place of the one that is open. */
  open: (dialog: Dialog, from?: HTMLElement) => void;
  close: () => void;
}

/**
 * One dialog at a time. On closing, the focus goes back to its opener, or to `fallback` when that is gone:
 * the row was removed, or the empty state was replaced by a list.
 */
export function useDialog<Dialog>(fallback: RefObject<HTMLElement | null>): OneDialog<Dialog> {
  const [dialog, setDialog] = useState<Dialog>();
  const opener = useRef<HTMLElement>(null);
  // On arrival there is none, and the focus stays where it is.
  useReadyFocus(dialog === undefined, () => {
    const target = opener.current?.isConnected ? opener.current : opener.current && fallback.current;
    target?.focus();
  });
  return {
    dialog,
    open: (next, from) => {
      if (from) opener.current = from;
      setDialog(next);
    },
    close: () => setDialog(undefined),
  };
}
