import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/**
 * The list of erased customers beside the backups. A backup made before an erasure still contains the person,
 * so whoever restores it erases them again by this list. It holds ids only, which alone identify no person,
 * and is never shortened, whichever backups are kept.
 */

export const ERASURES_FILE = 'erasures.jsonl';

export interface ListedErasure {
  merchantId: string;
  /** The record with all that were merged into it. */
  customerIds: string[];
  /** ISO 8601 */
  erasedAt: string;
}

function parse(line: string): ListedErasure[] {
  try {
    return [JSON.parse(line) as ListedErasure];
  } catch {
    // A killed process cut the line short. `appendErasures` writes its erasure again.
    return [];
  }
}

/** Every erasure listed in the folder; none where there is no list. */
export function readErasures(parent: string): ListedErasure[] {
  const path = join(parent, ERASURES_FILE);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8').split('\n').flatMap(parse);
}

const keyOf = ({ merchantId, customerIds }: ListedErasure) => `${merchantId} ${customerIds.join(' ')}`;

/**
 * Appends the erasures of the database that the list lacks. `client` sees all merchants' rows.
 * @returns how many
 */
export async function appendErasures(client: pg.ClientBase, parent: string): Promise<number> {
  const { rows: tables } = await client.query("SELECT to_regclass('public.erasures') AS name");
  // The database is of a release that had no erasures.
  if (tables[0]?.name === null) return 0;
  const { rows } = await client.query<{ merchant_id: string; customer_ids: string[]; erased_at: Date }>(
    'SELECT merchant_id, customer_ids, erased_at FROM public.erasures ORDER BY created_at, id',
  );
  const known = new Set(readErasures(parent).map(keyOf));
  const added = rows
    .map(
      (row): ListedErasure => ({
        merchantId: row.merchant_id,
        customerIds: row.customer_ids,
        erasedAt: row.erased_at.toISOString(),
      }),
    )
    .filter((erasure) => !known.has(keyOf(erasure)));
  const text = added.map((erasure) => `${JSON.stringify(erasure)}\n`).join('');
  // The first line break ends a line that was cut short.
  if (text) appendFileSync(join(parent, ERASURES_FILE), `\n${text}`, { mode: 0o600, flush: true });
  return added.length;
}
