import { type LatestPurchase, listPurchasesOf } from '../cashback/list-purchases.ts';
import { Refusal } from '../errors.ts';
import { type LatestRedemption, listRedemptionsOf } from '../redemptions/list-redemptions.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { findAlert, listCorrectionsByIds } from './alert-list.sql.ts';
import { type ListedAlert, presentAlert } from './list-alerts.ts';

export interface Correction {
  id: string;
  createdAt: string;
  customerId: string;
  customerName: string | null;
  /** Null for an erased record. */
  phone: string | null;
  employeeName: string;
  amountCents: number;
  reason: string;
}

export interface ShownAlert extends ListedAlert {
  purchases: LatestPurchase[];
  redemptions: LatestRedemption[];
  corrections: Correction[];
}

/** One alert with its movements, as the employee may reverse them. Throws Refusal 'alert_not_found'. */
export async function showAlert(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  id: string,
): Promise<ShownAlert> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const row = await findAlert(tx, id);
    if (!row) throw new Refusal('alert_not_found');
    const purchases = await listPurchasesOf(tx, staff, row.movement_ids);
    const redemptions = await listRedemptionsOf(tx, staff, row.movement_ids);
    const corrections = await listCorrectionsByIds(tx, row.movement_ids);
    return {
      ...presentAlert(row),
      purchases,
      redemptions,
      corrections: corrections.map((each) => ({
        id: each.id,
        createdAt: each.created_at.toISOString(),
        customerId: each.customer_id,
        customerName: each.customer_name,
        phone: each.phone,
        employeeName: each.employee_name,
        amountCents: each.amount_cents,
        reason: each.reason,
      })),
    };
  });
}
