// The migrations make these roles, and api/src/lib/database.ts connects as them.
/** Role of requests, each as its tenant. */
export const APP_ROLE = 'cashback_app';
/** Role of jobs. */
export const WORKER_ROLE = 'cashback_worker';
/** Role of the look-ups made before a tenant is known. */
export const LOOKUP_ROLE = 'cashback_lookup_caller';
