import type { App } from '../context.ts';
import type { Clock } from '../lib/clock.ts';
import { type Jobs, startJobs } from '../start-jobs.ts';
import { createTenancy } from '../tenant.ts';

/** Jobs for tests of mails: without the morning's about alerts, which come by the hour of the merchant. */
export const startMailJobs = (app: App, clock?: Clock): Jobs =>
  startJobs(app, (pool) => createTenancy(pool, clock && { clock }), {
    pollMs: 50,
    tasks: { 'announce-alerts': async () => undefined },
  });
