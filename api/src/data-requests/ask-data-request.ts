import type { AskDataRequest } from 'domain/data-request-inputs';
import { DATA_REQUEST_DAYS, DATA_REQUEST_REMINDER_DAYS } from 'domain/data-requests';
import type { App } from '../context.ts';
import { resolveProgram } from '../domains/resolve-program.ts';
import { Refusal } from '../errors.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { newId } from '../lib/id.ts';
import { limitDataRequest } from './limit-data-request.ts';

const DAY_MS = 86_400_000;

/**
 * Stores what a person asks about their data at one merchant. A job finds out later whether the phone is a
 * customer's, so the answer and the work are the same for every phone. Throws Refusal 'program_not_found' or
 * 'too_many_requests'.
 */
export async function askDataRequest(
  app: Pick<App, 'env' | 'limiter' | 'tenancy'>,
  hostMerchantId: string | undefined,
  ip: string,
  { slug, kind, phone, contact, message }: AskDataRequest,
): Promise<{ dueAt: string; timeZone: string }> {
  const { tenancy } = app;
  const merchantId = await resolveProgram(tenancy, hostMerchantId, slug);
  if (merchantId === undefined) throw new Refusal('program_not_found');
  await limitDataRequest(app, ip, { merchantId, phone });
  return await tenancy.withTenant(merchantId, async (tx) => {
    const id = newId(tx.now.getTime());
    const dueAt = new Date(tx.now.getTime() + DATA_REQUEST_DAYS * DAY_MS);
    const { timeZone } = await tx.prisma(async ({ dataRequest, merchant }) => {
      await dataRequest.create({
        data: { merchantId, id, kind, phone, contact, message: message || null, createdAt: tx.now, dueAt },
        select: { id: true },
      });
      return await merchant.findUniqueOrThrow({ where: { id: merchantId }, select: { timeZone: true } });
    });
    const announced = { merchantId, dataRequestId: id };
    await enqueueJob(tx, 'announce-data-request', { ...announced, occasion: 'arrived' });
    const runAfterMs = (DATA_REQUEST_DAYS - DATA_REQUEST_REMINDER_DAYS) * DAY_MS;
    await enqueueJob(tx, 'announce-data-request', { ...announced, occasion: 'due' }, { runAfterMs });
    return { dueAt: dueAt.toISOString(), timeZone };
  });
}
