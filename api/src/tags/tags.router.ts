import { hashPhoneInput, takeTagEventsInput } from 'domain/tag-inputs';
import { Refusal } from '../errors.ts';
import { TAGS_PER_ADDRESS } from '../limits/call-limits.ts';
import { publicProcedure, router } from '../trpc.ts';
import { hashPhone } from './hash-phone.ts';
import { takeTagEvents } from './take-tag-events.ts';

/**
 * For pages whose visitor agreed to the merchant's tags. They run on the merchant's own host only, so these
 * answer there only.
 */
export const tagsRouter = router({
  /** Events of a purchase or a redemption that the tags have not received yet. */
  take: publicProcedure(TAGS_PER_ADDRESS)
    .input(takeTagEventsInput)
    .mutation(({ ctx, input }) => takeTagEvents(ctx.app, ctx.hostMerchantId, input)),

  /** Hashes a phone number as tags may see it. Reveals nothing: it is computed from the input alone. */
  hashPhone: publicProcedure(TAGS_PER_ADDRESS)
    .input(hashPhoneInput)
    // Not a query: its input would travel in an address, and a number must stay out of those where tags run.
    .mutation(({ ctx, input }) => {
      if (ctx.hostMerchantId === undefined) throw new Refusal('not_found');
      return { customerPhone: hashPhone(input.phone) };
    }),
});
