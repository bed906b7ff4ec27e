import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

const GAP_PX = 6;
const EDGE_PX = 4;

export interface Popover {
  isOpen: boolean;
  button: RefObject<HTMLButtonElement | null>;
  box: RefObject<HTMLDivElement | null>;
  open(): void;
  /** The focus goes back to the button, where it is still in the box. */
  close(): void;
}

/**
 * A button that opens a box in the browser's top layer, where no card cuts it off, beside the button. Esc, a
 * press beside it, the focus leaving it and a page that is scrolled close it.
 */
export function usePopover(): Popover {
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  function close() {
    if (box.current?.contains(document.activeElement)) button.current?.focus();
    setIsOpen(false);
  }

  useLayoutEffect(() => {
    if (!isOpen || !button.current || !box.current) return;
    box.current.showPopover();
    placeBeside(button.current, box.current);
  }, [isOpen]);
  useLeaving(isOpen, { button, box }, close);

  return { isOpen, button, box, open: () => setIsOpen(true), close };
}

function useLeaving(isOpen: boolean, { button, box }: Pick<Popover, 'button' | 'box'>, close: () => void) {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && [button, box].some(({ current }) => current?.contains(target));
    const onOutside = ({ target }: Event) => !isInside(target) && closeNow();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // The dialog below stays.
      event.preventDefault();
      event.stopPropagation();
      closeNow();
    };
    // A scroll that ended before the box opened is reported afterwards: only one that moves the button counts.
    const place = () => JSON.stringify(button.current?.getBoundingClientRect());
    const openedAt = place();
    const onScroll = () => place() !== openedAt && closeNow();
    const onResize = () => closeNow();
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    document.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('scroll', onScroll, { capture: true });
    window.addEventListener('resize', onResize);
    return () => {
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
      document.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener('scroll', onScroll, { capture: true });
      window.removeEventListener('resize', onResize);
    };
  }, [isOpen, button, box]);
}

/** Under the button and even with its right end; above it, or further right, where there is no room. */
function placeBeside(button: HTMLElement, box: HTMLElement): void {
  const anchor = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const below = anchor.bottom + GAP_PX;
  const hasRoomBelow = below + height <= window.innerHeight - EDGE_PX;
  box.style.top = `${Math.max(EDGE_PX, hasRoomBelow ? below : anchor.top - GAP_PX - height)}px`;
  box.style.left = `${Math.max(EDGE_PX, anchor.right - width)}px`;
}
