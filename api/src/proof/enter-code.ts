import type { ProofSubject } from 'domain/proof';
import { Refusal } from '../errors.ts';
import { PROOFS_OF_MERCHANT } from '../limits/call-limits.ts';
import { limitShared } from '../limits/limit-shared.ts';
import { isCode } from './customer-code.ts';
import { spendCodeTry, takeCode } from './customer-codes.sql.ts';
import { commitWithoutWait } from './proof.sql.ts';
import { deviceIdsAt, findAskedCustomer, type ProvingCaller } from './proof-subject.ts';
import { rememberProved } from './remember-proved.ts';

/**
 * Makes this browser known as the customer's for a day, by the code that was sent. Its tries are counted
 * before the digits are compared, so simultaneous guesses have no more. Throws Refusal 'wrong_code' for
 * every code that is not the right one, of unknown phones too, 'too_many_requests' or one of
 * `findAskedCustomer`.
 */
export async function enterCode(caller: ProvingCaller, who: ProofSubject, typed: string): Promise<void> {
  const { app, ip } = caller;
  const asked = await findAskedCustomer(caller, who);
  const { merchantId } = asked;
  await limitShared(app.limiter, PROOFS_OF_MERCHANT, { ip, of: merchantId });
  const deviceIds = deviceIdsAt(caller, merchantId);
  const tried = await app.tenancy.withTenant(merchantId, async (tx) => {
    await commitWithoutWait(tx);
    return await spendCodeTry(tx, asked, deviceIds);
  });
  const isRight = isCode(app.env.tokenSecrets, merchantId, tried?.id ?? merchantId, typed);
  if (!tried || !isRight) throw new Refusal('wrong_code');
  await app.tenancy.withTenant(merchantId, async (tx) => {
    if (!(await takeCode(tx, tried))) throw new Refusal('wrong_code');
    await rememberProved(tx, caller, tried.customerId);
  });
}
