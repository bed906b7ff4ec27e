import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { usePopover } from 'ui/use-popover';

type Step = (index: number, count: number) => number;
const forward: Step = (index, count) => (index + 1) % count;
const back: Step = (index, count) => (index + count - 1) % count;

const STEPS: Record<string, Step> = {
  ArrowDown: forward,
  ArrowRight: forward,
  ArrowUp: back,
  ArrowLeft: back,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export interface Menu {
  isOpen: boolean;
  button: RefObject<HTMLButtonElement | null>;
  list: RefObject<HTMLDivElement | null>;
  open(): void;
  /** The focus goes back to the button, where it is still in the menu. */
  close(): void;
  onButtonKeyDown(event: KeyboardEvent): void;
  onListKeyDown(event: KeyboardEvent): void;
}

/**
 * A button that opens a menu, as ARIA's menu button: opening focuses the first choice (the arrow up: the
 * last), arrows walk, Esc and Tab leave.
 */
export function useMenu(): Menu {
  const button = useRef<HTMLButtonElement>(null);
  const [openedAt, setOpenedAt] = useState<'first' | 'last'>();
  const isOpen = openedAt !== undefined;
  const { box: list, close } = usePopover({ isOpen, button, onClose: () => setOpenedAt(undefined) });

  useLayoutEffect(() => {
    if (!openedAt || !list.current) return;
    const choice = choicesOf(list.current).at(openedAt === 'first' ? 0 : -1);
    choice?.focus({ preventScroll: true });
  }, [openedAt, list]);

  return {
    isOpen,
    button,
    list,
    open: () => setOpenedAt('first'),
    close,
    onButtonKeyDown(event) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      setOpenedAt(event.key === 'ArrowDown' ? 'first' : 'last');
    },
    onListKeyDown(event) {
      // Tab goes on from the button, as if the menu had never been.
      if (event.key === 'Tab') return close();
      const choices = choicesOf(event.currentTarget);
      const next = STEPS[event.key]?.(choices.indexOf(document.activeElement as HTMLElement), choices.length);
      if (next === undefined) return;
      event.preventDefault();
      choices[next]?.focus();
    },
  };
}

const choicesOf = (list: Element) => [...list.querySelectorAll<HTMLElement>('[role="menuitem"]')];
