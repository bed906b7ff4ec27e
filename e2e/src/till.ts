import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { newAddress, type Shop } from './shop.ts';

/** The counter without its screens: what a journey of the customer's needs done before it begins. */
export interface Till {
  /** Answers the path of the QR code's link. */
  sell(phone: string, amountCents: number): Promise<{ path: string; token: string; transactionId: string }>;
  redeem(phone: string, amountCents: number): Promise<{ path: string; token: string; redemptionId: string }>;
  /** As the customer's page does; answers the status. */
  confirm(operation: { path: string; token: string }): Promise<number>;
  reversePurchase(transactionId: string, amountCents: number): Promise<void>;
  reverseRedemption(redemptionId: string): Promise<void>;
  adjust(phone: string, amountCents: number): Promise<void>;
}

const REASON = 'Pedido do cliente';

/** Logs the shop's owner in, in `request`'s cookies. */
export async function openTill(request: APIRequestContext, shop: Shop): Promise<Till> {
  const send = (path: string, data: object) =>
    request.post(`/trpc/${path}`, {
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': newAddress(),
      },
      data,
    });
  async function call<Result>(path: string, data: object): Promise<Result> {
    const answer = await send(path, data);
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
    return ((await answer.json()) as { result: { data: Result } }).result.data;
  }
  async function customerId(phone: string): Promise<string> {
    const input = encodeURIComponent(JSON.stringify({ phone }));
    const answer = await request.get(`/trpc/customers.find?input=${input}`);
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).result.data.id;
  }
  const opened = (link: string) => {
    const path = new URL(link).pathname;
    return { path, token: path.slice(path.lastIndexOf('/') + 1) };
  };

  await call('auth.login', { email: shop.email, password: shop.password });
  return {
    async sell(phone, amountCents) {
      const sale = { operationId: randomUUID(), phone, amountCents };
      const { link, transactionId } = await call<{ link: string; transactionId: string }>(
        'cashback.issue',
        sale,
      );
      return { ...opened(link), transactionId };
    },
    async redeem(phone, amountCents) {
      const redemption = { operationId: randomUUID(), customerId: await customerId(phone), amountCents };
      const { link, redemptionId } = await call<{ link: string; redemptionId: string }>(
        'redemptions.create',
        redemption,
      );
      return { ...opened(link), redemptionId };
    },
    async confirm({ path, token }) {
      const noun = path.startsWith('/customer/cashback/') ? 'cashback' : 'redemptions';
      return (await send(`${noun}.confirm`, { token })).status();
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
