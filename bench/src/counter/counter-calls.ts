import { randomUUID } from 'node:crypto';
import { idOf } from '../population.ts';
import { type BuyerGroup, buyerOf } from '../upkeep/buyer-groups.ts';
import type { Call } from '../upkeep/load-process.ts';
import { CONFIRMED_PURCHASES } from './counter-stage.ts';

/** The counter's calls: a purchase's code, and a redemption's. */
export const PROCEDURES = ['cashback.issue', 'redemptions.create'] as const;
export type CounterProcedure = (typeof PROCEDURES)[number];

/** Prime to the number of customers: the same customer never buys for the same amount twice in a while. */
const AMOUNTS = 19_997;

/** Makes that many calls with numbers from `first` on, each with a request id of its own. */
export function counterCalls(
  procedure: CounterProcedure,
  { group, sessions }: { group: BuyerGroup; sessions: string[] },
  { first, count }: { first: number; count: number },
): Call[] {
  return Array.from({ length: count }, (_, offset) => {
    const number = first + offset;
    const operationId = randomUUID();
    const isPurchase = procedure === 'cashback.issue';
    const { merchant, customer, phone } = buyerOf(group, isPurchase ? number : number % CONFIRMED_PURCHASES);
    const input = isPurchase
      ? { operationId, phone, amountCents: 5_000 + (number % AMOUNTS), isChecked: false }
      : { operationId, customerId: idOf('customer', customer), amountCents: 1 + (number % 250) };
    return { procedure, address: 0, session: sessions[merchant], input };
  });
}
