import { trpc } from '../../lib/trpc.ts';

/** Call it when somebody was added or changed: the list asks again. */
export function useRefreshEmployees(): () => void {
  const utils = trpc.useUtils();
  return () => void utils.employees.list.invalidate();
}
