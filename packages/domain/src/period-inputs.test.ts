import fc from 'fast-check';
import { expect, test } from 'vitest';
import { periodInput } from './period-inputs.ts';
import { addDays, periodProblem } from './report-periods.ts';

const day = fc.integer({ min: -800, max: 38_000 }).map((number) => addDays('2000-01-01', number));
const typed = fc.oneof(
  { weight: 4, arbitrary: day },
  fc.constantFrom('', 'ontem', '2026-02-30', '0026-03-01', '2026-3-1', '2026-03-01T00:00:00Z', ' 2026-03-01'),
  fc.string(),
);

test('the page refuses what the server refuses, at the same end and in the same words', () => {
  fc.assert(
    fc.property(typed, typed, (from, to) => {
      const issue = periodInput.safeParse({ from, to }).error?.issues[0];
      const refused = issue && { end: issue.path[0], message: issue.message };
      expect(refused).toEqual(periodProblem({ from, to }));
    }),
    { numRuns: 2_000 },
  );
});
