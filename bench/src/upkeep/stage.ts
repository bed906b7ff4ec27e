import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type HttpProcess, startApi } from '../api-process.ts';
import { assertDurable, type BenchServer } from '../bench-database.ts';
import { openSessions, shareSessions } from '../load/staff-sessions.ts';
import { build, withTenancy } from '../reports/rollups-tenancy.ts';
import { BUYER_GROUPS, insertGroupsWithPurchases, merchantIdsOf, people } from './buyer-groups.ts';

/**
 * A database with both groups of buyers, served by a process of its own; rollups are recorded in it, or not.
 */
export interface Stage {
  name: string;
  hasRollups: boolean;
  database: { appUrl: string; tokenSecret: string };
  api: HttpProcess;
  owner: pg.Client;
  /** A cookie for each merchant, by number. */
  sessions: string[];
}

/**
 * Triggers that record changes: without them, and with a confirmation that records nothing, there are no
 * changes to apply.
 */
const RECORDING_TRIGGERS = `
  SELECT tgrelid::regclass::text AS table, tgname AS name FROM pg_trigger WHERE tgname LIKE 'record\\_%' AND NOT tgisinternal`;
/** Credits a confirmation and records the change for the rollups. */
const CONFIRMATION = join(import.meta.dirname, '../../../prisma/functions/cashback/confirm_cashback.sql');
const RECORDED_CHANGE = /, change AS \([\s\S]*?FROM credit k\n {4}\)/;
const RECORDING_FUNCTIONS = `
  SELECT proname AS name FROM pg_proc WHERE proname LIKE 'confirm\\_%' AND prosrc LIKE '%rollup_changes%'`;

async function stopRecording(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ table: string; name: string }>(RECORDING_TRIGGERS);
  if (rows.length === 0)
    throw new Error('there are no triggers that record changes; nothing would be compared');
  for (const { table, name } of rows)
    await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER ${owner.escapeIdentifier(name)}`);
  await owner.query(readFileSync(CONFIRMATION, 'utf8').replace(RECORDED_CHANGE, ''));
  const { rows: recording } = await owner.query<{ name: string }>(RECORDING_FUNCTIONS);
  if (recording.length > 0) throw new Error(`${recording[0]?.name} still records changes`);
}

async function openStage(
  server: BenchServer,
  { name, hasRollups, purchases }: { name: string; hasRollups: boolean; purchases: number },
  onClose: (close: () => Promise<void>) => void,
): Promise<Stage> {
  const databaseName = `upkeep_${name.replaceAll(' ', '_')}`;
  await server.createDatabase(databaseName);
  const database = { appUrl: server.appUrl(databaseName), tokenSecret: server.tokenSecret };
  const ownerUrl = server.ownerUrl(databaseName);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  onClose(() => owner.end());
  await assertDurable(owner);
  await insertGroupsWithPurchases(owner, purchases, server.tokenSecret);
  const merchantIds = people.map(({ merchantId }) => merchantId);
  await withTenancy(database.appUrl, (tenancy) => build(tenancy, merchantIds));
  if (!hasRollups) await stopRecording(owner);
  const sessions = await openSessions(owner, people);
  for (const group of BUYER_GROUPS) onClose(await shareSessions(ownerUrl, merchantIdsOf(group)));
  await owner.query('VACUUM (ANALYZE)');
  const api = await startApi(database);
  onClose(() => api.stop());
  return { name, hasRollups, database, api, owner, sessions };
}

/** Does the work with stages that are closed after it, also when it or an opening fails. */
export async function withStages<Result>(
  server: BenchServer,
  wanted: readonly { name: string; hasRollups: boolean; purchases: number }[],
  work: (stages: Stage[]) => Promise<Result>,
): Promise<Result> {
  const closers: (() => Promise<void>)[] = [];
  try {
    const stages: Stage[] = [];
    for (const each of wanted) stages.push(await openStage(server, each, (close) => closers.unshift(close)));
    return await work(stages);
  } finally {
    for (const close of closers) await close();
  }
}
