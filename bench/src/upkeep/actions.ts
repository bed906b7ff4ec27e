import { randomUUID } from 'node:crypto';
import { type BuyerGroup, buyerOf, tokenOf } from './buyer-groups.ts';
import type { Call } from './load-process.ts';
import type { Stage } from './stage.ts';

/** `purchase`: issuing one and confirming another in turn, as a merchant does all day. */
export const ACTIONS = ['issue', 'confirm', 'purchase'] as const;
export type ActionName = (typeof ACTIONS)[number];

/** Number of calls that make one action. */
export const CALLS_OF: Record<ActionName, number> = { issue: 1, confirm: 1, purchase: 2 };

/** More than one minute's calls from one address would be refused. */
const ADDRESSES = 20_000;

/** Numbers that one group on one stage has used up. */
export interface Supply {
  stage: Stage;
  group: BuyerGroup;
  issued: number;
  confirmed: number;
  /** Purchases that were laid ready. */
  laid: number;
}

function issue(supply: Supply): Call {
  const number = supply.issued++;
  const { merchant, phone } = buyerOf(supply.group, number);
  const input = { operationId: randomUUID(), phone, amountCents: 5_000 + (number % 20_000) };
  return { procedure: 'cashback.issue', address: 0, session: supply.stage.sessions[merchant], input };
}

function confirm(supply: Supply): Call {
  const number = supply.confirmed++;
  if (number >= supply.laid) throw new Error('All purchases that were laid ready are confirmed; lay more.');
  const token = tokenOf(supply.group, number, supply.stage.database.tokenSecret);
  return { procedure: 'cashback.confirm', address: number % ADDRESSES, input: { token } };
}

/** Makes that many fresh calls; no two share anything. */
export function callsOf(action: ActionName, supply: Supply, count: number): Call[] {
  return Array.from({ length: count }, (_, index) => {
    const isIssued = action === 'issue' || (action === 'purchase' && index % 2 === 0);
    return isIssued ? issue(supply) : confirm(supply);
  });
}

/** Calls at the end that were prepared and never sent confirm nothing, and may be used again. */
export function giveBack(action: ActionName, supply: Supply, unsent: number): void {
  if (action === 'confirm') supply.confirmed -= unsent;
  if (action === 'purchase') supply.confirmed -= Math.floor(unsent / 2);
}
