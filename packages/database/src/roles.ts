// The migrations make these roles, and api/src/lib/database.ts connects as them.
/** What requests do, as the tenant of each. */
export const APP_ROLE = 'cashback_app';
/** What jobs do. */
export const WORKER_ROLE = 'cashback_worker';
/** What is asked before a tenant is known. */
export const LOOKUP_ROLE = 'cashback_lookup_caller';
