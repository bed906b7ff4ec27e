import type { DataRequestKind } from 'domain/data-requests';
import type { App } from '../context.ts';
import { listActiveOwners } from '../employees/list-active-owners.ts';
import type { DataRequestOccasion } from '../jobs/enqueue-job.ts';
import { sendOrGiveUp } from '../lib/mail.ts';
import { describeDataRequest } from './data-request-mail.ts';

/**
 * Tells one owner of a request, or of all that are open, unless none is by now or the employee has left.
 * Throws on a temporary failure of the mail server, so that the job is retried.
 */
export async function sendDataRequestMail(
  { env, log, mail, tenancy }: Pick<App, 'env' | 'log' | 'mail' | 'tenancy'>,
  asked: { merchantId: string; dataRequestId: string; employeeId: string; occasion: DataRequestOccasion },
): Promise<void> {
  const { merchantId, dataRequestId, employeeId, occasion } = asked;
  if (!mail) throw new Error('no mail server is configured');
  const { owners, open, count } = await tenancy.withTenant(merchantId, async (tx) => ({
    owners: await listActiveOwners(tx),
    open: await tx.prisma(({ dataRequest }) =>
      dataRequest.findFirst({
        // A mail about arrivals stands for all that are open; the first of them is due first.
        where: { merchantId, state: 'open', ...(occasion === 'due' && { id: dataRequestId }) },
        orderBy: { id: 'asc' },
        select: { kind: true, dueAt: true, merchant: { select: { name: true, timeZone: true } } },
      }),
    ),
    count: await tx.prisma(({ dataRequest }) => dataRequest.count({ where: { merchantId, state: 'open' } })),
  }));
  const owner = owners.find(({ id }) => id === employeeId);
  if (!owner || !open) return;
  const letter = describeDataRequest({
    occasion,
    kind: open.kind as DataRequestKind,
    count,
    ownerName: owner.name,
    merchantName: open.merchant.name,
    dueAt: open.dueAt,
    timeZone: open.merchant.timeZone,
    link: `${env.appOrigin}/customers/data-requests`,
  });
  const message = { to: { name: owner.name, address: owner.email }, ...letter };
  await sendOrGiveUp(mail, message, (err) =>
    log.warn({ err, merchantId, employeeId }, 'the mail server refused a mail about a data request for good'),
  );
}
