import { z } from 'zod';
import { isDay, NO_DAY, periodProblem } from './report-periods.ts';

/** A day that a merchant of this product can have. */
export const day = z.string(NO_DAY).refine(isDay, NO_DAY);

/** What is wrong with a day stands at that day; the rest is asked only of two that are. */
export const periodInput = z.strictObject({ from: day, to: day }).superRefine((period, context) => {
  const problem = periodProblem(period);
  if (problem) context.addIssue({ code: 'custom', path: [problem.end], message: problem.message });
});
