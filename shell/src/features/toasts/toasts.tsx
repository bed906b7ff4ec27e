import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
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
  const [isListening, setIsListening] = useState(false);
  const [waiting] = useState<ToastDetail[]>([]);

  const listening = useCallback(() => setIsListening(true), []);

  useEffect(() => {
    if (isListening) return;
    const keep = (event: Event) => {
      waiting.push((event as CustomEvent<ToastDetail>).detail);
      setIsWanted(true);
    };
    window.addEventListener(TOAST_EVENT, keep);
    return () => window.removeEventListener(TOAST_EVENT, keep);
  }, [isListening, waiting]);

  useEffect(() => {
    if (!isListening) return;
    for (const detail of waiting.splice(0)) {
      window.dispatchEvent(new CustomEvent<ToastDetail>(TOAST_EVENT, { detail }));
    }
  }, [isListening, waiting]);

  if (!isWanted) return null;
  return (
    <Suspense>
      <Toaster />
      <Mounted onMounted={listening} />
    </Suspense>
  );
}

/** Its effect runs after the one in which its elder sibling started to listen. */
function Mounted({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  return null;
}
