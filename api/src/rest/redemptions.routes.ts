import { redemptionMessage, whatsAppLink } from 'domain/whatsapp';
import { z } from 'zod';
import { LOOKUPS_PER_EMPLOYEE } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import { createRedemption as prepareRedemption } from '../redemptions/create-redemption.ts';
import { reverseRedemption } from '../redemptions/reverse-redemption.ts';
import { showRedemption } from '../redemptions/show-redemption.ts';
import * as answers from './answers.ts';
import * as fields from './fields.ts';
import { type RestRoute, restCommand, restQuery } from './rest-route.ts';

const TAG = 'Redemptions';
const PHONE = '11987654321';
const REDEMPTION_ID = '0199e2b0-44d2-7e19-8f3a-6c5b4a392817';
const CUSTOMER_ID = '0199e2a4-6f1d-7c04-8a11-90b1c2d3e4f5';

const params = z.strictObject({ redemptionId: fields.id('The redemption.') });

const ONE_CUSTOMER = 'Informe o telefone ou o código do cliente, um dos dois';

const redemptionBody = z
  .strictObject({
    phone: fields.phone.optional(),
    customerId: fields.id('The customer, as a look-up says it.').optional(),
    amountCents: fields.amountCents('How much of the balance.'),
    purchaseAmountCents: fields
      .amountCents('The purchase that it pays for; the merchant’s rules may ask for it.')
      .optional(),
  })
  .refine(({ phone, customerId }) => (phone === undefined) !== (customerId === undefined), ONE_CUSTOMER)
  .meta({ oneOf: [{ required: ['phone'] }, { required: ['customerId'] }] });

const createRedemption = restCommand({
  path: '/redemptions',
  scope: 'redemptions.create',
  name: 'createRedemption',
  tag: TAG,
  summary: 'Prepare a redemption',
  description:
    'Nothing is reserved: the balance is checked again, and debited, once the customer has opened the link, which is good for 15 minutes. Name the customer by phone or by id.',
  body: redemptionBody,
  bodyExample: { phone: PHONE, amountCents: 1_200, purchaseAmountCents: 8_000 },
  answer: z.strictObject({
    id: answers.id('The redemption.'),
    link: answers.link,
    whatsappLink: answers.whatsappLink,
    phone: answers.phone,
    amountCents: answers.cents('How much of the balance.'),
    expiresAt: answers.expiresAt,
  }),
  example: {
    id: REDEMPTION_ID,
    link: 'https://clube.example.com/customer/redemption/REDEMPTION_m4Kd8sQ2vT6wX1yZ9bN3cR7fLhP',
    whatsappLink: 'https://wa.me/5511987654321?text=Ol%C3%A1%21',
    phone: PHONE,
    amountCents: 1_200,
    expiresAt: '2026-11-22T12:15:00.000Z',
  },
  refuses: [
    'customer_not_found',
    'own_phone',
    'no_balance',
    'amount_above_balance',
    'redemption_balance_too_small',
    'redemption_purchase_missing',
    'redemption_purchase_too_small',
    'redemption_above_share',
    'redemption_above_purchase',
    'redemptions_held',
    'customer_held',
  ],
  async handle({ app, caller, request, requestId }, { phone, customerId = '', ...amounts }) {
    if (phone !== undefined) await limitSubject(app.limiter, LOOKUPS_PER_EMPLOYEE, caller.employeeId);
    const redeemer = phone === undefined ? { customerId } : { phone };
    const input = { operationId: requestId, ...redeemer, ...amounts };
    const {
      redemptionId,
      needsProof: _,
      ...redemption
    } = await prepareRedemption(app, caller, request, input);
    const words = redemptionMessage(redemption, caller.merchantName);
    return { id: redemptionId, whatsappLink: whatsAppLink(redemption.phone, words), ...redemption };
  },
});

const getRedemption = restQuery({
  path: '/redemptions/{redemptionId}',
  scope: 'redemptions.create',
  name: 'getRedemption',
  tag: TAG,
  summary: 'Look at a redemption',
  description: 'Says what became of it. Ask every two seconds or so while the customer is at the counter.',
  params,
  answer: z.strictObject({
    id: answers.id('The redemption.'),
    createdAt: answers.moment('When it was prepared.'),
    status: z.enum(['waiting', 'completed', 'unclaimed', 'reversed']).meta({
      description:
        'waiting: the link can be opened. completed: it was, and the balance debited. unclaimed: it no longer can. reversed: undone.',
    }),
    confirmed: answers.confirmed,
    confirmedAt: answers.confirmedAt,
    expiresAt: answers.expiresAt,
    customerId: answers.id('The customer.'),
    phone: answers.phone,
    amountCents: answers.cents('How much of the balance.'),
  }),
  example: {
    id: REDEMPTION_ID,
    createdAt: '2026-11-22T12:00:00.000Z',
    status: 'completed',
    confirmed: true,
    confirmedAt: '2026-11-22T12:00:41.000Z',
    expiresAt: '2026-11-22T12:15:00.000Z',
    customerId: CUSTOMER_ID,
    phone: PHONE,
    amountCents: 1_200,
  },
  refuses: ['operation_not_found'],
  async handle({ app, caller }, { redemptionId }) {
    const redemption = await showRedemption(app, caller.merchantId, redemptionId);
    return { ...redemption, confirmed: redemption.confirmedAt !== null };
  },
});

const createRedemptionReversal = restCommand({
  path: '/redemptions/{redemptionId}/reversals',
  scope: 'operations.reverse',
  name: 'createRedemptionReversal',
  tag: TAG,
  summary: 'Undo a redemption',
  description:
    'Gives a confirmed redemption back, to the credits it came from, with their dates. Whose redemptions the key may undo is what the person it acts for may.',
  params,
  body: z.strictObject({ reason: fields.reason }),
  bodyExample: { reason: 'Compra cancelada' },
  answer: z.strictObject({
    id: answers.id('The reversal.'),
    amountCents: answers.cents('Of the redemption; all of it goes back.'),
    expiredCents: answers.cents('The part that had expired meanwhile, and which counts for nothing.'),
    recoveredCents: answers.cents('The part that made up for purchases reversed meanwhile.'),
    balanceCents: answers.cents('The customer’s balance afterwards, maturing credit included.'),
  }),
  example: {
    id: '0199e2b4-9c8d-7f20-a1b2-c3d4e5f60718',
    amountCents: 1_200,
    expiredCents: 0,
    recoveredCents: 0,
    balanceCents: 1_950,
  },
  refuses: ['operation_not_found', 'reversal_not_yours', 'redemption_not_completed', 'already_reversed'],
  async handle({ app, caller, request, requestId }, input) {
    const { reversalId, ...reversal } = await reverseRedemption(app, caller, request, {
      operationId: requestId,
      ...input,
    });
    return { id: reversalId, ...reversal };
  },
});

export const REDEMPTION_ROUTES: readonly RestRoute[] = [
  createRedemption,
  getRedemption,
  createRedemptionReversal,
];
