import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { perAddress } from '../lib/rate-limit.ts';
import { EMPLOYEE_PINS_PER_ADDRESS } from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';
import { endPinTries, findPin, PIN_TRIES_IN_ALL, spendPinTry } from './employee-pins.sql.ts';

/**
 * Checks an employee's PIN, in transactions of its own: the try is spent before the PIN is compared. An
 * employee without a PIN, or of another merchant, costs the same hash and gets the same answer as a wrong
 * one. Throws Refusal 'wrong_employee_pin', 'pin_locked', 'pin_used_up', 'too_many_requests' or 'overloaded'.
 */
export async function checkPin(
  app: Pick<App, 'limiter' | 'log' | 'passwords' | 'tenancy'>,
  { merchantId, employeeId, pin }: { merchantId: string; employeeId: string; pin: string },
  { ip }: { ip: string },
): Promise<void> {
  const counts = perAddress(EMPLOYEE_PINS_PER_ADDRESS, ip);
  await limitCalls(app.limiter, counts);
  const find = () =>
    app.tenancy.withTenant(merchantId, async (tx) => {
      const tried = await spendPinTry(tx, employeeId);
      if (tried) return tried;
      const pinOf = await findPin(tx, employeeId);
      if (pinOf) throw new Refusal(pinOf.failedTries < PIN_TRIES_IN_ALL ? 'pin_locked' : 'pin_used_up');
      return undefined;
    });
  if (!(await app.passwords.matching(find, pin, { ip }))) throw new Refusal('wrong_employee_pin');
  await app.tenancy.withTenant(merchantId, (tx) => endPinTries(tx, employeeId));
  await app.limiter
    .takeBack(counts)
    .catch((err: unknown) => app.log.warn({ err }, 'a PIN that was not wrong stays counted'));
}
