import {
  askDataRequestInput,
  closeDataRequestInput,
  eraseOnRequestInput,
  listDataRequestsInput,
} from 'domain/data-request-inputs';
import { z } from 'zod';
import { DATA_REQUESTS_PER_ADDRESS } from '../limits/call-limits.ts';
import { employeeProcedure, publicProcedure, router } from '../trpc.ts';
import { askDataRequest } from './ask-data-request.ts';
import { closeDataRequest } from './close-data-request.ts';
import { countDataRequests } from './count-data-requests.ts';
import { eraseOnRequest } from './erase-on-request.ts';
import { listDataRequests } from './list-data-requests.ts';

export const dataRequestsRouter = router({
  /** A person asks about their data. */
  ask: publicProcedure(DATA_REQUESTS_PER_ADDRESS)
    .input(askDataRequestInput)
    .mutation(({ ctx, input }) => askDataRequest(ctx.app, ctx.hostMerchantId, ctx.ip, input)),

  /** The requests in one state, a page at a time. */
  list: employeeProcedure('data_requests.answer', { shows: 'counted' })
    .input(listDataRequestsInput)
    .query(({ ctx, input }) => listDataRequests(ctx.app, ctx.staff.merchantId, input)),

  /** How many are open. */
  count: employeeProcedure('data_requests.answer')
    .input(z.strictObject({}).optional())
    .query(({ ctx }) => countDataRequests(ctx.app, ctx.staff.merchantId)),

  /** Closes a request as done, or refuses it with a reason. */
  close: employeeProcedure('data_requests.answer')
    .input(closeDataRequestInput)
    .mutation(({ ctx, input }) => closeDataRequest(ctx.app, ctx.staff, ctx, input)),

  /** Erases the customer of a request to erase, and closes the request as done. */
  erase: employeeProcedure('customers.erase')
    .input(eraseOnRequestInput)
    .mutation(({ ctx, input }) => eraseOnRequest(ctx.app, ctx.staff, ctx, input)),
});
