import type { CustomerEventRow } from './customer-events.sql.ts';

interface EventOf<Kind extends string> {
  kind: Kind;
  id: string;
  merchantName: string;
  timeZone: string;
  /** ISO 8601. */
  at: string;
}

/** A change of the cashback other than a purchase; amounts in signed centavos. */
export type CashbackEvent =
  | (EventOf<'reversal'> & {
      /** The reversed part of the purchase. */
      purchaseCents: number;
      cashbackCents: number;
      /** False if its code had not been confirmed, so the balance never had it. */
      credited: boolean;
      /** The part that stayed with the customer: it had been spent, or had expired. */
      notTakenCents: number;
    })
  | (EventOf<'adjustment'> & { cashbackCents: number })
  /** `at` is the first moment the credit no longer counts. */
  | (EventOf<'expiry'> & { cashbackCents: number });

/** A redemption undone. */
export type RedemptionReversalEvent = Omit<EventOf<'reversal'>, 'kind'> & {
  amountCents: number;
  /** The part that made up for a purchase reversed after its cashback had been spent. */
  recoveredCents: number;
};

interface Shown {
  slug: string;
  merchantName: string;
  timeZone: string;
}

export function cashbackEvents(rows: readonly CustomerEventRow[], shown: Shown): CashbackEvent[] {
  return rows.flatMap((row): CashbackEvent[] => {
    const event = eventOf(row, shown);
    const cashbackCents = row.cents;
    switch (row.kind) {
      case 'purchase_reversal':
        return [
          {
            ...event,
            kind: 'reversal',
            purchaseCents: row.purchase_cents ?? 0,
            cashbackCents,
            credited: row.was_credited === true,
            notTakenCents: row.not_taken_cents ?? 0,
          },
        ];
      case 'redemption_reversal':
        return [];
      default:
        return [{ ...event, kind: row.kind, cashbackCents }];
    }
  });
}

export function redemptionReversals(
  rows: readonly CustomerEventRow[],
  shown: Shown,
): RedemptionReversalEvent[] {
  return rows
    .filter((row) => row.kind === 'redemption_reversal')
    .map((row) => ({
      ...eventOf(row, shown),
      amountCents: row.cents,
      recoveredCents: row.recovered_cents ?? 0,
    }));
}

function eventOf(
  row: CustomerEventRow,
  { slug, merchantName, timeZone }: Shown,
): Omit<EventOf<string>, 'kind'> {
  const at = row.at.toISOString();
  return { id: row.id ?? `${slug} ${at}`, merchantName, timeZone, at };
}
