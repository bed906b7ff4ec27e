import { z } from 'zod';
import { findCustomer as findCustomerByPhone } from '../customers/find-customer.ts';
import { LOOKUPS_PER_EMPLOYEE } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import * as answers from './answers.ts';
import * as fields from './fields.ts';
import { type RestRoute, restQuery } from './rest-route.ts';

const findCustomer = restQuery({
  path: '/customers',
  scope: 'customers.read',
  name: 'findCustomer',
  tag: 'Customers',
  summary: 'Look a customer up by phone',
  description:
    'Among the merchant’s own customers, with or without the ninth digit: `phone` is as the customer is stored. Look-ups count with those of the person the key acts for: 300 in 10 minutes.',
  query: z.strictObject({ phone: fields.phone }),
  answer: z.strictObject({
    id: answers.id('The customer.'),
    phone: answers.phone,
    name: z.string().nullable().meta({ description: 'Null where it is not known.' }),
    availableCents: answers.cents('What can be redeemed now.'),
    maturingCents: answers.cents('What is credited but cannot be redeemed yet.'),
    redemptionRules: z
      .strictObject({
        maxShareBasisPoints: z.int().nullable().meta({
          description: 'The largest share of a purchase that cashback may pay, in basis points.',
        }),
        minPurchaseCents: answers.cents('The smallest purchase that cashback may pay for.').nullable(),
        minBalanceCents: answers.cents('The smallest balance that may be redeemed from.').nullable(),
      })
      .meta({ description: 'What the merchant asks of a redemption; null: nothing.' }),
    consents: z
      .strictObject({ email: z.boolean(), whatsapp: z.boolean() })
      .meta({ description: 'Whether the customer consents to offers, by channel. Send none without it.' }),
  }),
  example: {
    id: '0199e2a4-6f1d-7c04-8a11-90b1c2d3e4f5',
    phone: '11987654321',
    name: 'Ana Souza',
    availableCents: 1_950,
    maturingCents: 0,
    redemptionRules: { maxShareBasisPoints: 5_000, minPurchaseCents: null, minBalanceCents: 500 },
    consents: { email: true, whatsapp: false },
  },
  refuses: ['customer_not_found'],
  async handle({ app, caller }, { phone }) {
    await limitSubject(app.limiter, LOOKUPS_PER_EMPLOYEE, caller.employeeId);
    const found = await findCustomerByPhone(app, caller.merchantId, phone);
    const { id, name, availableCents, maturingCents, redemptionRules, consents } = found;
    return { id, phone: found.phone, name, availableCents, maturingCents, redemptionRules, consents };
  },
});

export const CUSTOMER_ROUTES: readonly RestRoute[] = [findCustomer];
