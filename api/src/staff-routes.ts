import type { StaffRoute } from './http/staff-routes.ts';

/** Table of contents of what is sent or received as a file; everything else is in router.ts. */
export const STAFF_ROUTES: readonly StaffRoute[] = [];
