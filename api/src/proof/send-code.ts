import { randomUUID } from 'node:crypto';
import { withNinthDigit } from 'domain/doubt-phone';
import { CUSTOMER_CODE_TTL_SECONDS } from 'domain/lifetimes';
import type { ProofSubject } from 'domain/proof';
import { Refusal } from '../errors.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { limitSubjectOf } from '../lib/derived-keys.ts';
import { perAddress, perSubject } from '../lib/rate-limit.ts';
import {
  CODES_PER_CUSTOMER,
  CODES_PER_CUSTOMER_AND_NETWORK,
  PROOFS_OF_MERCHANT,
} from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';
import { limitShared } from '../limits/limit-shared.ts';
import { codeChannels } from './code-channels.ts';
import { insertCustomerCode } from './customer-codes.sql.ts';
import { lockAskedCustomer } from './proof.sql.ts';
import { deviceIdsAt, findAskedCustomer, type ProvingCaller } from './proof-subject.ts';

/** Guesses of one code. */
const CODE_TRIES = 5;

/**
 * Sends the customer a code, if there is such a customer with an e-mail that proves them. A job looks for the
 * code, and is enqueued for every phone: the answer and the work are the same. Throws Refusal
 * 'codes_unavailable', 'too_many_requests' or one of `findAskedCustomer`.
 */
export async function sendCode(caller: ProvingCaller, who: ProofSubject): Promise<void> {
  const { app, ip } = caller;
  if (codeChannels(app).length === 0) throw new Refusal('codes_unavailable');
  const asked = await findAskedCustomer(caller, who);
  await limitShared(app.limiter, PROOFS_OF_MERCHANT, { ip, of: asked.merchantId });
  // One count for both spellings, so that it does not tell which of them is a customer.
  const line = withNinthDigit(asked.phone) ?? asked.phone;
  const subject = limitSubjectOf(app.env.tokenSecrets, `${asked.merchantId} ${line}`);
  await limitCalls(app.limiter, [
    ...perAddress(CODES_PER_CUSTOMER_AND_NETWORK, ip, { of: subject }),
    perSubject(CODES_PER_CUSTOMER, subject),
  ]);
  const id = randomUUID();
  const deviceIds = deviceIdsAt(caller, asked.merchantId);
  await app.tenancy.withTenant(asked.merchantId, async (tx) => {
    const code = { id, deviceIds, ttlSeconds: CUSTOMER_CODE_TTL_SECONDS, tries: CODE_TRIES };
    await lockAskedCustomer(tx, asked);
    await insertCustomerCode(tx, asked, code);
    await enqueueJob(tx, 'send-customer-code', { merchantId: asked.merchantId, codeId: id });
  });
}
