import { formatCents } from './money.ts';

/**
 * What the watch looks for at the counter, the thresholds of it, and its sentences. Without a schema: mails
 * and the menu need no validation.
 */

export const ALERT_RULES = [
  'employee_high',
  'customer_high',
  'customer_often',
  'customer_quick',
  'own_device',
  'own_network',
  'shared_device',
  'own_phone',
  'shared_phone',
  'quick_redemption',
  'reversals',
  'corrections',
  'night',
] as const;
/** A login from far away is seen as it happens, whatever the thresholds. */
export type AlertRule = (typeof ALERT_RULES)[number] | 'far_login';

export const ALERT_LABELS: Record<AlertRule, string> = {
  employee_high: 'Funcionário acima do comum',
  customer_high: 'Cliente acima do comum',
  customer_often: 'Muitas compras num dia',
  customer_quick: 'Compras em seguida',
  own_device: 'Aparelho da equipe',
  own_network: 'Rede do caixa',
  shared_device: 'Um aparelho, muitos clientes',
  own_phone: 'Telefone de quem registrou',
  shared_phone: 'Telefone repetido na equipe',
  quick_redemption: 'Resgate logo depois do crédito',
  reversals: 'Muitos estornos',
  corrections: 'Muitos ajustes',
  night: 'Fora do horário',
  far_login: 'Acesso de longe',
};

