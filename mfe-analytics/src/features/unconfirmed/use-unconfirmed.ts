import type { ApiOutputs } from 'api/contract';
import type { Period } from 'domain/report-periods';
import { PERIOD_ANSWER } from '../../lib/period-answer.ts';
import { trpc } from '../../lib/trpc.ts';

export type UnconfirmedReport = ApiOutputs['reports']['unconfirmed'];
export type UnconfirmedPurchase = UnconfirmedReport['latest'][number];

/** The unconfirmed cashback of the period. */
export function useUnconfirmed({ from, to }: Period) {
  return trpc.reports.unconfirmed.useQuery({ from, to }, PERIOD_ANSWER);
}
