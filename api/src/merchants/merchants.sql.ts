import type { TermsAcceptance } from '../legal/record-acceptance.ts';
import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

export interface NewMerchant {
  merchantId: string;
  merchantName: string;
  merchantPhone: string;
  merchantAddress: string;
  ownerName: string;
  email: string;
  passwordHash: string;
  /** Missing from a sign-up that began before there were terms; its owner is asked at the next login. */
  acceptance?: TermsAcceptance | undefined;
}

export async function insertMerchant(
  tx: TenantTransaction,
  merchant: NewMerchant & { slug: string; createdAt: Moment },
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
  owner: Pick<NewMerchant, 'ownerName' | 'email' | 'passwordHash'> & { ownerId: string; createdAt: Moment },
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

/** Locks the merchant's row until the transaction ends. */
export async function lockMerchant(tx: TenantTransaction): Promise<void> {
  await tx.query(
    { name: 'lock_merchant', text: 'SELECT id FROM merchants WHERE id = $1 FOR NO KEY UPDATE' },
    [tx.merchantId],
  );
}

/** Sets the author of the version of the rules that this transaction may make. */
export async function nameRulesAuthor(tx: TenantTransaction, employeeId: string): Promise<void> {
  await tx.query({ name: 'name_rules_author', text: "SELECT set_config('app.employee_id', $1, true)" }, [
    employeeId,
  ]);
}
