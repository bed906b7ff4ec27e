import type { ProofSubject } from 'domain/proof';
import { Refusal } from '../errors.ts';
import { PROOFS_OF_MERCHANT } from '../limits/call-limits.ts';
import { limitShared } from '../limits/limit-shared.ts';
import { endPinTries, spendPinTry } from './customer-pins.sql.ts';
import { commitWithoutWait } from './proof.sql.ts';
import { findAskedCustomer, type ProvingCaller } from './proof-subject.ts';
import { rememberProved } from './remember-proved.ts';

/**
 * Makes this browser known as the customer's for a day, by the PIN. A locked PIN, one that is used up and
 * none at all cost the same hash and get the same answer as a wrong one. Throws Refusal 'wrong_pin',
 * 'too_many_requests', 'overloaded' or one of `findAskedCustomer`.
 */
export async function enterPin(caller: ProvingCaller, who: ProofSubject, pin: string): Promise<void> {
  const { app, ip } = caller;
  const asked = await findAskedCustomer(caller, who);
  const { merchantId } = asked;
  await limitShared(app.limiter, PROOFS_OF_MERCHANT, { ip, of: merchantId });
  const find = () =>
    app.tenancy.withTenant(merchantId, async (tx) => {
      await commitWithoutWait(tx);
      return await spendPinTry(tx, asked);
    });
  const tried = await app.passwords.matching(find, pin, caller);
  if (!tried) throw new Refusal('wrong_pin');
  await app.tenancy.withTenant(merchantId, async (tx) => {
    if (!(await endPinTries(tx, tried))) throw new Refusal('wrong_pin');
    await rememberProved(tx, caller, tried.customerId);
  });
}
