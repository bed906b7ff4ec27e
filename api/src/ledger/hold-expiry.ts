import { Moment } from '../lib/moment.ts';
import { everyMerchant, type Tenancy } from '../tenant.ts';
import { endAlarm, listOpenAlarms } from './alarms.sql.ts';
import { type DueCredit, getSettledUntil, readDueCredit, setSettledUntil } from './hold-expiry.sql.ts';
import { type AlarmDependencies, raiseAlarm } from './raise-alarm.ts';

/**
 * The job runs each minute, so an ordinary run posts only what fell due in the last minute: an honest
 * midnight, however much of a small merchant's credit it takes. The amount is judged only when the clock went
 * further than this since the last finished run. A shorter jump takes no more than a credit's last hours.
 */
const QUIET_MS = 6 * 3_600_000;
/**
 * Limits of what may expire in one run without being confirmed: a share of a merchant's open credit, once it
 * is more than the floor, and a share of the platform's.
 */
const MERCHANT_SHARE = 0.5;
const MERCHANT_FLOOR_CENTS = 10_000;
const PLATFORM_SHARE = 0.2;

type Dependencies = AlarmDependencies & { tenancy: Pick<Tenancy, 'lookup' | 'withoutTenant' | 'withTenant'> };

/** Merchants whose expiries are held until they are confirmed. */
export interface HeldExpiry {
  isPlatformHeld: boolean;
  merchantIds: ReadonlySet<string>;
}

/**
 * Decides before a run posts anything which expiries it must not post, raises an alarm for them, and ends
 * alarms without a reason: the clock is right again and nothing is due.
 */
export async function holdExpiry(
  app: Dependencies,
  now: Moment,
  signal: AbortSignal | undefined,
): Promise<HeldExpiry> {
  const open = (await listOpenAlarms(app.tenancy)).filter(({ kind }) => kind === 'expiry_held');
  const settledUntil = await getSettledUntil(app.tenancy);
  const elapsedMs = settledUntil ? now.getTime() - settledUntil.getTime() : Number.POSITIVE_INFINITY;
  const held = await stillHeld(app, open, now);
  if (elapsedMs <= QUIET_MS) {
    await endAlarm(app.tenancy, { kind: 'expiry_held', merchantId: null }, 'nothing is due any more');
    return { isPlatformHeld: false, merchantIds: held };
  }

  const credits = await readCredits(app, now, signal);
  const details = {
    dueUntil: now.toISOString(),
    elapsedHours: settledUntil ? Math.round(elapsedMs / 3_600_000) : null,
  };
  const unheld = [...credits].filter(([merchantId]) => !held.has(merchantId));
  const due = sumOf(unheld.map(([, { due_cents }]) => due_cents));
  const all = sumOf([...credits.values()].map(({ open_cents }) => open_cents));
  if (due > all * PLATFORM_SHARE) {
    await raiseAlarm(app, {
      kind: 'expiry_held',
      merchantId: null,
      details: { ...details, dueCents: due, openCents: all },
    });
    return { isPlatformHeld: true, merchantIds: held };
  }
  await endAlarm(app.tenancy, { kind: 'expiry_held', merchantId: null }, 'less is due than is stopped');
  for (const [merchantId, { due_cents, open_cents }] of unheld) {
    if (due_cents <= MERCHANT_FLOOR_CENTS || due_cents <= open_cents * MERCHANT_SHARE) continue;
    await raiseAlarm(app, {
      kind: 'expiry_held',
      merchantId,
      details: { ...details, dueCents: due_cents, openCents: open_cents },
    });
    held.add(merchantId);
  }
  return { isPlatformHeld: false, merchantIds: held };
}

/** Whether what time changes is posted up to this moment. It is not for long where expiries are held. */
export async function isSettledUntil(
  { tenancy }: { tenancy: Pick<Tenancy, 'withoutTenant'> },
  moment: Date,
): Promise<boolean> {
  const settledUntil = await getSettledUntil(tenancy);
  return settledUntil !== undefined && settledUntil >= moment;
}

/**
 * Releases a held expiry, up to the moment at which it was last judged. `merchantId` null: the platform's.
 */
export async function confirmExpiry(
  { tenancy }: { tenancy: Pick<Tenancy, 'withoutTenant'> },
  merchantId: string | null,
  confirmedBy: string,
): Promise<{ dueCents: number } | undefined> {
  const alarms = await listOpenAlarms(tenancy);
  const alarm = alarms.find((each) => each.kind === 'expiry_held' && each.merchant_id === merchantId);
  if (!alarm) return undefined;
  const { dueUntil, dueCents } = alarm.details as { dueUntil: string; dueCents: number };
  await endAlarm(tenancy, { kind: 'expiry_held', merchantId }, confirmedBy);
  // The next run counts from here: credit that becomes due by another jump of the clock is judged again.
  if (merchantId === null) await setSettledUntil(tenancy, new Moment(dueUntil));
  return { dueCents };
}

/**
 * Merchants that are held already stay so while anything of theirs is due, however little time has passed
 * since.
 */
async function stillHeld(
  app: Dependencies,
  open: { merchant_id: string | null; details: Record<string, unknown> }[],
  now: Moment,
): Promise<Set<string>> {
  const held = new Set<string>();
  for (const { merchant_id: merchantId, details } of open) {
    if (merchantId === null) continue;
    const credit = await app.tenancy.withTenant(merchantId, (tx) => readDueCredit(tx, now));
    if (credit.due_cents === 0) {
      await endAlarm(app.tenancy, { kind: 'expiry_held', merchantId }, 'nothing is due any more');
      continue;
    }
    const { due_cents: dueCents, open_cents: openCents } = credit;
    await raiseAlarm(app, {
      kind: 'expiry_held',
      merchantId,
      details: { ...details, dueUntil: now.toISOString(), dueCents, openCents },
    });
    held.add(merchantId);
  }
  return held;
}

async function readCredits(
  app: Dependencies,
  now: Moment,
  signal: AbortSignal | undefined,
): Promise<Map<string, DueCredit>> {
  const credits = new Map<string, DueCredit>();
  for await (const merchantId of everyMerchant(app)) {
    signal?.throwIfAborted();
    credits.set(merchantId, await app.tenancy.withTenant(merchantId, (tx) => readDueCredit(tx, now)));
  }
  return credits;
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
