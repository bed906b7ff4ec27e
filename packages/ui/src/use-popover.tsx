import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

const GAP_PX = 6;
const EDGE_PX = 4;

interface PopoverState {
  isOpen: boolean;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  /** The box is even with its left end; without it, with the button's right end. */
  frame?: RefObject<HTMLElement | null> | undefined;
}

/**
 * A box in the browser's top layer, where no card cuts it off, beside the button that opens it. Esc, a press
 * beside it, the focus leaving it and a page that is scrolled close it. `close` gives the focus back to the
 * button, where it is still in the box.
 */
export function usePopover({ isOpen, button, onClose, frame }: PopoverState) {
  const box = useRef<HTMLDivElement>(null);

  function close() {
    if (box.current?.contains(document.activeElement)) button.current?.focus();
    onClose();
  }

  useLayoutEffect(() => {
    if (!isOpen || !button.current || !box.current) return;
    box.current.showPopover();
    placeBeside(button.current, box.current, frame?.current);
  }, [isOpen, button, frame]);
  useLeaving({ isOpen, button, box }, close);

  return { box, close };
}

interface OpenBox extends Pick<PopoverState, 'isOpen' | 'button'> {
  box: RefObject<HTMLDivElement | null>;
}

function useLeaving({ isOpen, button, box }: OpenBox, close: () => void) {
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
    // A scroll that ended before the box opened is reported afterwards: only one that moves the button
    // counts.
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

/** Under the button; above it, or further left or right, where the window leaves no room. */
function placeBeside(button: HTMLElement, box: HTMLElement, frame: HTMLElement | null | undefined): void {
  const anchor = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const below = anchor.bottom + GAP_PX;
  const hasRoomBelow = below + height <= window.innerHeight - EDGE_PX;
  const left = frame ? frame.getBoundingClientRect().left : anchor.right - width;
  const furthest = document.documentElement.clientWidth - EDGE_PX - width;
  box.style.top = `${Math.max(EDGE_PX, hasRoomBelow ? below : anchor.top - GAP_PX - height)}px`;
  box.style.left = `${Math.max(EDGE_PX, Math.min(left, furthest))}px`;
}
