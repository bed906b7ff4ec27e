import { z } from 'zod';
import { isDay, NO_DAY, periodProblem } from './report-periods.ts';

/** A day that a merchant of this product can have. */
export const day = z.string(NO_DAY).refine(isDay, NO_DAY);

/** An invalid day is reported at that day; the range is checked only for two valid ones. */
export const periodInput = z.strictObject({ from: day, to: day }).superRefine((period, context) => {
  const problem = periodProblem(period);
  if (problem) context.addIssue({ code: 'custom', path: [problem.end], message: problem.message });
});
