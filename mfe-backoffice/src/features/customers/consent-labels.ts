import { CONSENT_SOURCE_LABELS } from 'domain/consents';
import { formatDayAndTime } from 'domain/local-dates';
import type { CustomerDetail } from './customer-detail.ts';

export type Consent = CustomerDetail['consents'][number];

/** 'Deu consentimento no cadastro, 23/11/2026 às 14:05', 'Recusou na loja, …, anotado por Rafael'. */
export function answerLabel(consent: Consent, timeZone: string): string {
  const { isGiven, source, employeeName, createdAt } = consent;
  const answer = `${isGiven ? 'Deu consentimento' : 'Recusou'} ${CONSENT_SOURCE_LABELS[source]}`;
  const by = employeeName === null ? '' : `, anotado por ${employeeName}`;
  return `${answer}, ${formatDayAndTime(createdAt, timeZone)}${by}`;
}
