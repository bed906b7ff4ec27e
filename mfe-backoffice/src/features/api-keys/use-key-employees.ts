import { mayMakeKeyFor } from 'domain/api-keys';
import type { Role } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { trpc } from '../../lib/trpc.ts';

export interface KeyEmployee {
  id: string;
  name: string;
  role: string;
}

/**
 * The employees that a key may act for, the caller first: active ones whose role is not above the caller's.
 */
export function useKeyEmployees(): readonly [KeyEmployee, ...KeyEmployee[]] {
  const { employee: self } = useStaffSession();
  // Without the list the caller is always offered.
  const employees = trpc.employees.list.useQuery(undefined, { staleTime: 60_000 }).data?.employees ?? [];
  const others = employees.filter(
    ({ id, isActive, role }) => id !== self.id && isActive && mayMakeKeyFor(self.role as Role, role),
  );
  return [self, ...others];
}
