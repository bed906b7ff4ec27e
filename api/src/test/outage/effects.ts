import type pg from 'pg';
import type { Memory, Person } from './load.ts';

/** Effect of one request, as the database holds it. */
interface Effect {
  request_id: string | null;
  id: string;
  amount_cents: string;
  is_confirmed: boolean;
  /** Rows and sum of the ledger. */
  entries: number;
  entries_cents: string;
  audits: number;
}

const PURCHASES = `
  SELECT k.request_id, t.id, t.amount_cents, t.qr_scanned AS is_confirmed, l.entries, l.entries_cents,
    (SELECT count(*)::int FROM audit_log a WHERE a.merchant_id = t.merchant_id AND a.action = 'cashback.issue'
       AND a.entity_id = t.id::text) AS audits
  FROM customers c JOIN transactions t ON t.merchant_id = c.merchant_id AND t.customer_id = c.id
  LEFT JOIN idempotency_keys k ON k.merchant_id = t.merchant_id AND k.response->>'transactionId' = t.id::text
  CROSS JOIN LATERAL (SELECT count(*)::int AS entries, coalesce(sum(amount_cents), 0) AS entries_cents
    FROM ledger_entries e WHERE e.merchant_id = t.merchant_id AND e.source_id = t.id AND e.kind = 'accrual') l
  WHERE c.merchant_id = $1 AND c.phone = $2`;

const REDEMPTIONS = `
  SELECT k.request_id, r.id, r.amount_cents, r.status = 'completed' AS is_confirmed, l.entries, l.entries_cents,
    (SELECT count(*)::int FROM audit_log a WHERE a.merchant_id = r.merchant_id AND a.action = 'redemption.create'
       AND a.entity_id = r.id::text) AS audits
  FROM customers c JOIN redemptions r ON r.merchant_id = c.merchant_id AND r.customer_id = c.id
  LEFT JOIN idempotency_keys k ON k.merchant_id = r.merchant_id AND k.response->>'redemptionId' = r.id::text
  CROSS JOIN LATERAL (SELECT count(*)::int AS entries, coalesce(sum(amount_cents), 0) AS entries_cents
    FROM ledger_entries e WHERE e.merchant_id = r.merchant_id AND e.source_id = r.id AND e.kind = 'redemption') l
  WHERE c.merchant_id = $1 AND c.phone = $2`;

/** Sum of the movements that the database holds, in centavos, and their number. */
export interface Totals {
  movements: number;
  soldCents: number;
  creditedCents: number;
  redeemedCents: number;
}

/**
 * Compares the answers that each person got with what the database holds, for people that only this load
 * sells to. Returns every contradiction: an acknowledged effect that is missing, doubled or different; half
 * of one; one without a request.
 */
export async function findContradictions(
  owner: pg.Pool,
  merchantId: string,
  people: Person[],
): Promise<string[]> {
  const found: string[] = [];
  for (const person of people) {
    const [purchases, redemptions] = await Promise.all(
      [PURCHASES, REDEMPTIONS].map((text) => owner.query<Effect>(text, [merchantId, person.phone])),
    );
    compare(person.purchases, purchases?.rows ?? [], (purchase) => Number(purchase.entries_cents), found);
    compare(person.redemptions, redemptions?.rows ?? [], (each) => Number(each.entries_cents), found);
  }
  return found;
}

function compare(
  memories: Memory[],
  effects: Effect[],
  entriesOf: (effect: Effect) => number,
  found: string[],
): void {
  const byRequest = new Map(effects.map((effect) => [effect.request_id, effect]));
  if (byRequest.size !== effects.length) found.push('one request has two effects');
  const known = new Set(memories.map((memory) => memory.requestId));
  for (const effect of effects) {
    const isWhole = effect.request_id !== null && effect.audits === 1;
    if (!isWhole) found.push(`half a movement: ${JSON.stringify(effect)}`);
    else if (!known.has(effect.request_id as string)) found.push(`nobody asked for ${effect.id}`);
    const moved = entriesOf(effect) !== 0;
    if (moved !== effect.is_confirmed) found.push(`half a confirmation: ${JSON.stringify(effect)}`);
  }
  for (const memory of memories) {
    const problem = contradiction(memory, byRequest.get(memory.requestId));
    if (problem) found.push(`${problem}: ${JSON.stringify(memory)}`);
  }
}

function contradiction(memory: Memory, effect: Effect | undefined): string | undefined {
  if (effect === undefined) return memory.id === undefined ? undefined : 'acknowledged and lost';
  if (memory.id !== undefined && memory.id !== effect.id) return 'another effect than was acknowledged';
  if (Number(effect.amount_cents) !== memory.amountCents) return 'another amount';
  if (memory.confirmation === 'acknowledged' && !effect.is_confirmed) return 'a confirmation was lost';
  if (memory.confirmation === 'not asked' && effect.is_confirmed) return 'confirmed, though nobody did';
  if (!effect.is_confirmed || memory.id === undefined) return undefined;
  // A purchase credits its cashback in one entry; a redemption takes its amount, from as many lots as it
  // needs.
  const expected = memory.cashbackCents > 0 ? memory.cashbackCents : -memory.amountCents;
  if (Number(effect.entries_cents) !== expected) return `moved ${effect.entries_cents}, not ${expected}`;
  if (expected > 0 && effect.entries !== 1) return `credited ${effect.entries} times`;
  return undefined;
}

/** The totals that the clients know, when everything they asked for has been acknowledged. */
export function rememberedTotals(people: Person[]): Totals {
  const purchases = people.flatMap((person) => person.purchases);
  const redemptions = people.flatMap((person) => person.redemptions);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    movements: purchases.length + redemptions.length,
    soldCents: sum(purchases.map((purchase) => purchase.amountCents)),
    creditedCents: sum(purchases.map((purchase) => purchase.cashbackCents)),
    redeemedCents: sum(redemptions.map((redemption) => redemption.amountCents)),
  };
}

/** The same of the database, from the rows that money is made of. */
export async function storedTotals(owner: pg.Pool, merchantId: string): Promise<Totals> {
  const { rows } = await owner.query(
    `SELECT (SELECT count(*)::int FROM idempotency_keys WHERE merchant_id = $1) AS movements,
       (SELECT coalesce(sum(total_spent_cents), 0) FROM customers WHERE merchant_id = $1) AS sold,
       coalesce(sum(amount_cents) FILTER (WHERE kind = 'accrual'), 0) AS credited,
       coalesce(-sum(amount_cents) FILTER (WHERE kind = 'redemption'), 0) AS redeemed
     FROM ledger_entries WHERE merchant_id = $1`,
    [merchantId],
  );
  const [row] = rows;
  return {
    movements: row.movements,
    soldCents: Number(row.sold),
    creditedCents: Number(row.credited),
    redeemedCents: Number(row.redeemed),
  };
}
