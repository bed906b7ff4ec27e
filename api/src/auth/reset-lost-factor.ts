import { FACTOR_RESET_WAIT_SECONDS } from 'domain/lifetimes';
import { recordAudit } from '../audit/record-audit.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { lockEmployee } from './account.sql.ts';
import { findLoginByEmail } from './auth.sql.ts';
import {
  deleteFactorReset,
  findFactorReset,
  insertFactorReset,
  listAddressesOnRecord,
} from './factor-resets.sql.ts';
import { turnOffFactor } from './turn-off-factor.ts';

export type LostFactorOutcome =
  /** No login with this e-mail asks for a second step. */
  | { step: 'none' }
  | { step: 'asked'; dueAt: Date; addresses: string[] }
  | { step: 'waits'; dueAt: Date }
  | { step: 'done' }
  | { step: 'canceled' };

/**
 * Turns off the second step of an employee at the platform's command, usually of a merchant's only owner. The
 * first call stores a request and mails every address on record; a call a day later turns it off. If the
 * employee uses the second step before that, the request is deleted, because the second step is not lost.
 */
export async function resetLostFactor(tenancy: Tenancy, email: string): Promise<LostFactorOutcome> {
  return await withLogin(tenancy, email, async (tx, employeeId) => {
    const asked = await findFactorReset(tx, employeeId);
    if (!asked) return await ask(tx, employeeId);
    if (!asked.isDue) return { step: 'waits', dueAt: asked.dueAt };
    // The addresses first: what a reset ends may have held one.
    await tell(tx, employeeId, 'done');
    await turnOffFactor(tx, employeeId);
    await audit(tx, employeeId, 'employee.reset_factor');
    return { step: 'done' };
  });
}

/** Takes the request back. */
export async function cancelLostFactor(tenancy: Tenancy, email: string): Promise<LostFactorOutcome> {
  return await withLogin(tenancy, email, async (tx, employeeId) => {
    if (!(await deleteFactorReset(tx, employeeId))) return { step: 'none' };
    await audit(tx, employeeId, 'employee.cancel_factor_reset');
    return { step: 'canceled' };
  });
}

async function withLogin(
  tenancy: Tenancy,
  email: string,
  run: (tx: TenantTransaction, employeeId: string) => Promise<LostFactorOutcome>,
): Promise<LostFactorOutcome> {
  const login = await findLoginByEmail(tenancy, email.trim().toLowerCase());
  if (!login?.hasFactor) return { step: 'none' };
  return await tenancy.withTenant(login.merchantId, async (tx) => {
    const employee = await lockEmployee(tx, login.employeeId);
    return employee ? await run(tx, login.employeeId) : { step: 'none' };
  });
}

async function ask(tx: TenantTransaction, employeeId: string): Promise<LostFactorOutcome> {
  const dueAt = await insertFactorReset(tx, employeeId, FACTOR_RESET_WAIT_SECONDS);
  await audit(tx, employeeId, 'employee.ask_factor_reset');
  return { step: 'asked', dueAt, addresses: await tell(tx, employeeId, 'asked') };
}

async function tell(tx: TenantTransaction, employeeId: string, step: 'asked' | 'done'): Promise<string[]> {
  const addresses = await listAddressesOnRecord(tx, employeeId);
  const { merchantId } = tx;
  for (const email of addresses)
    await enqueueJob(tx, 'mail-factor-reset', { merchantId, employeeId, email, step });
  return addresses;
}

async function audit(
  tx: TenantTransaction,
  employeeId: string,
  action: 'employee.ask_factor_reset' | 'employee.cancel_factor_reset' | 'employee.reset_factor',
): Promise<void> {
  await recordAudit(tx, { action, entity: 'employee', entityId: employeeId, actor: null, request: null });
}
