import { DATA_REQUEST_REMINDER_DAYS, type DataRequestState, daysUntil } from 'domain/data-requests';
import { formatPhone, isPhone } from 'domain/phone';

export const STATE_TABS: readonly { id: DataRequestState; label: string }[] = [
  { id: 'open', label: 'Abertos' },
  { id: 'done', label: 'Concluídos' },
  { id: 'refused', label: 'Recusados' },
];

/** The time left to answer: 'Faltam 12 dias', 'Menos de 1 dia', 'Atrasado há 2 dias'. */
export function timeLeft(
  dueAt: string,
  now: number,
): { text: string; tone: 'neutral' | 'warning' | 'danger' } {
  const days = daysUntil(dueAt, now);
  if (days <= 0) {
    const late = days < 0 ? ` há ${-days} ${days === -1 ? 'dia' : 'dias'}` : '';
    return { text: `Atrasado${late}`, tone: 'danger' };
  }
  const text = days === 1 ? 'Menos de 1 dia' : `Faltam ${days} dias`;
  return { text, tone: days <= DATA_REQUEST_REMINDER_DAYS ? 'warning' : 'neutral' };
}

/** An e-mail as it is, a phone with its dashes; a dash after an erasure. */
export function contactLabel(contact: string | null): string {
  if (contact === null) return '–';
  return isPhone(contact) ? formatPhone(contact) : contact;
}

/** Who is told that the data was erased: e-mails are, a phone is the merchant's to call. */
export function toldOnErasure(contact: string | null, email: string | null): string {
  const emails = [...new Set([contact, email].filter((each) => each?.includes('@')))];
  if (emails.length > 0)
    return `${emails.join(' e ')}: a pessoa recebe um email assim que os dados forem apagados.`;
  return `Não há email. Anote ${contactLabel(contact)} e avise a pessoa: o contato sai do pedido quando ele é concluído.`;
}
