import type { App } from '../context.ts';
import { kilometersBetween, type Place } from '../lib/places.ts';
import type { TenantTransaction } from '../tenant.ts';
import { listLastUses } from './auth.sql.ts';
import { insertFarLoginAlert } from './far-login.sql.ts';

/** Addresses lead to a city, at times only to a region. */
const NEAR_KM = 500;
/** Faster than any traveler. */
const KM_PER_HOUR = 800;

/**
 * Writes an alert where a login from a new device is too far from where the employee was in the last day. In
 * the transaction of the login.
 */
export async function alertFarLogin(
  { places }: Pick<App, 'places'>,
  tx: TenantTransaction,
  { employeeId, ip }: { employeeId: string; ip: string },
): Promise<void> {
  const here = places.placeOf(ip);
  if (!here) return;
  for (const { ip: before, at } of await listLastUses(tx, employeeId)) {
    const there = places.placeOf(before);
    if (!there) continue;
    const km = kilometersBetween(here, there);
    const minutes = Math.max(0, (tx.now.getTime() - at.getTime()) / 60_000);
    if (km < NEAR_KM || km < (KM_PER_HOUR * minutes) / 60) continue;
    return await insertFarLoginAlert(tx, employeeId, numbersOf(here, there, { km, minutes }));
  }
}

const numbersOf = (here: Place, there: Place, { km, minutes }: { km: number; minutes: number }) => ({
  km: Math.round(km),
  minutes: Math.round(minutes),
  place: here.name,
  placeBefore: there.name,
});
