import type { DemoCounter } from './counter.ts';
import type { Campaign } from './visits.ts';

/** What happened at the demo's bakery besides the regulars' visits: its customers with a name, and events. */

const CUSTOMERS = [
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

/** Fourteen months. */
export const MERCHANT_DAYS_AGO = 426;
const CUSTOMERS_DAYS_AGO = 170;

/** Everybody who works there besides the owner. Each signs in with the owner's password. */
export const EMPLOYEES = [
  { name: 'Rafael Nogueira', email: 'rafael@padaria.example', role: 'manager' },
  { name: 'Juliana Prado', email: 'juliana@padaria.example', role: 'operator' },
  { name: 'Diego Amaral', email: 'diego@padaria.example', role: 'employee' },
] as const;

/** The month of double cashback, with the advertising for it. */
export const CAMPAIGN: Campaign = { fromDaysAgo: 128, toDaysAgo: 98, rateBasisPoints: 1_000 };

/** The rules of a credit's life from some hours ago on. */
export interface RulesSince {
  hoursAgo: number;
  expirationDays: number;
  maturingDays: number;
}

const DAY = 24;

/**
 * Credit that has expired, that will, and that is still to come. The last of them is how the merchant is
 * left.
 */
export const RULES: readonly RulesSince[] = [
  { hoursAgo: MERCHANT_DAYS_AGO * DAY - 1, expirationDays: 120, maturingDays: 0 },
  { hoursAgo: 51, expirationDays: 120, maturingDays: 5 },
  { hoursAgo: 48, expirationDays: 180, maturingDays: 0 },
];

type DemoEvent = readonly [hoursAgo: number, happen: (counter: DemoCounter) => Promise<unknown>];

const SIGN_UPS: readonly DemoEvent[] = CUSTOMERS.map((customer) => [
  CUSTOMERS_DAYS_AGO * DAY,
  ({ signUp }) => signUp(customer),
]);

/** Events that depend on no other, in any order. */
const DAY_TO_DAY: readonly DemoEvent[] = [
  [160 * DAY, ({ sell }) => sell(ANA, 8_990)],
  [402, ({ sell }) => sell(CARLOS, 23_450)],
  [311, ({ sell }) => sell(JOANA, 4_275)],
  [288, ({ sell }) => sell(ANA, 15_600)],
  [214, ({ sell }) => sell(SEBASTIAO, 123_456)],
  [150, ({ sell }) => sell(CARLOS, 6_720)],
  [120, ({ redeem }) => redeem(SEBASTIAO, 2_500)],
  [50, ({ sell }) => sell(ANA, 14_990)],
  [49, ({ leaveUnconfirmed }) => leaveUnconfirmed(JOANA, 7_350)],
  [26, ({ sell }) => sell(SEBASTIAO, 20_015)],
  [25, ({ redeem }) => redeem(ANA, 500)],
  [3, ({ sell }) => sell(CARLOS, 3_280)],
];

const CHANGES: readonly DemoEvent[] = [
  ...RULES.map(({ hoursAgo, expirationDays, maturingDays }): DemoEvent => {
    const maturing =
      maturingDays === 0 ? { availableImmediately: true } : { availableImmediately: false, maturingDays };
    return [hoursAgo, ({ setRules }) => setRules({ expires: true, expirationDays, ...maturing })];
  }),
  [CAMPAIGN.fromDaysAgo * DAY, ({ setRules }) => setRules({ rateBasisPoints: CAMPAIGN.rateBasisPoints })],
  [CAMPAIGN.toDaysAgo * DAY, ({ setRules }) => setRules({ rateBasisPoints: 500 })],
];

/** Mistakes, and how they were put right. */
const CORRECTIONS: readonly DemoEvent[] = [
  [97, async ({ sell, reverse }) => reverse(await sell(ANA, 18_990), 4_990, 'Devolução de um item')],
  [90, async ({ redeem, undo }) => undo(await redeem(ANA, 800), 'Cliente desistiu de usar o saldo')],
  [72, ({ sell }) => sell(ANA_MISHEARD, 6_480)],
  [30, ({ adjust }) => adjust(ANA, 300, 'Compra registrada sem o telefone da cliente')],
  [20, ({ merge }) => merge(ANA, ANA_MISHEARD, 'Telefone digitado errado no caixa')],
];

/** Flyers each month, and more of them for the campaign. */
const SPEND: readonly DemoEvent[] = Array.from({ length: 15 }, (_, number) => {
  const daysAgo = 422 - number * 30;
  const isCampaign = daysAgo <= CAMPAIGN.fromDaysAgo + 10 && daysAgo > CAMPAIGN.toDaysAgo;
  return [daysAgo * DAY, ({ spend }) => spend(isCampaign ? 120_000 : 18_000 + (number % 4) * 3_500)];
});

/** Oldest first. */
export const EVENTS: readonly DemoEvent[] = [
  ...SIGN_UPS,
  ...DAY_TO_DAY,
  ...CHANGES,
  ...CORRECTIONS,
  ...SPEND,
].sort(([a], [b]) => b - a);
