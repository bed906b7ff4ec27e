import { customerListInput } from 'domain/customer-list-inputs';
import {
  adjustBalanceInput,
  correctPhoneInput,
  customerDashboardInput,
  customerInput,
  customerLedgerInput,
  customerSignupInput,
  editCustomerInput,
  eraseCustomerInput,
  findCustomerInput,
  mergeCustomersInput,
  signupLinkInput,
  withdrawConsentInput,
} from 'domain/inputs';
import { seesMaskedContacts } from 'domain/roles';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { resolveProgram } from '../domains/resolve-program.ts';
import {
  LOOKUPS_PER_EMPLOYEE,
  PHONE_LOOKUP_PER_ADDRESS,
  SIGNUP_LINK_PER_ADDRESS,
} from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import { employeeProcedure, publicProcedure, router } from '../trpc.ts';
import { adjustBalance } from './adjust-balance.ts';
import { correctPhone } from './correct-phone.ts';
import { editCustomer } from './edit-customer.ts';
import { eraseCustomer } from './erase-customer.ts';
import { findCustomer } from './find-customer.ts';
import { findNinthDigitPairs } from './find-ninth-digit-pairs.ts';
import { limitPhoneLookup, limitSignup } from './limit-phone-lookup.ts';
import { listCustomerLedger } from './list-customer-ledger.ts';
import { listCustomers } from './list-customers.ts';
import { mergeCustomers } from './merge-customers.ts';
import { resetProof } from './reset-proof.ts';
import { showCustomer } from './show-customer.ts';
import { showDashboard } from './show-dashboard.ts';
import { readSignupLink, signUpCustomer } from './sign-up-customer.ts';
import { summarizeCustomers } from './summarize-customers.ts';
import { withdrawConsent } from './withdraw-consent.ts';

export const customersRouter = router({
  /** The counter's look-up by phone. */
  find: employeeProcedure('customers.read', { shows: 'counted' })
    .input(findCustomerInput)
    .query(async ({ ctx, input }) => {
      await limitSubject(ctx.app.limiter, LOOKUPS_PER_EMPLOYEE, ctx.staff.employeeId);
      return await findCustomer(ctx.app, ctx.staff.merchantId, input.phone);
    }),

  /** All customers, or those that match a search, a page at a time. */
  list: employeeProcedure('customers.read', { shows: 'limited' })
    .input(customerListInput)
    .query(({ ctx, input }) => {
      const { employee, merchant } = ctx.staff.client;
      const hidesContacts = seesMaskedContacts(employee.role, merchant);
      return listCustomers(ctx.app, ctx.staff.merchantId, input, { hidesContacts });
    }),

  /** The numbers above the list. */
  summary: employeeProcedure('reports.read')
    .input(z.strictObject({}).optional())
    .query(({ ctx }) => summarizeCustomers(ctx.app, ctx.staff.merchantId)),

  /** One customer as employees see them. */
  detail: employeeProcedure('customers.read', { shows: 'limited' })
    .input(customerInput)
    .query(({ ctx, input }) => showCustomer(ctx.app, ctx.staff.merchantId, input.customerId)),

  /** The ledger rows behind a customer's balance. */
  ledger: employeeProcedure('customers.read', { shows: 'limited' })
    .input(customerLedgerInput)
    .query(({ ctx, input }) => listCustomerLedger(ctx.app, ctx.staff.merchantId, input)),

  /** Corrects a balance by hand. */
  adjust: employeeProcedure('customers.adjust', { proof: 'sometimes' })
    .input(adjustBalanceInput)
    .mutation(({ ctx, input }) => adjustBalance(ctx.app, ctx.staff, ctx, input)),

  /** Changes the name or the e-mail; roles below manager fill in what is missing. */
  edit: employeeProcedure('customers.complete')
    .input(editCustomerInput)
    .mutation(({ ctx, input }) => editCustomer(ctx.app, ctx.staff, ctx, input)),

  /** Writes down that the customer wants no offers by a channel. No procedure gives a consent for one. */
  withdrawConsent: employeeProcedure('customers.complete')
    .input(withdrawConsentInput)
    .mutation(({ ctx, input }) => withdrawConsent(ctx.app, ctx.staff, ctx, input)),

  /** Corrects a wrong phone. */
  correctPhone: employeeProcedure('customers.adjust')
    .input(correctPhoneInput)
    .mutation(({ ctx, input }) => correctPhone(ctx.app, ctx.staff, ctx, input)),

  /** Merges two records of one customer. */
  merge: employeeProcedure('customers.adjust', { proof: 'sometimes' })
    .input(mergeCustomersInput)
    .mutation(({ ctx, input }) => mergeCustomers(ctx.app, ctx.staff, ctx, input)),

  /** Pairs of records whose numbers differ by the ninth digit alone, for a merge. */
  ninthDigitPairs: employeeProcedure('customers.adjust', { shows: 'limited' })
    .input(z.strictObject({}).optional())
    .query(({ ctx }) => findNinthDigitPairs(ctx.app, ctx.staff.merchantId)),

  /** Erases the customer's personal data for good. */
  erase: employeeProcedure('customers.erase')
    .input(eraseCustomerInput)
    .mutation(async ({ ctx, input }) => {
      const { staff } = ctx;
      const erasure = { merchantId: staff.merchantId, basis: 'request', staff, request: ctx } as const;
      const { customerId, forfeitedCents } = await eraseCustomer(ctx.app, { ...erasure, ...input });
      return { customerId, forfeitedCents };
    }),

  /** The customer's PIN and known devices, forgotten. */
  resetProof: employeeProcedure('customers.reset_proof')
    .input(customerInput)
    .mutation(({ ctx, input }) => resetProof(ctx.app, ctx.staff, ctx, input)),

  /** The customer's own page. */
  dashboard: publicProcedure(PHONE_LOOKUP_PER_ADDRESS)
    .input(customerDashboardInput)
    .query(async ({ ctx, input }) => {
      const merchantId = await programOf(ctx, input.slug);
      // An unknown slug reveals nothing and counts for no merchant.
      if (merchantId !== undefined || input.slug === undefined)
        await limitPhoneLookup(ctx.app.limiter, ctx.ip, merchantId);
      return await showDashboard(ctx.app, { ...ctx, devices: ctx.customerDevices() }, input);
    }),

  /** The merchant as the signup page shows it. */
  signupLink: publicProcedure(SIGNUP_LINK_PER_ADDRESS)
    .input(signupLinkInput)
    .query(({ ctx, input }) => readSignupLink(ctx.app, ctx.hostMerchantId, input.slug)),

  /** The signup page's form. It reveals whether the phone is known, as the dashboard does. */
  signUp: publicProcedure(PHONE_LOOKUP_PER_ADDRESS)
    .input(customerSignupInput)
    .mutation(async ({ ctx, input }) => {
      const merchantId = await programOf(ctx, input.slug);
      if (merchantId !== undefined) await limitSignup(ctx.app.limiter, ctx.ip, merchantId);
      return await signUpCustomer(ctx.app, ctx.hostMerchantId, ctx, input);
    }),
});

type Visit = Pick<Context, 'app'> & { hostMerchantId: string | undefined };

/** The merchant of a visit: its host and its slugs, former ones too, all name the same one. */
async function programOf(
  { app, hostMerchantId }: Visit,
  slug: string | undefined,
): Promise<string | undefined> {
  return slug === undefined ? hostMerchantId : await resolveProgram(app.tenancy, hostMerchantId, slug);
}
