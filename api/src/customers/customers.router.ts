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
  PHONE_LOOKUP_PER_ADDRESS,
  SIGNUP_LINK_PER_ADDRESS,
  STAFF_LOOKUP_PER_EMPLOYEE,
} from '../auth/limits.ts';
import type { Context } from '../context.ts';
import { resolveProgramme } from '../domains/resolve-programme.ts';
import { Refusal } from '../errors.ts';
import { networkOf, widerNetworkOf } from '../http/client-network.ts';
import type { RateLimit, RateLimiter } from '../lib/rate-limit.ts';
import { publicProcedure, router, staffProcedure } from '../trpc.ts';
import { adjustBalance } from './adjust-balance.ts';
import { correctPhone } from './correct-phone.ts';
import { findCustomer } from './find-customer.ts';
import { limitPhoneLookup } from './limit-phone-lookup.ts';
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
      await limitLookupAt(ctx, input.slug);
      return await showDashboard(ctx.app, ctx.hostMerchantId, input);
    }),

  /** What the signup page shows of its merchant. */
  signupLink: publicProcedure(SIGNUP_LINK_PER_ADDRESS)
    .input(signupLinkInput)
    .query(({ ctx, input }) => readSignupLink(ctx.app, ctx.hostMerchantId, input.slug)),

  /** The signup page's form. It tells whether the phone is known, as the dashboard does. */
  signUp: publicProcedure(PHONE_LOOKUP_PER_ADDRESS)
    .input(customerSignupInput)
    .mutation(async ({ ctx, input }) => {
      await limitLookupAt(ctx, input.slug);
      return await signUpCustomer(ctx.app, ctx.hostMerchantId, input);
    }),
});

async function limit(limiter: RateLimiter, rule: RateLimit, subject: string): Promise<void> {
  const retryAfterSeconds = await limiter.hit(rule, subject);
  if (retryAfterSeconds !== undefined) throw new Refusal('too_many_requests', { retryAfterSeconds });
}

type Visit = Pick<Context, 'app' | 'ip'> & { hostMerchantId: string | undefined };

/** A shop's host and its slugs, former ones too, are one shop; a slug that is nobody's tells nothing and counts for no shop. */
async function limitLookupAt({ app, ip, hostMerchantId }: Visit, slug: string | undefined): Promise<void> {
  const merchantId =
    slug === undefined ? hostMerchantId : await resolveProgramme(app.tenancy, hostMerchantId, slug);
  if (slug !== undefined && merchantId === undefined) return;
  const whence = { network: networkOf(ip), widerNetwork: widerNetworkOf(ip) };
  await limitPhoneLookup(app.limiter, whence, merchantId);
}
