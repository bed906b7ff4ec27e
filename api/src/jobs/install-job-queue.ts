import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { letRolesUseJobQueue, registerDeliverTask } from './jobs.sql.ts';

/** graphile-worker logs each of its migrations; failures are thrown. */
const silent = new Logger(() => () => undefined);

/**
 * Installs or updates graphile-worker's schema and grants the roles of worker and API access. Part of
 * migrating, as the database's owner; idempotent. `owner` is a pool because graphile-worker requires one.
 */
export async function installJobQueue(owner: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: owner, logger: silent });
  await letRolesUseJobQueue(owner);
  await registerDeliverTask(owner);
}
