import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { TOAST_EVENT, type ToastDetail } from 'ui/notify';
import { whenIdle } from '../../lib/when-idle.ts';

const importToaster = () => import('ui/toaster');
const Toaster = lazy(async () => ({ default: (await importToaster()).Toaster }));

/**
 * Screens that will want a toast have the library fetched once they are drawn: a toast that says there is no
 * network must not need the network.
 */
export function prepareToasts(): void {
  whenIdle(() => void importToaster().catch(() => undefined));
}

/**
 * The document's Toaster, downloaded with the first toast (or prepareToasts): most customer pages show none.
 * Toasts that arrive before it listens are kept and announced again once it does.
 */
export function Toasts() {
  const [isWanted, setIsWanted] = useState(false);
  /** Undefined once the Toaster listens. */
  const waiting = useRef<ToastDetail[] | undefined>([]);

  useEffect(() => {
    const keep = (event: Event) => {
      if (!waiting.current) return;
      waiting.current.push((event as CustomEvent<ToastDetail>).detail);
      setIsWanted(true);
    };
    window.addEventListener(TOAST_EVENT, keep);
    return () => window.removeEventListener(TOAST_EVENT, keep);
  }, []);

  // At once, so that no toast comes in between and is both kept and shown.
  const announceKept = useCallback(() => {
    const kept = waiting.current ?? [];
    waiting.current = undefined;
    for (const detail of kept) {
      window.dispatchEvent(new CustomEvent<ToastDetail>(TOAST_EVENT, { detail }));
    }
  }, []);

  if (!isWanted) return null;
  return (
    <Suspense>
      <Toaster />
      <Mounted onMounted={announceKept} />
    </Suspense>
  );
}

/** Its effect runs after the one in which its elder sibling started to listen. */
function Mounted({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  return null;
}
