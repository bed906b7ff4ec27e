import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react';
import { type Popover, usePopover } from 'ui/use-popover';

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

export interface Menu extends Pick<Popover, 'isOpen' | 'button' | 'close'> {
  list: RefObject<HTMLDivElement | null>;
  open(): void;
  onButtonKeyDown(event: KeyboardEvent): void;
  onListKeyDown(event: KeyboardEvent): void;
}

/**
 * A button that opens a menu, as ARIA's menu button: opening focuses the first choice (the arrow up: the
 * last), arrows walk, Esc and Tab leave.
 */
export function useMenu(): Menu {
  const { isOpen, button, box: list, open, close } = usePopover();
  const [start, setStart] = useState<'first' | 'last'>('first');

  useLayoutEffect(() => {
    if (!isOpen || !list.current) return;
    choicesOf(list.current)
      .at(start === 'first' ? 0 : -1)
      ?.focus({ preventScroll: true });
  }, [isOpen, start, list]);

  function openAt(place: typeof start) {
    setStart(place);
    open();
  }

  return {
    isOpen,
    button,
    list,
    open: () => openAt('first'),
    close,
    onButtonKeyDown(event) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      openAt(event.key === 'ArrowDown' ? 'first' : 'last');
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
