import pg from 'pg';
import { sha256 } from '../../../api/src/lib/tokens.ts';
import type { BenchServer } from '../bench-database.ts';
import { readOwnCpuTime } from '../cpu-time.ts';
import { purchaseOf, tokenWriter } from '../population.ts';
import { formatTable } from '../print-table.ts';
import { openPurchaseStock } from '../purchase-stock.ts';
import { median } from '../statistics.ts';

const DATABASE = 'costs';
const BATCH = 16;
const TABLES = [
  'transactions',
  'customers',
  'cashback_lots',
  'ledger_entries',
  'rollup_changes',
  'deliveries',
];

interface ReportOptions {
  isQuick: boolean;
  say: (line: string) => void;
  onProgress: (line: string) => void;
}

/** Something a confirmation pays for, and the statement that takes it away. */
interface Rule {
  name: string;
  removal: string;
}

/**
 * Checks, foreign keys, triggers, indexes that enforce nothing, and row-level security of the tables that a
 * confirmation writes.
 */
async function listRules(owner: pg.Client): Promise<Rule[]> {
  const { rows } = await owner.query<Rule>(
    `WITH tables AS (SELECT oid, relname AS name FROM pg_class WHERE oid = ANY ($1::regclass[]))
     SELECT CASE c.contype WHEN 'c' THEN 'check ' ELSE 'foreign key ' END || c.conname AS name,
       format('ALTER TABLE %I DROP CONSTRAINT %I', t.name, c.conname) AS removal
     FROM pg_constraint c JOIN tables t ON t.oid = c.conrelid WHERE c.contype IN ('c', 'f')
     UNION ALL
     SELECT format('trigger %s.%s', t.name, g.tgname), format('DROP TRIGGER %I ON %I', g.tgname, t.name)
     FROM pg_trigger g JOIN tables t ON t.oid = g.tgrelid WHERE NOT g.tgisinternal
     UNION ALL
     SELECT 'index ' || x.relname, format('DROP INDEX %I', x.relname)
     FROM pg_index i JOIN tables t ON t.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid WHERE NOT i.indisunique
     UNION ALL
     SELECT 'row-level security of ' || t.name, format('ALTER TABLE %I DISABLE ROW LEVEL SECURITY', t.name) FROM tables t
     UNION ALL
     SELECT 'all checks of ' || t.name, string_agg(format('ALTER TABLE %I DROP CONSTRAINT %I', t.name, c.conname), '; ')
     FROM pg_constraint c JOIN tables t ON t.oid = c.conrelid WHERE c.contype = 'c' GROUP BY t.name`,
    [TABLES],
  );
  return rows;
}

/** Microseconds of the connection's processor time for one confirmation, in a transaction that is undone. */
async function measure(owner: pg.Client, pid: number, hashes: Buffer[], removal: string): Promise<number> {
  await owner.query('BEGIN');
  try {
    await owner.query(removal);
    // The first batches plan for the tables as they are now.
    const warmUp = Math.floor(hashes.length / BATCH / 4) * BATCH;
    let before = 0;
    for (let first = 0; first < hashes.length; first += BATCH) {
      if (first === warmUp) before = readOwnCpuTime(pid);
      const batch = hashes.slice(first, first + BATCH);
      await owner.query({
        name: 'confirm',
        text: "SELECT * FROM confirm_cashback($1, $2, '{}')",
        values: [batch, batch.map(() => null)],
      });
    }
    return (readOwnCpuTime(pid) - before) / (hashes.length - warmUp);
  } finally {
    await owner.query('ROLLBACK');
    await owner.query(`VACUUM ${TABLES.join(', ')}`);
  }
}

/**
 * The same confirmations with one rule of the tables removed at a time, beside the same with all of them.
 * Answers true: it prints costs and judges nothing.
 */
export async function reportCosts(server: BenchServer, { isQuick, say, onProgress }: ReportOptions) {
  await server.createDatabase(DATABASE);
  const owner = new pg.Client({ connectionString: server.ownerUrl(DATABASE) });
  await owner.connect();
  try {
    const stock = await openPurchaseStock(owner, server.tokenSecret);
    const count = (isQuick ? 40 : 120) * BATCH;
    const slice = await stock.prepare('product', count);
    await owner.query("SET session_replication_role = 'origin'");
    await owner.query('VACUUM (ANALYZE)');
    const write = tokenWriter('product', server.tokenSecret);
    const hashes = Array.from({ length: count }, (_, offset) =>
      sha256(write(purchaseOf(slice.first + offset))),
    );
    const { rows } = await owner.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const pid = rows[0]?.pid ?? 0;
    const nothing = { name: 'nothing: the noise', removal: 'SELECT' };
    const rules = [nothing, ...(await listRules(owner))];
    const whole: number[] = [];
    const saved = new Map<string, number[]>(rules.map(({ name }) => [name, []]));
    for (let round = 1; round <= (isQuick ? 1 : 3); round += 1) {
      onProgress(`round ${round} of ${rules.length} rules`);
      for (const { name, removal } of rules) {
        const all = await measure(owner, pid, hashes, nothing.removal);
        whole.push(all);
        saved.get(name)?.push(all - (await measure(owner, pid, hashes, removal)));
      }
    }
    const table = [...saved]
      .map(([name, each]) => ({ name, each, middle: median(each) }))
      .sort((a, b) => b.middle - a.middle)
      .map(({ name, each, middle }) => [
        name,
        middle.toFixed(1),
        `${Math.min(...each).toFixed(1)} to ${Math.max(...each).toFixed(1)}`,
      ]);
    say(
      `\nA confirmation in batches of ${BATCH}: ${median(whole).toFixed(0)} µs of the database's processor time`,
    );
    say(`\n${formatTable(['without', 'saves µs', 'least to most'], table)}`);
    return true;
  } finally {
    await owner.end();
  }
}
