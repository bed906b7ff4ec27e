import type { Tenancy, TenantTransaction } from '../tenant.ts';

/** The counter's tablets. Their times are the database's clock. */

export interface TabletIds {
  merchantId: string;
  id: string;
}

/** The tablet with this hash and its merchant; undefined if none in use has it. */
export async function findTabletByHash(
  tenancy: Pick<Tenancy, 'lookup'>,
  tokenHash: Buffer,
): Promise<TabletIds | undefined> {
  const [row] = await tenancy.lookup<TabletIds>(
    {
      name: 'tablet_by_token',
      text: 'SELECT merchant_id AS "merchantId", id FROM lookup.tablet_by_token($1)',
    },
    [tokenHash],
  );
  return row;
}

/** False: the merchant has `limit` tablets already. */
export async function insertTablet(
  tx: TenantTransaction,
  tablet: { id: string; name: string; tokenHash: Buffer; registeredBy: string },
  limit: number,
): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'insert_tablet',
      text: `INSERT INTO counter_tablets (merchant_id, id, name, token_hash, registered_by, created_at)
             SELECT $1, $2, $3, $4, $5, $6
             WHERE (SELECT count(*) FROM counter_tablets WHERE merchant_id = $1 AND revoked_at IS NULL) < $7
             RETURNING id`,
    },
    [tx.merchantId, tablet.id, tablet.name, tablet.tokenHash, tablet.registeredBy, tx.now, limit],
  );
  return rows.length === 1;
}

/** Revokes the tablet with this hash, if the merchant has one. */
export async function revokeTabletByHash(tx: TenantTransaction, tokenHash: Buffer): Promise<void> {
  await tx.query(
    {
      name: 'revoke_tablet_by_hash',
      text: `UPDATE counter_tablets SET revoked_at = $3
             WHERE merchant_id = $1 AND token_hash = $2 AND revoked_at IS NULL`,
    },
    [tx.merchantId, tokenHash, tx.now],
  );
}

/** The tablet's name, and whether it was in use; undefined: there is no such tablet. */
export async function revokeTabletRow(
  tx: TenantTransaction,
  id: string,
): Promise<{ name: string; wasInUse: boolean } | undefined> {
  const [row] = await tx.query<{ name: string; wasInUse: boolean }>(
    {
      name: 'revoke_tablet',
      text: `WITH before AS (
               SELECT id, name, revoked_at FROM counter_tablets WHERE merchant_id = $1 AND id = $2
                 FOR NO KEY UPDATE
             ), revoked AS (
               UPDATE counter_tablets t SET revoked_at = $3 FROM before
               WHERE t.merchant_id = $1 AND t.id = before.id AND before.revoked_at IS NULL
             )
             SELECT name, revoked_at IS NULL AS "wasInUse" FROM before`,
    },
    [tx.merchantId, id, tx.now],
  );
  return row;
}

export interface TabletRow {
  id: string;
  name: string;
  tokenHash: Buffer;
  registeredBy: string;
  createdAt: Date;
  lastSeenAt: Date | null;
}

/** The merchant's tablets in use, newest first. */
export async function listTabletRows(tx: TenantTransaction): Promise<TabletRow[]> {
  return await tx.query<TabletRow>(
    {
      name: 'list_tablets',
      text: `SELECT t.id, t.name, t.token_hash AS "tokenHash", e.name AS "registeredBy",
               t.created_at AS "createdAt", t.last_seen_at AS "lastSeenAt"
             FROM counter_tablets t
             JOIN employees e ON e.merchant_id = t.merchant_id AND e.id = t.registered_by
             WHERE t.merchant_id = $1 AND t.revoked_at IS NULL ORDER BY t.created_at DESC, t.id`,
    },
    [tx.merchantId],
  );
}

export async function noteTabletUse(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query(
    {
      name: 'note_tablet_use',
      text: 'UPDATE counter_tablets SET last_seen_at = $3 WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, id, tx.now],
  );
}

export interface LockScreenRow {
  tablet: string;
  merchant: string;
  logoUrl: string | null;
  /** Active and with a PIN, by name. */
  employees: { id: string; name: string }[];
}

export async function findLockScreen(tx: TenantTransaction, id: string): Promise<LockScreenRow | undefined> {
  const [row] = await tx.query<LockScreenRow>(
    {
      name: 'find_lock_screen',
      text: `SELECT t.name AS tablet, m.name AS merchant, m.logo_url AS "logoUrl",
               (SELECT coalesce(json_agg(json_build_object('id', e.id, 'name', e.name) ORDER BY e.name, e.id), '[]')
                FROM employees e JOIN employee_pins p ON p.merchant_id = e.merchant_id AND p.employee_id = e.id
                WHERE e.merchant_id = $1 AND e.is_active) AS employees
             FROM counter_tablets t JOIN merchants m ON m.id = t.merchant_id
             WHERE t.merchant_id = $1 AND t.id = $2`,
    },
    [tx.merchantId, id],
  );
  return row;
}
