import type { App } from '../context.ts';
import { limitSubjectOf } from '../lib/derived-keys.ts';
import { CODES_PER_EMAIL } from '../limits/call-limits.ts';
import { codeChannels } from './code-channels.ts';
import { writeCode } from './customer-code.ts';
import { findCodeToSend } from './customer-codes.sql.ts';

/** Sends the code, if the phone that asked for it is a customer's: the job exists for every phone. */
export async function sendCustomerCode(
  app: Pick<App, 'env' | 'limiter' | 'log' | 'mail' | 'tenancy'>,
  { merchantId, codeId }: { merchantId: string; codeId: string },
): Promise<void> {
  const [channel] = codeChannels(app);
  // The mail server may have been removed since.
  if (!channel) return;
  const to = await app.tenancy.withTenant(merchantId, (tx) => findCodeToSend(tx, codeId));
  if (!to) return;
  const address = limitSubjectOf(app.env.tokenSecrets, to.email);
  if ((await app.limiter.hit(CODES_PER_EMAIL, address)) !== undefined) return;
  await channel.send(writeCode(app.env.tokenSecrets, merchantId, codeId), to);
}
