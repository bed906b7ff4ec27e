import { useEffect, useState } from 'react';

/** Whole seconds until `untilMs`, counted down while shown; 0 when it is over. */
export function useSecondsLeft(untilMs: number): number {
  const [now, setNow] = useState(Date.now);
  const isOver = now >= untilMs;

  useEffect(() => {
    if (isOver) return;
    // Reads the clock at each tick: a tab in the background ticks seldom.
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isOver]);

  return Math.max(0, Math.ceil((untilMs - now) / 1_000));
}
