import { FILES_PER_EMPLOYEE } from '../auth/limits.ts';
import { Refusal } from '../errors.ts';
import type { StaffRouteCall } from './staff-routes.ts';

/** Throws Refusal 'too_many_requests' where somebody asks for files without end. */
export async function limitFiles({ app, staff }: Pick<StaffRouteCall, 'app' | 'staff'>): Promise<void> {
  const retryAfterSeconds = await app.limiter.hit(FILES_PER_EMPLOYEE, staff.employeeId);
  if (retryAfterSeconds !== undefined) throw new Refusal('too_many_requests', { retryAfterSeconds });
}
