import { z } from 'zod';
import { ALERT_STATES, type AlertSettings } from './alerts.ts';
import { uuid } from './fields.ts';
import { MAX_AMOUNT_CENTS } from './money.ts';

const id = uuid('Dados inválidos');

/** A page, newest first. `after` is the last id shown. */
export const listAlertsInput = z.strictObject({
  state: z.enum(['open', 'closed'], { error: 'Dados inválidos' }),
  after: id.optional(),
});

export const alertInput = z.strictObject({ id });

export const closeAlertInput = z.strictObject({
  id,
  state: z.enum(ALERT_STATES, { error: 'Dados inválidos' }).exclude(['open']),
});

const whole = (least: number, most: number) => {
  const message = `Informe um número de ${least} a ${most.toLocaleString('pt-BR')}`;
  return z.number(message).int(message).min(least, message).max(most, message);
};
const cents = z
  .number('Insira um valor válido')
  .int('Insira um valor válido')
  .min(100, 'Insira pelo menos R$ 1,00')
  .max(MAX_AMOUNT_CENTS, 'Valor acima do limite de R$ 10.000.000,00');

export const alertSettingsInput = z.strictObject({
  employeeTimes: whole(2, 100),
  employeeFloorCents: cents,
  customerTimes: whole(2, 100),
  customerFloorCents: cents,
  purchasesADay: whole(1, 100),
  apartMinutes: whole(1, 240),
  deviceCustomers: whole(1, 5),
  redeemedMinutes: whole(1, 1_440),
  reversalsAWeek: whole(1, 1_000),
  correctionsAWeekCents: cents,
  nightMovements: whole(1, 100),
}) satisfies z.ZodType<AlertSettings>;
