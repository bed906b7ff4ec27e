import type { ProofSubject } from 'domain/proof';
import { Refusal } from '../errors.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import {
  type AskedCustomer,
  findProvedCustomer,
  lockAskedCustomer,
  type ProvedCustomerRow,
} from './proof.sql.ts';
import { deviceIdsAt, findAskedCustomer, type ProvingCaller } from './proof-subject.ts';

/**
 * Runs `work` for the customer whose known device calls, in a transaction of the merchant. Throws Refusal
 * 'proof_required' where the browser is not known as theirs, whether or not there is such a customer, or one
 * of `findAskedCustomer`.
 */
export async function withProvedCustomer<Result>(
  caller: ProvingCaller,
  who: ProofSubject,
  work: (tx: TenantTransaction, customer: ProvedCustomerRow) => Promise<Result>,
  options: Parameters<Tenancy['withTenant']>[2] = {},
): Promise<Result> {
  const asked = await findAskedCustomer(caller, who);
  const run = async (tx: TenantTransaction) => {
    // A snapshot only reads, and begins with its first statement.
    if (!options.snapshot) await lockAskedCustomer(tx, asked);
    return await work(tx, await proveCustomer(tx, caller, asked));
  };
  return await caller.app.tenancy.withTenant(asked.merchantId, run, options);
}

/** The customer whose known device calls. Throws Refusal 'proof_required'. */
export async function proveCustomer(
  tx: TenantTransaction,
  caller: ProvingCaller,
  asked: AskedCustomer,
): Promise<ProvedCustomerRow> {
  const customer = await findProvedCustomer(tx, asked, deviceIdsAt(caller, asked.merchantId));
  if (!customer) throw new Refusal('proof_required');
  return customer;
}
