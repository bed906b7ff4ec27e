import { alertSentence } from 'domain/alerts';
import { formatPhone } from 'domain/phone';
import type { ListedAlert } from './use-alerts.ts';

/** What was seen, in a sentence. */
export function sentenceOf({ rule, numbers, employeeName, customer }: ListedAlert): string {
  const name = customer?.name ?? (customer?.phone ? formatPhone(customer.phone) : null);
  return alertSentence(rule, { employee: employeeName, customer: name }, numbers);
}

/** 'YYYY-MM-DD' as '24/11/2026'. */
export function dayLabel(day: string): string {
  return day.split('-').reverse().join('/');
}

/** Says whether marking this alert as fine also stops later ones of the same kind. */
export function fineConsequence({ customer, employeeName }: ListedAlert): string {
  if (!customer) return 'Este alerta sai da lista. Num outro dia, a loja é avisada de novo.';
  const pair = [employeeName, customer.name ?? 'este cliente'].filter(Boolean).join(' e ');
  return `A loja não é mais avisada sobre isto para ${pair}.`;
}
