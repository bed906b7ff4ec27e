import { formatCents } from 'domain/money';
import { Refusal } from '../errors.ts';
import type { PurchaseDoubts } from './new-purchases.sql.ts';

const MINUTE_MS = 60_000;
/** Above it only the first digit is shown: 22,222 times are '20 mil'. */
const ROUNDED_FROM = 1_000;

const compact = new Intl.NumberFormat('pt-BR', { notation: 'compact', compactDisplay: 'long' });

/** The question that a doubted purchase raises, as the refusal to throw. */
export function doubtOf({ same_at, usual_cents }: PurchaseDoubts, amountCents: number, now: Date): Refusal {
  if (same_at) {
    const isRecent = now.getTime() - same_at.getTime() < MINUTE_MS;
    return new Refusal('purchase_repeated', { values: { when: isRecent ? 'agora há pouco' : 'há 1 min' } });
  }
  const why =
    usual_cents === null
      ? 'é um valor alto para uma compra'
      : `é ${formatTimes(Math.floor(amountCents / usual_cents))} vezes a sua compra comum (${formatCents(usual_cents)})`;
  return new Refusal('purchase_unusual', { values: { amount: formatCents(amountCents), why } });
}

/** '12', '340', '20 mil'. */
function formatTimes(times: number): string {
  if (times < ROUNDED_FROM) return String(times);
  const unit = 10 ** (String(times).length - 1);
  return compact.format(Math.floor(times / unit) * unit);
}
