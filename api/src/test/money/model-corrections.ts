import {
  allocationOrder,
  type Customer,
  cashbackOf,
  draw,
  type Lot,
  type ModelPurchase,
  type ModelRedemption,
  type MoneyModel,
  type Outcome,
} from './model.ts';

/** Mistakes put right, as plainly as the rest of the model: amounts are moved about in lists. */

const sum = (draws: { cents: number }[]) => draws.reduce((total, each) => total + each.cents, 0);
const customerOf = (model: MoneyModel, { merchant, phone }: { merchant: number; phone: string }) =>
  model.customer(merchant, phone) as Customer;

export function takeBackPurchase(
  model: MoneyModel,
  purchase: ModelPurchase,
  amountCents: number,
): Outcome<{ cashbackCents: number; takenCents: number; shortfallCents: number; balanceCents: number }> {
  const left = purchase.amountCents - purchase.reversedCents;
  if (left === 0) return { refusal: 'already_reversed' };
  if (amountCents > left) return { refusal: 'reversal_above_remaining' };
  const cashbackCents =
    purchase.cashbackCents -
    purchase.reversedCashbackCents -
    cashbackOf(left - amountCents, purchase.rateBasisPoints);
  purchase.reversedCents += amountCents;
  purchase.reversedCashbackCents += cashbackCents;
  const customer = customerOf(model, purchase);
  customer.spentCents -= amountCents;
  customer.lastPurchaseAt = lastPurchase(model, purchase);
  const { takenCents, shortfallCents } = purchase.isConfirmed
    ? takeBack(model, purchase, cashbackCents)
    : { takenCents: 0, shortfallCents: 0 };
  return {
    cashbackCents,
    takenCents,
    shortfallCents,
    balanceCents: model.balanceCents(purchase.merchant, purchase.phone),
  };
}

function takeBack(model: MoneyModel, purchase: ModelPurchase, cashbackCents: number) {
  const customer = customerOf(model, purchase);
  const own = customer.lots.find((lot) => lot.id === purchase.id);
  const expiredUnused = own && own.expiresAt <= model.now ? own.remainingCents : 0;
  const forgone = Math.min(cashbackCents, Math.max(0, expiredUnused - purchase.forgoneCents));
  purchase.forgoneCents += forgone;
  const others = model.openLots(purchase.merchant, purchase.phone).filter((lot) => lot !== own);
  const ownFirst = own && own.expiresAt > model.now ? [own] : [];
  const takenCents = sum(draw(cashbackCents - forgone, [...ownFirst, ...allocationOrder(others)]));
  customer.creditedCents -= takenCents;
  const shortfallCents = cashbackCents - forgone - takenCents;
  purchase.shortfallCents += shortfallCents;
  return { takenCents, shortfallCents };
}

function lastPurchase(model: MoneyModel, { merchant, phone }: ModelPurchase): number | undefined {
  const moments = model.purchases
    .filter(
      (purchase) =>
        purchase.merchant === merchant &&
        purchase.phone === phone &&
        purchase.reversedCents < purchase.amountCents,
    )
    .map((purchase) => purchase.createdAt);
  return moments.length > 0 ? Math.max(...moments) : undefined;
}

export function undoRedemption(
  model: MoneyModel,
  redemption: ModelRedemption,
): Outcome<{ expiredCents: number; recoveredCents: number; balanceCents: number }> {
  if (redemption.isReversed) return { refusal: 'already_reversed' };
  if (!redemption.isCompleted) return { refusal: 'redemption_not_completed' };
  redemption.isReversed = true;
  let expiredCents = 0;
  let recoveredCents = 0;
  for (const { lot, cents } of redemption.draws) {
    lot.remainingCents += cents;
    if (lot.expiresAt <= model.now) expiredCents += cents;
    else recoveredCents += recover(model, lot, cents);
  }
  customerOf(model, redemption).creditedCents -= recoveredCents;
  const balanceCents = model.balanceCents(redemption.merchant, redemption.phone);
  return { expiredCents, recoveredCents, balanceCents };
}

/**
 * Takes the rest that a reversed purchase still owes out of its own lot, as soon as there is something in it.
 */
function recover(model: MoneyModel, lot: Lot, cents: number): number {
  const purchase = model.purchases.find((each) => each.id === lot.id);
  const recovered = Math.min(purchase?.shortfallCents ?? 0, cents);
  if (purchase) purchase.shortfallCents -= recovered;
  lot.remainingCents -= recovered;
  return recovered;
}

/** `id` is the product's, which a lot made so is known by. */
export function adjust(
  model: MoneyModel,
  where: { merchant: number; phone: string },
  amountCents: number,
  id: string,
): void {
  if (amountCents > 0)
    model.addLot(where.merchant, where.phone, { id, cents: amountCents, availableAt: model.now });
  else draw(-amountCents, allocationOrder(model.openLots(where.merchant, where.phone)));
}

export function changePhone(model: MoneyModel, merchant: number, phone: string, newPhone: string): void {
  const customer = model.customer(merchant, phone) as Customer;
  model.customers.delete(`${merchant}/${phone}`);
  model.customers.set(`${merchant}/${newPhone}`, customer);
  handOver(model, merchant, phone, newPhone);
}

export function merge(model: MoneyModel, merchant: number, phone: string, sourcePhone: string): void {
  const target = model.customer(merchant, phone) as Customer;
  const source = model.customer(merchant, sourcePhone) as Customer;
  target.lots.push(...source.lots);
  target.createdAt = Math.min(target.createdAt, source.createdAt);
  target.spentCents += source.spentCents;
  target.creditedCents += source.creditedCents;
  const moments = [target.lastPurchaseAt, source.lastPurchaseAt].filter((each) => each !== undefined);
  target.lastPurchaseAt = moments.length > 0 ? Math.max(...moments) : undefined;
  model.customers.delete(`${merchant}/${sourcePhone}`);
  handOver(model, merchant, sourcePhone, phone);
}

function handOver(model: MoneyModel, merchant: number, from: string, to: string): void {
  for (const each of [...model.purchases, ...model.redemptions])
    if (each.merchant === merchant && each.phone === from) each.phone = to;
}
