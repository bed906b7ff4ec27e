import type { DemoCounter } from './demo-counter.ts';

/** The demo's three weeks: its customers, and the events with their times. */

export const CUSTOMERS = [
  { name: 'Ana Beatriz Souza', phone: '11987654321', email: 'ana@exemplo.com.br' },
  { name: 'Carlos Eduardo Lima', phone: '11976543210' },
  { name: 'Joana Ferreira', phone: '11965432109' },
  { name: 'Sebastião Albuquerque de Vasconcelos Neto', phone: '1133445566' },
] as const;

const [ANA, CARLOS, JOANA, SEBASTIAO] = CUSTOMERS.map((customer) => customer.phone) as [
  string,
  string,
  string,
  string,
];
/** Phone that was misheard once at the counter: a second record of the same customer. */
const ANA_MISHEARD = '11987654312';

export const MERCHANT_HOURS_AGO = 450;
export const CUSTOMERS_HOURS_AGO = 440;

type DemoEvent = readonly [hoursAgo: number, happen: (counter: DemoCounter) => Promise<unknown>];

/** Events that depend on no other, in any order. */
const DAY_TO_DAY: readonly DemoEvent[] = [
  [430, ({ sell }) => sell(ANA, 8_990)],
  [402, ({ sell }) => sell(CARLOS, 23_450)],
  [311, ({ sell }) => sell(JOANA, 4_275)],
  [288, ({ sell }) => sell(ANA, 15_600)],
  [214, ({ sell }) => sell(SEBASTIAO, 123_456)],
  [150, ({ sell }) => sell(CARLOS, 6_720)],
  [120, ({ redeem }) => redeem(SEBASTIAO, 2_500)],
  [49, ({ leaveUnconfirmed }) => leaveUnconfirmed(JOANA, 7_350)],
  [26, ({ sell }) => sell(SEBASTIAO, 20_015)],
  [25, ({ redeem }) => redeem(ANA, 500)],
  [3, ({ sell }) => sell(CARLOS, 3_280)],
];

/**
 * Credit that has expired, that will, and that is still to come. The last of them is how the merchant is
 * left.
 */
const RULES: readonly DemoEvent[] = [
  [439, ({ setRules }) => setRules({ expires: true, expirationDays: 15 })],
  [420, ({ setRules }) => setRules({ expires: true, expirationDays: 60 })],
  [51, ({ setRules }) => setRules({ availableImmediately: false, maturingDays: 5 })],
  [50, ({ sell }) => sell(ANA, 14_990)],
  [48, ({ setRules }) => setRules({ availableImmediately: true, expirationDays: 180 })],
];

/** Mistakes, and how they were put right. */
const CORRECTIONS: readonly DemoEvent[] = [
  [97, async ({ sell, reverse }) => reverse(await sell(ANA, 18_990), 4_990, 'Devolução de um item')],
  [90, async ({ redeem, undo }) => undo(await redeem(ANA, 800), 'Cliente desistiu de usar o saldo')],
  [72, ({ sell }) => sell(ANA_MISHEARD, 6_480)],
  [30, ({ adjust }) => adjust(ANA, 300, 'Compra registrada sem o telefone da cliente')],
  [20, ({ merge }) => merge(ANA, ANA_MISHEARD, 'Telefone digitado errado no caixa')],
];

/** Oldest first. */
export const EVENTS: readonly DemoEvent[] = [...DAY_TO_DAY, ...RULES, ...CORRECTIONS].sort(
  ([a], [b]) => b - a,
);
