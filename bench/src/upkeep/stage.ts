import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type HttpProcess, startApi } from '../api-process.ts';
import { assertDurable, type BenchServer } from '../bench-database.ts';
import { openSessions } from '../load/staff-sessions.ts';
import { build, withTenancy } from '../reports/figures-tenancy.ts';
import { insertCrowdsWithPurchases, people } from './crowd.ts';

/** A database with both crowds, served by a process of its own; figures are kept in it, or not. */
export interface Stage {
  name: string;
  keepsFigures: boolean;
  database: { appUrl: string; tokenSecret: string };
  api: HttpProcess;
  owner: pg.Client;
  /** A cookie for each merchant, by number. */
  sessions: string[];
}

/** Without them, and with a confirmation that notes nothing, what looks for something to fold finds nothing. */
const NOTING_TRIGGERS = `
  SELECT tgrelid::regclass::text AS table, tgname AS name FROM pg_trigger WHERE tgname LIKE 'note\\_%' AND NOT tgisinternal`;
/** Credits a confirmation and records the change for the figures. */
const CONFIRMATION = join(import.meta.dirname, '../../../prisma/functions/cashback/confirm_cashback.sql');
const RECORDED_CHANGE = /INSERT INTO figure_changes[^;]*;/;
const NOTING_FUNCTIONS = `
  SELECT proname AS name FROM pg_proc WHERE proname LIKE 'confirm\\_%' AND prosrc LIKE '%figure_changes%'`;

async function stopKeepingFigures(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ table: string; name: string }>(NOTING_TRIGGERS);
  if (rows.length === 0)
    throw new Error('there are no triggers that note changes; nothing would be compared');
  for (const { table, name } of rows)
    await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER ${owner.escapeIdentifier(name)}`);
  await owner.query(readFileSync(CONFIRMATION, 'utf8').replace(RECORDED_CHANGE, ''));
  const { rows: noting } = await owner.query<{ name: string }>(NOTING_FUNCTIONS);
  if (noting.length > 0) throw new Error(`${noting[0]?.name} still notes changes`);
}

async function openStage(
  server: BenchServer,
  { name, keepsFigures, purchases }: { name: string; keepsFigures: boolean; purchases: number },
  onClose: (close: () => Promise<void>) => void,
): Promise<Stage> {
  const databaseName = `upkeep_${name.replaceAll(' ', '_')}`;
  await server.createDatabase(databaseName);
  const database = { appUrl: server.appUrl(databaseName), tokenSecret: server.tokenSecret };
  const owner = new pg.Client({ connectionString: server.ownerUrl(databaseName) });
  await owner.connect();
  onClose(() => owner.end());
  await assertDurable(owner);
  await insertCrowdsWithPurchases(owner, purchases, server.tokenSecret);
  const merchantIds = people.map(({ merchantId }) => merchantId);
  await withTenancy(database.appUrl, (tenancy) => build(tenancy, merchantIds));
  if (!keepsFigures) await stopKeepingFigures(owner);
  const sessions = await openSessions(owner, people);
  await owner.query('VACUUM (ANALYZE)');
  const api = await startApi(database);
  onClose(() => api.stop());
  return { name, keepsFigures, database, api, owner, sessions };
}

/** Does the work with stages that are closed after it, also when it or an opening fails. */
export async function withStages<Result>(
  server: BenchServer,
  wanted: readonly { name: string; keepsFigures: boolean; purchases: number }[],
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
