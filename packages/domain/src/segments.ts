import { addDays } from './report-periods.ts';

/**
 * The groups of customers, by the time of their last purchase, its frequency, and the sum they spent. Each
 * buyer is in exactly one segment; customers without a purchase that counts are in none.
 */

export const SEGMENTS = ['new', 'loyal', 'occasional', 'at_risk', 'lost'] as const;
export type Segment = (typeof SEGMENTS)[number];

/** Greatest first. */
export const VALUES = ['high', 'medium', 'base'] as const;
export type Value = (typeof VALUES)[number];

/** A longer time since the last purchase means at risk, or lost. */
export const ACTIVE_DAYS = 60;
export const AT_RISK_DAYS = 120;
/** A longer time since the first purchase means no longer new. */
export const NEW_DAYS = 30;
export const LOYAL_PURCHASES = 4;
/** Spent altogether, more than this. */
export const HIGH_VALUE_CENTS = 50_000;
export const MEDIUM_VALUE_CENTS = 20_000;

/** The facts that decide a segment. Days are the merchant's, 'YYYY-MM-DD'. */
export interface Buyer {
  purchases: number;
  firstOn: string;
  lastOn: string;
}

/** The limits of a segment, each range with both ends. */
export interface SegmentLimits {
  last: [from: string, to: string];
  first: [from: string, to: string];
  purchases: [from: number, to: number];
}

const BEFORE_ALL = '1900-01-01';
const AFTER_ALL = '2999-12-31';
/** The maximum of an INTEGER, and of a BIGINT that a `number` still counts exactly. */
const MOST_PURCHASES = 2_147_483_647;
const MOST_CENTS = Number.MAX_SAFE_INTEGER;

const daysBefore = (today: string, days: number) => addDays(today, -days);

/** The one statement of the rules; `segmentOf`, the rollups and the lists follow it. */
export function segmentLimits(segment: Segment, today: string): SegmentLimits {
  const anytime: [string, string] = [BEFORE_ALL, AFTER_ALL];
  const often: [number, number] = [LOYAL_PURCHASES, MOST_PURCHASES];
  const seldom: [number, number] = [1, LOYAL_PURCHASES - 1];
  const active: [string, string] = [daysBefore(today, ACTIVE_DAYS), AFTER_ALL];
  switch (segment) {
    case 'new':
      return { last: active, first: [daysBefore(today, NEW_DAYS), AFTER_ALL], purchases: seldom };
    case 'loyal':
      return { last: active, first: anytime, purchases: often };
    case 'occasional':
      return { last: active, first: [BEFORE_ALL, daysBefore(today, NEW_DAYS + 1)], purchases: seldom };
    case 'at_risk':
      return {
        last: [daysBefore(today, AT_RISK_DAYS), daysBefore(today, ACTIVE_DAYS + 1)],
        first: anytime,
        purchases: [1, MOST_PURCHASES],
      };
    case 'lost':
      return {
        last: [BEFORE_ALL, daysBefore(today, AT_RISK_DAYS + 1)],
        first: anytime,
        purchases: [1, MOST_PURCHASES],
      };
  }
}

const lies = <Ordered extends string | number>(value: Ordered, [from, to]: [Ordered, Ordered]) =>
  from <= value && value <= to;

export function segmentOf({ purchases, firstOn, lastOn }: Buyer, today: string): Segment {
  const segment = SEGMENTS.find((each) => {
    const limits = segmentLimits(each, today);
    return lies(lastOn, limits.last) && lies(firstOn, limits.first) && lies(purchases, limits.purchases);
  });
  if (!segment) throw new RangeError(`no customer buys ${purchases} times from ${firstOn} to ${lastOn}`);
  return segment;
}

/**
 * The sums that customers of this value spent altogether, both ends included; any sum where no value is
 * given.
 */
export function valueLimits(value: Value | undefined): [fromCents: number, toCents: number] {
  switch (value) {
    case 'high':
      return [HIGH_VALUE_CENTS + 1, MOST_CENTS];
    case 'medium':
      return [MEDIUM_VALUE_CENTS + 1, HIGH_VALUE_CENTS];
    case 'base':
      return [0, MEDIUM_VALUE_CENTS];
    case undefined:
      return [0, MOST_CENTS];
  }
}

export function spendingValue(spentCents: number): Value {
  return spentCents > HIGH_VALUE_CENTS ? 'high' : spentCents > MEDIUM_VALUE_CENTS ? 'medium' : 'base';
}

export interface SegmentLabels {
  label: string;
  /** A description, in one message. */
  description: string;
  /** Advice, in one message. */
  advice: string;
}

export const SEGMENT_LABELS: Record<Segment, SegmentLabels> = {
  new: {
    label: 'Novos',
    description: `Fizeram a primeira compra nos últimos ${NEW_DAYS} dias.`,
    advice: 'Lembre o saldo que já têm: a segunda compra é a que cria o hábito.',
  },
  loyal: {
    label: 'Fiéis',
    description: `Compraram ${LOYAL_PURCHASES} vezes ou mais e voltaram nos últimos ${ACTIVE_DAYS} dias.`,
    advice: 'Agradeça e avise primeiro das novidades: são eles que indicam a loja.',
  },
  occasional: {
    label: 'Ocasionais',
    description: `Compraram nos últimos ${ACTIVE_DAYS} dias, mas menos de ${LOYAL_PURCHASES} vezes.`,
    advice: 'Ofereça algo que combine com a última compra.',
  },
  at_risk: {
    label: 'Em risco',
    description: `Não compram há mais de ${ACTIVE_DAYS} dias, mas compraram nos últimos ${AT_RISK_DAYS}.`,
    advice: 'Chame agora pelo WhatsApp: a mensagem já traz o saldo e a data em que vence.',
  },
  lost: {
    label: 'Perdidos',
    description: `Não compram há mais de ${AT_RISK_DAYS} dias.`,
    advice: 'Tente uma última oferta forte e pergunte o que fez falta.',
  },
};

export const VALUE_LABELS: Record<Value, { label: string; description: string }> = {
  high: { label: 'Alto valor', description: 'Gastaram mais de R$ 500 no total.' },
  medium: { label: 'Médio valor', description: 'Gastaram mais de R$ 200 e até R$ 500 no total.' },
  base: { label: 'Valor inicial', description: 'Gastaram até R$ 200 no total.' },
};
