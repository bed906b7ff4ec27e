import type { App } from '../context.ts';
import type { JobPayload } from '../jobs/enqueue-job.ts';
import { type Message, sendOrGiveUp } from '../lib/mail.ts';

type Dependencies = Pick<App, 'log' | 'mail' | 'tenancy'>;

interface MerchantOfLetter {
  name: string;
  signupLinkSlug: string;
}

/**
 * Mails an address that only the job stores. Throws on a temporary failure of the mail server, so that the
 * job is retried. The last attempt logs `failure` instead, because a failed job would keep the address.
 */
export async function mailOnceStored(
  { log, mail, tenancy }: Dependencies,
  { merchantId, email }: JobPayload<'mail-erased-person' | 'mail-replaced-email'>,
  { isLastAttempt }: { isLastAttempt: boolean },
  { write, failure }: { write: (merchant: MerchantOfLetter) => Omit<Message, 'to'>; failure: string },
): Promise<void> {
  // The mail server may have been removed since.
  if (!mail) return;
  const giveUp = (err: unknown) => log.warn({ err, merchantId }, failure);
  try {
    const merchant = await tenancy.withTenant(merchantId, (tx) =>
      tx.prisma((prisma) =>
        prisma.merchant.findUniqueOrThrow({
          where: { id: merchantId },
          select: { name: true, signupLinkSlug: true },
        }),
      ),
    );
    await sendOrGiveUp(mail, { to: { name: '', address: email }, ...write(merchant) }, giveUp);
  } catch (error) {
    if (!isLastAttempt) throw error;
    giveUp(error);
  }
}
