import { TABLET_IDLE_SECONDS } from 'domain/lifetimes';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';

/** How often the server hears of use, and the clock is looked at. */
const REPORT_MS = 30_000;
const LOOK_MS = 5_000;
/** Without an answer the screen locks all the same. */
const LOCK_WITHIN_MS = 2_000;
/** Where the tabs of the tablet tell each other when one was last used. */
const USED_AT = 'tablet_used_at';
/** What waits for an approval, minutes at most, is looked at without a touch. */
const KEEPS_UNLOCKED = '[data-keeps-unlocked]';

/**
 * Locks the tablet when no one has touched it for as long as its session lives without use. Only this tells
 * the server of use: other calls are made without a person too.
 */
export function TabletLock({ onLocked }: { onLocked: () => void }): null {
  useEffect(() => {
    let usedAt = Date.now();
    let reportedAt = usedAt;
    let isLocking = false;
    const use = () => {
      // A tablet that slept does not wake up unlocked by a touch.
      look();
      if (!isLocking) usedAt = Date.now();
    };
    function look() {
      if (isLocking) return;
      const now = Date.now();
      if (document.querySelector(KEEPS_UNLOCKED)) usedAt = now;
      usedAt = shareUse(usedAt, now);
      if (now - usedAt >= TABLET_IDLE_SECONDS * 1_000) {
        isLocking = true;
        void endSession().then(onLocked);
      } else if (usedAt > reportedAt && now - reportedAt >= REPORT_MS) {
        reportedAt = now;
        api.tablets.reportUse.mutate({}).catch(() => undefined);
      }
    }
    const timer = setInterval(look, LOOK_MS);
    const events = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const event of events) window.addEventListener(event, use, { capture: true, passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      for (const event of events) window.removeEventListener(event, use, { capture: true });
      document.removeEventListener('visibilitychange', look);
    };
  }, [onLocked]);
  return null;
}

/** Tells the other tabs, and returns when one was last used; a clock set back leaves no use ahead of now. */
function shareUse(usedAt: number, now: number): number {
  try {
    const others = Number(localStorage.getItem(USED_AT));
    const latest = others > now ? usedAt : Math.max(usedAt, others);
    localStorage.setItem(USED_AT, String(latest));
    return latest;
  } catch {
    return usedAt;
  }
}

async function endSession(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, LOCK_WITHIN_MS));
  await Promise.race([api.auth.logout.mutate({}).catch(() => undefined), late]);
}
