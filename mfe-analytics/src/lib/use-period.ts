import { dayAt, monthAround, type Period, periodProblem } from 'domain/report-periods';
import { useStaffSession } from 'federation/remote-host';
import { useSearchParams } from 'react-router-dom';

export interface UsePeriod {
  period: Period;
  /** The day it is where the merchant is. */
  today: string;
  setPeriod: (period: Period) => void;
}

/**
 * The period of the numbers, by the parameters of the address: '/dashboard?de=2026-03-01&ate=2026-03-31', so
 * that it can be sent to a colleague and going back finds the one before. An address without it, or with one
 * that cannot be, is the current month where the merchant is.
 */
export function usePeriod(): UsePeriod {
  const { timeZone } = useStaffSession().merchant;
  const [search, setSearch] = useSearchParams();
  const today = dayAt(new Date(), timeZone);
  const currentMonth = monthAround(today);
  const asked = { from: search.get('de') ?? '', to: search.get('ate') ?? '' };

  function setPeriod(period: Period) {
    setSearch((current) => {
      const next = new URLSearchParams(current);
      next.delete('de');
      next.delete('ate');
      // The current month has no parameters: as a bookmark it shows the next month too.
      if (isSamePeriod(period, currentMonth)) return next;
      next.set('de', period.from);
      next.set('ate', period.to);
      return next;
    });
  }

  return { period: periodProblem(asked) ? currentMonth : asked, today, setPeriod };
}

export function isSamePeriod(one: Period, other: Period): boolean {
  return one.from === other.from && one.to === other.to;
}
