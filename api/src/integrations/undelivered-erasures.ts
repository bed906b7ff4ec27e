import type { ErasedAtProvider, Provider } from 'domain/integrations';
import { recordAudit } from '../audit/record-audit.ts';
import type { Delivery, DeliveryEnd } from '../deliveries/delivery.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { NOT_THERE } from './erase-contact.ts';
import { findSyncLogEntry, markRetried } from './sync-log.sql.ts';
import {
  addUndelivered,
  listUnconfirmedSyncs,
  listUndeliveredErasures,
  lockErasureOf,
  markErasedAtProvider,
} from './undelivered-erasures.sql.ts';

/** More than a merchant does by hand in one visit. */
const MOST_SHOWN = 20;

/** A contact that a provider may still have. It names no person: its times find the contact. */
export interface UndeliveredErasure {
  erasureId: string;
  provider: Provider;
  /** When the last attempt to tell the provider failed. ISO 8601. */
  givenUpAt: string;
  /** How often the provider was sent the contact, as far as the sync log goes back. */
  sentCount: number;
  /** When it was sent last. ISO 8601. */
  lastSentAt: string | null;
}

/** What a provider did not confirm of a customer who is still here. */
export interface UnconfirmedSync {
  /** Of the log's entry. */
  id: number;
  provider: Provider;
  /** A withdrawn consent, or the contact of a former address to erase. */
  action: 'consent' | 'erase';
  customerId: string;
  customerName: string | null;
  /** ISO 8601. */
  givenUpAt: string;
}

export async function showUndeliveredErasures(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<{ erasures: UndeliveredErasure[]; syncs: UnconfirmedSync[] }> {
  const { erasures, syncs } = await tenancy.withTenant(merchantId, async (tx) => ({
    erasures: await listUndeliveredErasures(tx, MOST_SHOWN),
    syncs: await listUnconfirmedSyncs(tx, MOST_SHOWN),
  }));
  return {
    syncs: syncs.map((row) => ({
      id: row.id,
      provider: row.provider,
      action: row.action,
      customerId: row.customer_id,
      customerName: row.customer_name,
      givenUpAt: row.created_at.toISOString(),
    })),
    erasures: erasures.map((row) => ({
      erasureId: row.id,
      provider: row.provider,
      givenUpAt: row.given_up_at.toISOString(),
      sentCount: row.sent_count,
      lastSentAt: row.last_sent_at?.toISOString() ?? null,
    })),
  };
}

/**
 * Writes on the erasure which provider may still have a contact, for the merchant to erase it there by hand:
 * the delivery has forgotten the address, so it cannot be sent again. None of the addresses being there means
 * that the account or audience was changed.
 */
export async function recordUndelivered(
  tx: TenantTransaction,
  { subjectId, integrationConfigId }: Delivery,
  { state, status }: DeliveryEnd,
): Promise<void> {
  const isGivenUp = state === 'failed';
  if (!isGivenUp && status !== NOT_THERE) return;
  await lockErasureOf(tx, subjectId);
  await addUndelivered(tx, { subjectId, integrationConfigId, isGivenUp, notThere: NOT_THERE });
}

/** Notes that an employee erased the contact at the provider by hand. A repeat changes nothing. */
export async function confirmErasedAtProvider(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { erasureId, provider }: ErasedAtProvider,
): Promise<Record<string, never>> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const integrationId = await markErasedAtProvider(tx, { erasureId, provider });
    if (integrationId)
      await recordAudit(tx, {
        action: 'integration.confirm_erasure',
        entity: 'integration',
        entityId: integrationId,
        actor: staff,
        request,
        details: { provider },
      });
    return {};
  });
}

/**
 * Notes that an employee did by hand what a provider did not confirm of a log entry. A repeat changes
 * nothing. Throws Refusal 'log_not_found'.
 */
export async function confirmSyncByHand(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { id }: { id: number },
): Promise<Record<string, never>> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const entry = await findSyncLogEntry(tx, id);
    if (entry?.status !== 'error') throw new Refusal('log_not_found');
    if (await markRetried(tx, id))
      await recordAudit(tx, {
        action: 'integration.confirm_sync',
        entity: 'integration',
        entityId: entry.integration_config_id,
        actor: staff,
        request,
        details: { provider: entry.provider, logId: id },
      });
    return {};
  });
}
