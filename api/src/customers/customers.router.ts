import { customerListInput } from 'domain/customer-list-inputs';
import {
  adjustBalanceInput,
  correctPhoneInput,
  customerDashboardInput,
  customerInput,
  customerLedgerInput,
  customerSignupInput,
  findCustomerInput,
  mergeCustomersInput,
  signupLinkInput,
} from 'domain/inputs';
import { z } from 'zod';
import {
  CUSTOMER_SIGNUP_PER_ADDRESS,
  PHONE_LOOKUP_PER_ADDRESS,
  PHONE_LOOKUP_PER_TENANT,
  SIGNUP_LINK_PER_ADDRESS,
  STAFF_LOOKUP_PER_EMPLOYEE,
} from '../auth/limits.ts';
import { Refusal } from '../errors.ts';
import type { RateLimit, RateLimiter } from '../lib/rate-limit.ts';
import { publicProcedure, router, staffProcedure } from '../trpc.ts';
import { adjustBalance } from './adjust-balance.ts';
import { correctPhone } from './correct-phone.ts';
import { findCustomer } from './find-customer.ts';
import { listCustomerLedger } from './list-customer-ledger.ts';
import { listCustomers } from './list-customers.ts';
import { mergeCustomers } from './merge-customers.ts';
import { showCustomer } from './show-customer.ts';
import { showDashboard } from './show-dashboard.ts';
import { readSignupLink, signUpCustomer } from './sign-up-customer.ts';
import { summariseCustomers } from './summarise-customers.ts';

export const customersRouter = router({
  /** The counter's look-up by phone. */
  find: staffProcedure('customers.read')
    .input(findCustomerInput)
    .query(async ({ ctx, input }) => {
      await limit(ctx.app.limiter, STAFF_LOOKUP_PER_EMPLOYEE, ctx.staff.employeeId);
      return await findCustomer(ctx.app, ctx.staff.merchantId, input.phone);
    }),

  /** Everybody, or who is searched for, a page at a time. */
  list: staffProcedure('customers.read')
    .input(customerListInput)
    .query(({ ctx, input }) => listCustomers(ctx.app, ctx.staff.merchantId, input)),

  /** The figures above the list. */
  summary: staffProcedure('customers.read')
    .input(z.strictObject({}).optional())
    .query(({ ctx }) => summariseCustomers(ctx.app, ctx.staff.merchantId)),

  /** One customer as staff see them. */
  detail: staffProcedure('customers.read')
    .input(customerInput)
    .query(({ ctx, input }) => showCustomer(ctx.app, ctx.staff.merchantId, input.customerId)),

  /** Every row that made the balance what it is. */
  ledger: staffProcedure('customers.read')
    .input(customerLedgerInput)
    .query(({ ctx, input }) => listCustomerLedger(ctx.app, ctx.staff.merchantId, input)),

  /** A balance corrected by hand. */
  adjust: staffProcedure('customers.adjust')
    .input(adjustBalanceInput)
    .mutation(({ ctx, input }) => adjustBalance(ctx.app, ctx.staff, ctx, input)),

  /** A wrong number made right. */
  correctPhone: staffProcedure('customers.adjust')
    .input(correctPhoneInput)
    .mutation(({ ctx, input }) => correctPhone(ctx.app, ctx.staff, ctx, input)),

  /** Two records of one person made one. */
  merge: staffProcedure('customers.adjust')
    .input(mergeCustomersInput)
    .mutation(({ ctx, input }) => mergeCustomers(ctx.app, ctx.staff, ctx, input)),

  /** The customer's own page. */
  dashboard: publicProcedure(PHONE_LOOKUP_PER_ADDRESS)
    .input(customerDashboardInput)
    .query(async ({ ctx, input }) => {
      // One slug may be written in many ways; they are all counted as one.
      const tenant = ctx.hostMerchantId ?? input.slug?.toLowerCase() ?? 'platform';
      await limit(ctx.app.limiter, PHONE_LOOKUP_PER_TENANT, tenant);
      return await showDashboard(ctx.app, ctx.hostMerchantId, input);
    }),

  /** What the signup page shows of its merchant. */
  signupLink: publicProcedure(SIGNUP_LINK_PER_ADDRESS)
    .input(signupLinkInput)
    .query(({ ctx, input }) => readSignupLink(ctx.app, ctx.hostMerchantId, input.slug)),

  /** The signup page's form. */
  signUp: publicProcedure(CUSTOMER_SIGNUP_PER_ADDRESS)
    .input(customerSignupInput)
    .mutation(({ ctx, input }) => signUpCustomer(ctx.app, ctx.hostMerchantId, input)),
});

async function limit(limiter: RateLimiter, rule: RateLimit, subject: string): Promise<void> {
  const retryAfterSeconds = await limiter.hit(rule, subject);
  if (retryAfterSeconds !== undefined) throw new Refusal('too_many_requests', { retryAfterSeconds });
}
