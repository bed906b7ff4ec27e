import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { type Credentials, newAddress } from './merchant.ts';

/** The counter without its screens: what a journey of the customer's needs done before it begins. */
export interface CounterApi {
  /** Answers the path of the QR code's link. */
  sell(phone: string, amountCents: number): Promise<{ path: string; token: string; transactionId: string }>;
  redeem(phone: string, amountCents: number): Promise<{ path: string; token: string; redemptionId: string }>;
  /** A purchase whose code the customer has read: 5 % of it are theirs. */
  credit(phone: string, amountCents: number): Promise<void>;
  /** As the customer's page does; answers the status. */
  confirm(movement: { path: string; token: string }): Promise<number>;
  reversePurchase(transactionId: string, amountCents: number): Promise<void>;
  reverseRedemption(redemptionId: string): Promise<void>;
  adjust(phone: string, amountCents: number): Promise<void>;
  customerId(phone: string): Promise<string>;
}

const REASON = 'Pedido do cliente';

const send = (request: APIRequestContext, path: string, data: object) =>
  request.post(`/trpc/${path}`, {
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': newAddress(),
    },
    data,
  });

/** Logs the merchant's owner in, in `request`'s cookies. */
export async function openCounterApi(
  request: APIRequestContext,
  { email, password }: Credentials,
): Promise<CounterApi> {
  const answer = await send(request, 'auth.login', { email, password });
  expect(answer.status(), await answer.text()).toBe(200);
  return counterApiOf(request);
}

/** For the session in `request`'s cookies. */
export function counterApiOf(request: APIRequestContext): CounterApi {
  async function call<Result>(path: string, data: object): Promise<Result> {
    const answer = await send(request, path, data);
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
    return ((await answer.json()) as { result: { data: Result } }).result.data;
  }
  async function customerId(phone: string): Promise<string> {
    const input = encodeURIComponent(JSON.stringify({ phone }));
    const answer = await request.get(`/trpc/customers.find?input=${input}`);
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).result.data.id;
  }
  const linkParts = (link: string) => {
    const path = new URL(link).pathname;
    return { path, token: path.slice(path.lastIndexOf('/') + 1) };
  };

  async function sell(phone: string, amountCents: number) {
    const purchase = { operationId: randomUUID(), phone, amountCents };
    const { link, transactionId } = await call<{ link: string; transactionId: string }>(
      'cashback.issue',
      purchase,
    );
    return { ...linkParts(link), transactionId };
  }
  async function confirm({ path, token }: { path: string; token: string }) {
    const noun = path.startsWith('/customer/cashback/') ? 'cashback' : 'redemptions';
    return (await send(request, `${noun}.confirm`, { token })).status();
  }

  return {
    sell,
    confirm,
    customerId,
    async credit(phone, amountCents) {
      expect(await confirm(await sell(phone, amountCents))).toBe(200);
    },
    async redeem(phone, amountCents) {
      const redemption = { operationId: randomUUID(), customerId: await customerId(phone), amountCents };
      const { link, redemptionId } = await call<{ link: string; redemptionId: string }>(
        'redemptions.create',
        redemption,
      );
      return { ...linkParts(link), redemptionId };
    },
    async reversePurchase(transactionId, amountCents) {
      await call('cashback.reverse', {
        operationId: randomUUID(),
        transactionId,
        amountCents,
        reason: REASON,
      });
    },
    async reverseRedemption(redemptionId) {
      await call('redemptions.reverse', { operationId: randomUUID(), redemptionId, reason: REASON });
    },
    async adjust(phone, amountCents) {
      await call('customers.adjust', {
        operationId: randomUUID(),
        customerId: await customerId(phone),
        amountCents,
        reason: REASON,
      });
    },
  };
}
