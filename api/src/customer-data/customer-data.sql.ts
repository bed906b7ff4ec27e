import type { TenantTransaction } from '../tenant.ts';
import type { DataSection } from './data-section.ts';

export interface DataSubjectRow {
  /** The record and all that were merged into it. */
  ids: string[];
  phone: string | null;
  name: string | null;
  merchant_name: string;
  time_zone: string;
}

/** The record that the id means today, with those merged into it; undefined for an unknown id. */
export async function findDataSubject(
  tx: TenantTransaction,
  customerId: string,
): Promise<DataSubjectRow | undefined> {
  const [row] = await tx.query<DataSubjectRow>(
    {
      name: 'find_data_subject',
      text: `SELECT c.phone, c.name, m.name AS merchant_name, m.time_zone,
               ARRAY(SELECT c.id UNION ALL SELECT s.id FROM customers s
                     WHERE s.merchant_id = $1 AND s.id IN (
                       WITH RECURSIVE merged AS (
                         SELECT source_customer_id AS id FROM customer_merges
                         WHERE merchant_id = $1 AND target_customer_id = c.id
                         UNION SELECT g.source_customer_id FROM merged r
                           JOIN customer_merges g ON g.merchant_id = $1 AND g.target_customer_id = r.id)
                       SELECT id FROM merged)) AS ids
             FROM customers asked
             JOIN customers c ON c.merchant_id = $1 AND c.id = coalesce(asked.merged_into_id, asked.id)
             JOIN merchants m ON m.id = $1
             WHERE asked.merchant_id = $1 AND asked.id = $2`,
    },
    [tx.merchantId, customerId],
  );
  return row;
}

/** Rows of one section, newest first unless it says otherwise; without a limit all. */
export async function listSectionRows(
  tx: TenantTransaction,
  { table, joins = '', where, order = 't.created_at DESC', fields }: DataSection,
  ids: readonly string[],
  limit: number | null,
): Promise<Record<string, unknown>[]> {
  const columns = fields.map(({ column, sql }) => `${sql ?? `t.${column}`} AS ${column}`);
  return await tx.query(
    {
      name: `list_data_of_${table}`,
      text: `SELECT ${columns.join(', ')} FROM ${table} t ${joins} WHERE t.merchant_id = $1 AND ${where} ORDER BY ${order}
             LIMIT $3`,
    },
    [tx.merchantId, ids, limit],
  );
}
