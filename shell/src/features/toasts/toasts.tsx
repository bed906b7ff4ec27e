import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { TOAST_EVENT, type ToastDetail } from 'ui/notify';
import { whenIdle } from '../../lib/when-idle.ts';

const importToaster = () => import('ui/toaster');

/**
 * Screens that will want a toast have the library fetched once they are drawn: a toast that says there is no
 * network must not need the network.
 */
export function prepareToasts(): void {
  whenIdle(() => void importToaster().catch(() => undefined));
}

/**
 * The document's Toaster, downloaded with the first toast (or prepareToasts): most customer pages show none.
 * Toasts that arrive before it listens are kept and announced again once it does. Where it cannot be
 * downloaded they are dropped and the next toast tries again: a missing toast must not take the screen away,
 * as the error of a lazy component would.
 */
export function Toasts({ load = importToaster }: { load?: typeof importToaster }) {
  const [Toaster, setToaster] = useState<ComponentType>();
  /** Undefined once the Toaster listens. */
  const waiting = useRef<ToastDetail[] | undefined>([]);

  useEffect(() => {
    const keep = async (event: Event) => {
      if (!waiting.current) return;
      waiting.current.push((event as CustomEvent<ToastDetail>).detail);
      if (waiting.current.length > 1) return;
      try {
        const loaded = await load();
        setToaster(() => loaded.Toaster);
      } catch {
        waiting.current = [];
      }
    };
    window.addEventListener(TOAST_EVENT, keep);
    return () => window.removeEventListener(TOAST_EVENT, keep);
  }, [load]);

  // At once, so that no toast comes in between and is both kept and shown.
  const announceKept = useCallback(() => {
    const kept = waiting.current ?? [];
    waiting.current = undefined;
    for (const detail of kept) {
      window.dispatchEvent(new CustomEvent<ToastDetail>(TOAST_EVENT, { detail }));
    }
  }, []);

  if (!Toaster) return null;
  return (
    <>
      <Toaster />
      <Mounted onMounted={announceKept} />
    </>
  );
}

/** Its effect runs after the one in which its elder sibling started to listen. */
function Mounted({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  return null;
}