export const ALERT_STATES = ['open', 'fine', 'settled'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** The thresholds of a merchant. */
export interface AlertSettings {
  /** Times the cashback of a full day of one employee, and the least that alerts. */
  employeeTimes: number;
  employeeFloorCents: number;
  /** Times the cashback that 99 of 100 customers stay below in a day, and the least that alerts. */
  customerTimes: number;
  customerFloorCents: number;
  /** More purchases of one customer in a day alert. */
  purchasesADay: number;
  /** Two purchases of one customer closer together alert. */
  apartMinutes: number;
  /** A device that confirmed for more customers alerts. */
  deviceCustomers: number;
  /** Cashback redeemed sooner after its credit by the same employee alerts. */
  redeemedMinutes: number;
  /** More reversals of confirmed movements by one employee in seven days alert. */
  reversalsAWeek: number;
  /** More credit by adjustments of one employee in seven days alerts. */
  correctionsAWeekCents: number;
  /** As many movements of one employee in an hour without business alert. */
  nightMovements: number;
}

export const ALERT_SETTINGS: AlertSettings = {
  employeeTimes: 3,
  employeeFloorCents: 10_000,
  customerTimes: 3,
  customerFloorCents: 5_000,
  purchasesADay: 5,
  apartMinutes: 15,
  deviceCustomers: 3,
  redeemedMinutes: 60,
  reversalsAWeek: 5,
  correctionsAWeekCents: 5_000,
  nightMovements: 2,
};

/** The thresholds on their screen and in the audit log. */
export const ALERT_SETTING_LABELS: Record<keyof AlertSettings, string> = {
  employeeTimes: 'Funcionário: vezes um dia cheio',
  employeeFloorCents: 'Funcionário: menor valor que avisa',
  customerTimes: 'Cliente: vezes o comum',
  customerFloorCents: 'Cliente: menor valor que avisa',
  purchasesADay: 'Compras por dia sem aviso',
  apartMinutes: 'Minutos entre duas compras',
  deviceCustomers: 'Clientes por aparelho sem aviso',
  redeemedMinutes: 'Minutos entre crédito e resgate',
  reversalsAWeek: 'Estornos por semana sem aviso',
  correctionsAWeekCents: 'Ajustes por semana sem aviso',
  nightMovements: 'Operações fora do horário que avisam',
};

/** What an alert's sentence says; which of it there is depends on the rule. */
export interface AlertNumbers {
  cents?: number | undefined;
  /** What is usual at the merchant; absent while it has no history. */
  usualCents?: number | undefined;
  count?: number | undefined;
  usualCount?: number | undefined;
  limit?: number | undefined;
  minutes?: number | undefined;
  hour?: number | undefined;
  /** Basis points of the confirmations in the counter's network. */
  usualShare?: number | undefined;
  km?: number | undefined;
  /** 'Manaus, AM' */
  place?: string | undefined;
  placeBefore?: string | undefined;
}

const times = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
const reais = (cents = 0) => formatCents(Math.round(cents));

/** What was seen, in a sentence. `employee` and `customer` are names. */
export function alertSentence(
  rule: AlertRule,
  { employee, customer }: { employee: string | null; customer: string | null },
  numbers: AlertNumbers,
): string {
  const who = employee ?? 'Um funcionário';
  const whom = customer ?? 'um cliente sem nome';
  const Whom = customer ?? 'Um cliente sem nome';
  const { cents, usualCents, count = 0, minutes = 0 } = numbers;
  switch (rule) {
    case 'employee_high':
      return `${who} registrou ${reais(cents)} de cashback em ${times(count, 'compra', 'compras')} num dia. ${
        usualCents === undefined
          ? 'A loja ainda não tem história para comparar.'
          : `Num dia cheio, um funcionário aqui registra até ${reais(usualCents)}.`
      }`;
    case 'customer_high':
      return `${Whom} ganhou ${reais(cents)} de cashback em ${times(count, 'compra', 'compras')} num dia. ${
        usualCents === undefined
          ? 'A loja ainda não tem história para comparar.'
          : `Aqui, 99 em cada 100 clientes ganham até ${reais(usualCents)} num dia.`
      }`;
    case 'customer_often':
      return `${Whom} fez ${times(count, 'compra', 'compras')} num dia. O limite da loja é ${numbers.limit ?? 0}.`;
    case 'customer_quick':
      return `${Whom} teve ${
        count > 2 ? `${count} compras em seguida` : 'duas compras'
      } em menos de ${times(minutes + 1, 'minuto', 'minutos')}, a última registrada por ${who}.`;
    case 'own_device':
      return `${times(count, 'compra', 'compras')} de ${whom}, por ${who}: a confirmação veio de um aparelho igual ao que a equipe usa para entrar no painel, na rede do caixa.`;
    case 'own_network':
      return `${times(count, 'compra', 'compras')} de ${who} num dia: a confirmação veio da rede do caixa. Aqui isso acontece em ${Math.round((numbers.usualShare ?? 0) / 100)}% das compras.`;
    case 'shared_device':
      return `Um mesmo aparelho confirmou por ${times(count, 'cliente', 'clientes')}, entre eles ${whom}.`;
    case 'own_phone':
      return `${who} registrou ${times(count, 'operação', 'operações')} para um telefone que é ou já foi seu.`;
    case 'shared_phone':
      return `O telefone de ${who} também é ou já foi de outra pessoa da equipe.`;
    case 'quick_redemption':
      return `${who} creditou e resgatou ${reais(cents)} de ${whom} em menos de ${times(minutes + 1, 'minuto', 'minutos')}.`;
    case 'reversals':
      return `${who} estornou ${times(count, 'operação já confirmada', 'operações já confirmadas')} em 7 dias. O comum aqui são ${numbers.usualCount ?? 0} por funcionário.`;
    case 'corrections':
      return `${who} somou ${reais(cents)} a saldos, por ${times(count, 'ajuste', 'ajustes')}, em 7 dias. O comum aqui são ${reais(usualCents)}.`;
    case 'night':
      return `${who} registrou ${times(count, 'operação', 'operações')} perto das ${numbers.hour ?? 0}h, quando a loja quase nunca vende.`;
    case 'far_login':
      return `${who} entrou no painel em ${numbers.place}, num aparelho novo, a ${(numbers.km ?? 0).toLocaleString('pt-BR')} km de ${numbers.placeBefore}, de onde usava o painel ${
        minutes < 90 ? times(minutes, 'minuto', 'minutos') : times(Math.round(minutes / 60), 'hora', 'horas')
      } antes. Se não foi ${who}, desative o acesso em Equipe.`;
  }
}
