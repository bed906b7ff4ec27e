import type { ApiOutputs } from 'api/contract';
import type { Period } from 'domain/report-periods';
import { PERIOD_ANSWER } from '../../lib/period-answer.ts';
import { trpc } from '../../lib/trpc.ts';

export type Dashboard = ApiOutputs['reports']['dashboard'];

/** The period at a glance, in the API's own numbers. */
export function useDashboard(period: Period) {
  return trpc.reports.dashboard.useQuery(period, PERIOD_ANSWER);
}

export type DashboardQuery = ReturnType<typeof useDashboard>;

/** True once it is known that the merchant has sold nothing, in any period. */
export function isBeforePurchases({ data }: Pick<DashboardQuery, 'data'>): boolean {
  return data?.hasPurchases === false;
}
