import { ALERT_SETTINGS, type AlertRule, type AlertSettings } from 'domain/alerts';
import { changesBetween } from '../audit/changes-between.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { Moment } from '../lib/moment.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { countFound } from './alerts.sql.ts';
import { readUsual } from './usual.sql.ts';

/** Days whose movements show the effect of thresholds. */
const PREVIEW_DAYS = 90;
const DAY_MS = 86_400_000;
/** No ledger entry comes after it: only purchases of the window are read. */
const NO_LATE_CONFIRMATION = '9223372036854775807';

async function readAlertSettings(tx: TenantTransaction): Promise<AlertSettings> {
  const { merchantId } = tx;
  const row = await tx.prisma(({ alertSettings }) => alertSettings.findUnique({ where: { merchantId } }));
  if (!row) return ALERT_SETTINGS;
  const names = Object.keys(ALERT_SETTINGS) as (keyof AlertSettings)[];
  return Object.fromEntries(names.map((name) => [name, Number(row[name])])) as unknown as AlertSettings;
}

/** The merchant's thresholds, the product's where none were saved. */
export async function showAlertSettings(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<{ settings: AlertSettings; initial: AlertSettings }> {
  const settings = await tenancy.withTenant(merchantId, readAlertSettings);
  return { settings, initial: ALERT_SETTINGS };
}

/** How many alerts each rule would have had in the last 90 days with these thresholds. */
export async function previewAlertSettings(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  settings: AlertSettings,
): Promise<{ days: number; rules: { rule: AlertRule; alerts: number }[] }> {
  const rules = await tenancy.withTenant(merchantId, async (tx) =>
    countFound(tx, {
      since: Moment.at(tx.now.getTime() - PREVIEW_DAYS * DAY_MS),
      until: Moment.at(tx.now.getTime() + 1),
      settings,
      usual: await readUsual(tx, tx.now),
      entryId: NO_LATE_CONFIRMATION,
    }),
  );
  return { days: PREVIEW_DAYS, rules };
}

/** Saves the thresholds, for what the job reads from now on. */
export async function saveAlertSettings(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  settings: AlertSettings,
): Promise<Record<string, never>> {
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    const { merchantId } = tx;
    const details = changesBetween({ ...(await readAlertSettings(tx)) }, { ...settings });
    if (Object.keys(details).length === 0) return;
    const data = { ...settings, savedBy: staff.employeeId, savedAt: tx.now };
    await tx.prisma(({ alertSettings }) =>
      alertSettings.upsert({
        where: { merchantId },
        create: { merchantId, ...data },
        update: data,
        select: { merchantId: true },
      }),
    );
    await recordAudit(tx, {
      action: 'alert.save_settings',
      entity: 'merchant',
      entityId: merchantId,
      actor: staff,
      request,
      details,
    });
  });
  return {};
}
