import type { ApiOutputs } from 'api/contract';
import type { Period } from 'domain/report-periods';
import { PERIOD_ANSWER } from '../../lib/period-answer.ts';
import { trpc } from '../../lib/trpc.ts';

export type Spend = ApiOutputs['spend']['list'];
export type SpendEntry = Spend['entries'][number];

/** The marketing investments of the period. */
export function useSpend(period: Period) {
  return trpc.spend.list.useQuery(period, PERIOD_ANSWER);
}

export type SpendQuery = ReturnType<typeof useSpend>;

/** Call it when an investment was added or removed, or may have been: list and numbers ask again. */
export function useRefreshSpend(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.spend.invalidate();
    void utils.reports.acquisition.invalidate();
  };
}
