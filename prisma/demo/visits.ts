import type { Random } from './random.ts';
import type { Regular } from './regulars.ts';

/** A regular's purchase, and what came of its code. */
export interface Visit {
  customer: Regular;
  /** Place in the list of the bakery's employees. */
  employee: number;
  at: Date;
  amountCents: number;
  rateBasisPoints: number;
  /** Null for a code that nobody opened. */
  confirmedAt: Date | null;
  /** The employee noticed a mistake once the code was confirmed. */
  reversal: { at: Date; reason: string } | null;
  /** The balance was redeemed just before. */
  isRedeeming: boolean;
}

export interface Campaign {
  fromDaysAgo: number;
  toDaysAgo: number;
  rateBasisPoints: number;
}

const RATE_BASIS_POINTS = 500;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** São Paulo has had no daylight saving time since 2019. */
const UTC_OFFSET_MS = 3 * 60 * MINUTE_MS;
/** So that the newest code is not one that a customer is confirming right now. */
const QUIET_MS = 12 * MINUTE_MS;

/** Visits compared with a usual month, January first: full in December and June, empty in the holidays. */
const SEASON = [0.8, 0.85, 1, 1, 1.05, 1.2, 0.9, 1, 1, 1.05, 1.1, 1.4] as const;
/** Visits compared with a usual day, Sunday first. */
const WEEKDAY = [1.5, 0.65, 0.8, 0.85, 0.95, 1.15, 1.7] as const;
/** Visits that begin in an hour, from 6 to 20 o'clock: breakfast, lunch, and bread on the way home. */
const HOURS = [5, 12, 14, 10, 7, 6, 7, 4, 3, 4, 7, 11, 12, 7] as const;
const OPENS_AT = 6;

/** All visits of the regulars until now, oldest first. */
export function makeVisits(
  random: Random,
  regulars: readonly Regular[],
  campaign: Campaign,
  now: Date,
): Visit[] {
  return regulars
    .flatMap((customer) => visitsOf(random, customer, campaign, now))
    .filter(({ at }) => at.getTime() < now.getTime() - QUIET_MS)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

function visitsOf(random: Random, customer: Regular, campaign: Campaign, now: Date): Visit[] {
  const visits: Visit[] = [];
  let daysAgo = customer.firstDaysAgo;
  while (daysAgo > customer.lastDaysAgo && daysAgo >= 0) {
    const day = new Date(now.getTime() - UTC_OFFSET_MS - Math.floor(daysAgo) * DAY_MS);
    const isInCampaign = daysAgo <= campaign.fromDaysAgo && daysAgo >= campaign.toDaysAgo;
    const season = (SEASON[day.getUTCMonth()] ?? 1) * (isInCampaign ? 1.5 : 1);
    // The first visit is on its day; any other is rather put off than made on a slow day.
    if (visits.length > 0 && !random.chance((WEEKDAY[day.getUTCDay()] ?? 1) / Math.max(...WEEKDAY))) {
      daysAgo -= 1;
      continue;
    }
    const rateBasisPoints = isInCampaign ? campaign.rateBasisPoints : RATE_BASIS_POINTS;
    const at = timeOn(random, day);
    const confirmedAt = new Date(at.getTime() + delayMs(random));
    const isConfirmed = random.chance(0.88) && confirmedAt.getTime() < now.getTime() - QUIET_MS;
    visits.push({
      customer,
      employee: employeeAt(random, at),
      at,
      amountCents: amountOf(random),
      rateBasisPoints,
      confirmedAt: isConfirmed ? confirmedAt : null,
      reversal: isConfirmed && random.chance(0.008) ? reversalOf(random, confirmedAt) : null,
      isRedeeming: visits.length > 1 && random.chance(0.2),
    });
    daysAgo -= 0.5 + (customer.daysBetweenVisits / season) * (0.4 + random.number());
  }
  return visits;
}

function timeOn(random: Random, day: Date): Date {
  const midnight = Math.floor(day.getTime() / DAY_MS) * DAY_MS + UTC_OFFSET_MS;
  const hour = OPENS_AT + weighted(random, HOURS);
  return new Date(midnight + (hour * 60 + random.number() * 60) * MINUTE_MS);
}

/** Most confirm at the counter; some open the link at home. */
function delayMs(random: Random): number {
  return random.chance(0.04)
    ? random.number() * 20 * 60 * MINUTE_MS
    : (0.2 + random.number() * 2) * MINUTE_MS;
}

const REASONS = [
  'Valor digitado errado',
  'Devolução de um item',
  'Telefone de outro cliente',
  'Compra registrada duas vezes',
];

function reversalOf(random: Random, confirmedAt: Date): Visit['reversal'] {
  const at = new Date(confirmedAt.getTime() + (1 + random.number() * 8) * MINUTE_MS);
  return { at, reason: random.pick(REASONS) };
}

/** Bread and coffee mostly; one in forty is a cake or a breakfast for a party. */
function amountOf(random: Random): number {
  const reais = random.chance(0.025) ? 120 + random.number() * 330 : Math.exp(3.25 + 0.55 * random.normal());
  return Math.max(350, Math.round(reais * 20) * 5);
}

/** Rafael at weekends, Juliana in the morning, Diego in the afternoon; now and then the owner herself. */
function employeeAt(random: Random, at: Date): number {
  const local = new Date(at.getTime() - UTC_OFFSET_MS);
  const isWeekend = local.getUTCDay() % 6 === 0;
  if (random.chance(0.06)) return 0;
  if (random.chance(isWeekend ? 0.6 : 0.12)) return 1;
  return local.getUTCHours() < 13 ? 2 : 3;
}

/** The place of one of the weights, as likely as it is heavy. */
function weighted(random: Random, weights: readonly number[]): number {
  let rest = random.number() * weights.reduce((sum, weight) => sum + weight, 0);
  const place = weights.findIndex((weight) => {
    rest -= weight;
    return rest < 0;
  });
  return Math.max(0, place);
}
