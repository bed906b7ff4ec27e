import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { letRolesUseJobQueue, registerDeliverTask } from './jobs.sql.ts';

/** What the worker does to its own schema concerns nobody; what fails is thrown. */
const silent = new Logger(() => () => undefined);

/**
 * Installs or updates graphile-worker's own schema and lets the roles of worker and API work with it. For the owner of the
 * database, as part of migrating; may be repeated. `owner` is a pool, because graphile-worker asks for one.
 */
export async function installJobQueue(owner: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: owner, logger: silent });
  await letRolesUseJobQueue(owner);
  await registerDeliverTask(owner);
}
