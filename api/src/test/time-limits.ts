import { timeLimits } from '../lib/time-limits.ts';

const PRODUCT = { ...timeLimits };
const WIDE = Object.fromEntries(Object.entries(PRODUCT).map(([name, ms]) => [name, ms * 30]));

/** Before each test file: on a slow or busy machine no test meets a limit that it is not about. */
export function widenTimeLimits(): void {
  Object.assign(timeLimits, WIDE);
}

/** For tests of the limits themselves; call it at the top of the file. */
export function useProductTimeLimits(): void {
  Object.assign(timeLimits, PRODUCT);
}
