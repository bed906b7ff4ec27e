import type { App } from '../context.ts';
import { openPool, WORKER_ROLE } from '../lib/database.ts';
import { createTenancy, type Tenancy } from '../tenant.ts';
import { clocks } from './money-app.ts';

const tenancies = new WeakMap<App, Tenancy>();

/**
 * The product as a job has it: over connections of the worker's role, which may do what jobs do and nothing
 * else. They end with the test's database.
 */
export function asWorker(app: App): App {
  const { databaseWorkerUrl } = app.env;
  if (databaseWorkerUrl === undefined) throw new Error('the test’s API was told no address for jobs');
  const pool = () => openPool(databaseWorkerUrl, { connections: 4, role: WORKER_ROLE }, () => undefined);
  const tenancy = tenancies.get(app) ?? createTenancy(pool(), { clock: clocks.get(app.tenancy) });
  tenancies.set(app, tenancy);
  return { ...app, tenancy };
}
