import { randomUUID } from 'node:crypto';
import { type BuyerGroup, buyerOf, tokenOf } from './buyer-groups.ts';
import type { Call } from './load-process.ts';
import type { Stage } from './stage.ts';

/** `sale`: issuing one and confirming another in turn, as a merchant does all day. */
export const OPERATIONS = ['issue', 'confirm', 'sale'] as const;
export type OperationName = (typeof OPERATIONS)[number];

/** How many calls make one of it. */
export const CALLS_OF: Record<OperationName, number> = { issue: 1, confirm: 1, sale: 2 };

/** More than one minute's calls from one address would be refused. */
const ADDRESSES = 20_000;

/** What one group on one stage has used up. */
export interface Supply {
  stage: Stage;
  group: BuyerGroup;
  issued: number;
  confirmed: number;
  /** Sales that were laid ready. */
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
  if (number >= supply.laid) throw new Error('All sales that were laid ready are confirmed; lay more.');
  const token = tokenOf(supply.group, number, supply.stage.database.tokenSecret);
  return { procedure: 'cashback.confirm', address: number % ADDRESSES, input: { token } };
}

/** That many fresh calls; no two share anything. */
export function callsOf(operation: OperationName, supply: Supply, count: number): Call[] {
  return Array.from({ length: count }, (_, index) => {
    const isIssued = operation === 'issue' || (operation === 'sale' && index % 2 === 0);
    return isIssued ? issue(supply) : confirm(supply);
  });
}

/** Calls at the end that were prepared and never sent confirm nothing, and may be used again. */
export function giveBack(operation: OperationName, supply: Supply, unsent: number): void {
  if (operation === 'confirm') supply.confirmed -= unsent;
  if (operation === 'sale') supply.confirmed -= Math.floor(unsent / 2);
}
