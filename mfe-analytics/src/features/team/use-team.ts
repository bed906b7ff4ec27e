import type { ApiOutputs } from 'api/contract';
import type { Period } from 'domain/report-periods';
import { PERIOD_ANSWER } from '../../lib/period-answer.ts';
import { trpc } from '../../lib/trpc.ts';

export type TeamMember = ApiOutputs['reports']['employees']['employees'][number];

/** The purchases and redemptions of each employee in the period. */
export function useTeam({ from, to }: Period) {
  return trpc.reports.employees.useQuery({ from, to }, PERIOD_ANSWER);
}
