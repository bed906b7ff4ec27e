import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

const GAP_PX = 6;
const EDGE_PX = 16;

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
  onListBlur(event: FocusEvent): void;
}

/**
 * A button that opens a menu, as ARIA's menu button: opening focuses the first choice (the arrow up: the
 * last), arrows walk, Esc and Tab leave. The menu lies in the browser's top layer, where no card cuts it off,
 * beside its button; a page that is scrolled closes it.
 */
export function useMenu(): Menu {
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [openedAt, setOpenedAt] = useState<'first' | 'last'>();
  const leave = () => setOpenedAt(undefined);

  function close() {
    if (list.current?.contains(document.activeElement)) button.current?.focus();
    leave();
  }

  useLayoutEffect(() => {
    if (!openedAt || !button.current || !list.current) return;
    list.current.showPopover();
    placeBeside(button.current, list.current);
    const choice = choicesOf(list.current).at(openedAt === 'first' ? 0 : -1);
    choice?.focus({ preventScroll: true });
  }, [openedAt]);
  useLeaving(openedAt !== undefined, { button, list }, leave);

  return {
    isOpen: openedAt !== undefined,
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
      if (event.key === 'Escape') event.preventDefault();
      // Tab goes on from the button, as if the menu had never been.
      if (event.key === 'Escape' || event.key === 'Tab') return close();
      const choices = choicesOf(event.currentTarget);
      const next = STEPS[event.key]?.(choices.indexOf(document.activeElement as HTMLElement), choices.length);
      if (next === undefined) return;
      event.preventDefault();
      choices[next]?.focus();
    },
    onListBlur({ relatedTarget }) {
      // The button is on its way to close the menu: gone already, it would be opened again.
      if (relatedTarget instanceof Node && !isInside(relatedTarget, button, list)) leave();
    },
  };
}

const isInside = (target: EventTarget | null, ...parts: RefObject<HTMLElement | null>[]) =>
  target instanceof Node && parts.some((part) => part.current?.contains(target));

const choicesOf = (list: Element) => [...list.querySelectorAll<HTMLElement>('[role="menuitem"]')];

/** A press beside it, the page scrolling or the window changing under it: the menu goes. */
function useLeaving(isOpen: boolean, { button, list }: Pick<Menu, 'button' | 'list'>, leave: () => void) {
  const leaveNow = useEffectEvent(leave);
  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: Event) => !isInside(target, button, list) && leaveNow();
    // A scroll that ended before the menu opened is reported afterwards: only one that moves the button
    // counts.
    const place = () => JSON.stringify(button.current?.getBoundingClientRect());
    const openedAt = place();
    const onScroll = () => place() !== openedAt && leaveNow();
    const onResize = () => leaveNow();
    document.addEventListener('pointerdown', onPress);
    window.addEventListener('scroll', onScroll, { capture: true });
    window.addEventListener('resize', onResize);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      window.removeEventListener('scroll', onScroll, { capture: true });
      window.removeEventListener('resize', onResize);
    };
  }, [isOpen, button, list]);
}

/**
 * Under the button and even with its right end; above it, or further right, where the window leaves no room.
 */
function placeBeside(button: HTMLElement, list: HTMLElement): void {
  const anchor = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const below = anchor.bottom + GAP_PX;
  const hasRoomBelow = below + height <= window.innerHeight - EDGE_PX;
  list.style.top = `${Math.max(EDGE_PX, hasRoomBelow ? below : anchor.top - GAP_PX - height)}px`;
  list.style.left = `${Math.max(EDGE_PX, anchor.right - width)}px`;
}
