import type { TenantTransaction } from '../tenant.ts';

export interface NewMerchant {
  merchantId: string;
  merchantName: string;
  merchantPhone: string;
  merchantAddress: string;
  ownerName: string;
  email: string;
  passwordHash: string;
}

export async function insertMerchant(
  tx: TenantTransaction,
  merchant: NewMerchant & { slug: string; createdAt: Date },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_merchant',
      text: `INSERT INTO merchants (id, name, phone, address, email, program_name, signup_link_slug, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    },
    [
      tx.merchantId,
      merchant.merchantName,
      merchant.merchantPhone,
      merchant.merchantAddress,
      merchant.email,
      `${merchant.merchantName} - Cashback`,
      merchant.slug,
      merchant.createdAt,
    ],
  );
}

export async function insertOwner(
  tx: TenantTransaction,
  owner: Pick<NewMerchant, 'ownerName' | 'email' | 'passwordHash'> & { ownerId: string; createdAt: Date },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_owner',
      text: `INSERT INTO employees (merchant_id, id, name, email, password_hash, role, created_at)
             VALUES ($1, $2, $3, $4, $5, 'owner', $6)`,
    },
    [tx.merchantId, owner.ownerId, owner.ownerName, owner.email, owner.passwordHash, owner.createdAt],
  );
}

export interface CashbackSettingsRow {
  program_name: string;
  rate_basis_points: number;
  cashback_available_immediately: boolean;
  cashback_maturing_days: number;
  cashback_expires: boolean;
  cashback_expiration_days: number;
  redemption_max_share_basis_points: number | null;
  redemption_min_purchase_cents: number | null;
  redemption_min_balance_cents: number | null;
}

const CASHBACK_SETTINGS = `SELECT program_name, rate_basis_points, cashback_available_immediately, cashback_maturing_days,
    cashback_expires, cashback_expiration_days, redemption_max_share_basis_points, redemption_min_purchase_cents,
    redemption_min_balance_cents
  FROM merchants WHERE id = $1`;

export async function getCashbackSettings(tx: TenantTransaction): Promise<CashbackSettingsRow> {
  const [row] = await tx.query<CashbackSettingsRow>(
    { name: 'get_cashback_settings', text: CASHBACK_SETTINGS },
    [tx.merchantId],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}

/** Like `getCashbackSettings`, and locks the merchant's row until the transaction ends. */
export async function lockCashbackSettings(tx: TenantTransaction): Promise<CashbackSettingsRow> {
  const [row] = await tx.query<CashbackSettingsRow>(
    { name: 'lock_cashback_settings', text: `${CASHBACK_SETTINGS} FOR NO KEY UPDATE` },
    [tx.merchantId],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}

export async function updateCashbackSettings(
  tx: TenantTransaction,
  settings: CashbackSettingsRow,
): Promise<void> {
  await tx.query(
    {
      name: 'update_cashback_settings',
      text: `UPDATE merchants SET program_name = $2, rate_basis_points = $3, cashback_available_immediately = $4,
               cashback_maturing_days = $5, cashback_expires = $6, cashback_expiration_days = $7,
               redemption_max_share_basis_points = $8, redemption_min_purchase_cents = $9,
               redemption_min_balance_cents = $10
             WHERE id = $1`,
    },
    [
      tx.merchantId,
      settings.program_name,
      settings.rate_basis_points,
      settings.cashback_available_immediately,
      settings.cashback_maturing_days,
      settings.cashback_expires,
      settings.cashback_expiration_days,
      settings.redemption_max_share_basis_points,
      settings.redemption_min_purchase_cents,
      settings.redemption_min_balance_cents,
    ],
  );
}
