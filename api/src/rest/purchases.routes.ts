import { cashbackMessage, whatsAppLink } from 'domain/whatsapp';
import { z } from 'zod';
import { issueCashback } from '../cashback/issue-cashback.ts';
import { reversePurchase } from '../cashback/reverse-purchase.ts';
import { showPurchase } from '../cashback/show-purchase.ts';
import * as answers from './answers.ts';
import * as fields from './fields.ts';
import { type RestRoute, restCommand, restQuery } from './rest-route.ts';

const TAG = 'Purchases';
const PHONE = '11987654321';
const PURCHASE_ID = '0199e2a4-6f1c-7a53-9d2e-3b8f5c1d7e60';
const LINK = 'https://clube.example.com/customer/cashback/CASHBACK_q0S1xkT3mZ8vB4nR7yLw2pJc6Hd';

const params = z.strictObject({ purchaseId: fields.id('The purchase.') });

const createPurchase = restCommand({
  path: '/purchases',
  scope: 'cashback.issue',
  name: 'createPurchase',
  tag: TAG,
  summary: 'Record a purchase',
  description:
    'Records the purchase, which counts from now on. The cashback is credited once the customer has opened the link. A purchase below the program’s least purchase earns nothing: its rate is 0, and it has no link.',
  body: z.strictObject({ phone: fields.phone, amountCents: fields.amountCents('What was paid.') }),
  bodyExample: { phone: PHONE, amountCents: 15_000 },
  answer: z.strictObject({
    id: answers.id('The purchase.'),
    link: answers.link.nullable(),
    whatsappLink: answers.whatsappLink.nullable(),
    phone: answers.phone,
    amountCents: answers.cents('What was paid.'),
    cashbackCents: answers.cents('What the customer will be credited.'),
    rateBasisPoints: answers.rateBasisPoints,
    expiresAt: answers.expiresAt,
  }),
  example: {
    id: PURCHASE_ID,
    link: LINK,
    whatsappLink: 'https://wa.me/5511987654321?text=Ol%C3%A1%21',
    phone: PHONE,
    amountCents: 15_000,
    cashbackCents: 750,
    rateBasisPoints: 500,
    expiresAt: '2026-12-22T12:00:00.000Z',
  },
  refuses: ['own_phone'],
  async handle({ app, caller, request, requestId }, { phone, amountCents }) {
    const { transactionId, ...purchase } = await issueCashback(app, caller, request, {
      operationId: requestId,
      phone,
      amountCents,
    });
    const words = cashbackMessage(purchase, caller.merchantName);
    const links = { link: purchase.link, whatsappLink: whatsAppLink(purchase.phone, words) };
    const earnsNothing = purchase.rateBasisPoints === 0;
    return { id: transactionId, ...purchase, ...(earnsNothing ? { link: null, whatsappLink: null } : links) };
  },
});

const getPurchase = restQuery({
  path: '/purchases/{purchaseId}',
  scope: 'cashback.issue',
  name: 'getPurchase',
  tag: TAG,
  summary: 'Look at a purchase',
  description: 'Says what became of it. Ask every two seconds or so while the customer is at the counter.',
  params,
  answer: z.strictObject({
    id: answers.id('The purchase.'),
    createdAt: answers.moment('When it was recorded.'),
    status: z.enum(['waiting', 'credited', 'unclaimed', 'reversed']).meta({
      description:
        'waiting: the link can be opened. credited: it was. unclaimed: it no longer can, or there was none. reversed: wholly taken back.',
    }),
    confirmed: answers.confirmed,
    confirmedAt: answers.confirmedAt,
    expiresAt: answers.expiresAt,
    customerId: answers.id('The customer.'),
    phone: answers.phone,
    amountCents: answers.cents('What was paid.'),
    cashbackCents: answers.cents('The cashback of it.'),
    rateBasisPoints: answers.rateBasisPoints,
    reversedAmountCents: answers.cents('What was taken back of the purchase.'),
    reversedCashbackCents: answers.cents('The share of the cashback that went with it.'),
  }),
  example: {
    id: PURCHASE_ID,
    createdAt: '2026-11-22T12:00:00.000Z',
    status: 'credited',
    confirmed: true,
    confirmedAt: '2026-11-22T12:00:41.000Z',
    expiresAt: '2026-12-22T12:00:00.000Z',
    customerId: '0199e2a4-6f1d-7c04-8a11-90b1c2d3e4f5',
    phone: PHONE,
    amountCents: 15_000,
    cashbackCents: 750,
    rateBasisPoints: 500,
    reversedAmountCents: 0,
    reversedCashbackCents: 0,
  },
  refuses: ['operation_not_found'],
  async handle({ app, caller }, { purchaseId }) {
    const purchase = await showPurchase(app, caller.merchantId, purchaseId);
    return { ...purchase, confirmed: purchase.confirmedAt !== null };
  },
});

const createPurchaseReversal = restCommand({
  path: '/purchases/{purchaseId}/reversals',
  scope: 'operations.reverse',
  name: 'createPurchaseReversal',
  tag: TAG,
  summary: 'Reverse a purchase',
  description:
    'Takes a purchase back, wholly or in part, and its cashback with it. Whose purchases the key may reverse is what the person it acts for may: a manager and above any, an operator their own on the same day.',
  params,
  body: z.strictObject({
    amountCents: fields.amountCents('How much of the purchase; left out: all that is left of it.').optional(),
    reason: fields.reason,
  }),
  bodyExample: { amountCents: 5_000, reason: 'Item devolvido' },
  answer: z.strictObject({
    id: answers.id('The reversal.'),
    amountCents: answers.cents('What was taken back of the purchase.'),
    cashbackCents: answers.cents('The share of the cashback that went with it.'),
    takenCents: answers.cents('What of that left the customer’s balance.'),
    shortfallCents: answers.cents('What could not be taken because it had been spent.'),
    balanceCents: answers.cents('The customer’s balance afterwards, maturing credit included.'),
  }),
  example: {
    id: '0199e2a9-1b7e-7d38-b6c5-0f9e8d7c6b5a',
    amountCents: 5_000,
    cashbackCents: 250,
    takenCents: 250,
    shortfallCents: 0,
    balanceCents: 500,
  },
  refuses: ['operation_not_found', 'reversal_not_yours', 'already_reversed', 'reversal_above_remaining'],
  async handle({ app, caller, request, requestId }, { purchaseId, amountCents, reason }) {
    const input = { operationId: requestId, transactionId: purchaseId, amountCents, reason };
    const { reversalId, ...reversal } = await reversePurchase(app, caller, request, input);
    return { id: reversalId, ...reversal };
  },
});

export const PURCHASE_ROUTES: readonly RestRoute[] = [createPurchase, getPurchase, createPurchaseReversal];
