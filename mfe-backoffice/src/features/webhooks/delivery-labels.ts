import type { BadgeProps } from 'ui/badge';
import type { Delivery, DeliveryState } from './webhook.ts';

interface StateLabel {
  label: string;
  tone: BadgeProps['tone'];
}

export const STATE_LABELS: Record<DeliveryState, StateLabel> = {
  delivered: { label: 'Entregue', tone: 'success' },
  waiting: { label: 'A caminho', tone: 'info' },
  failed: { label: 'Falhou', tone: 'danger' },
};

/** 'A caminho' is only for deliveries without an attempt: after a failed one, action may be needed. */
export function stateLabel({ state, tries }: Pick<Delivery, 'state' | 'tries'>): StateLabel {
  return state === 'waiting' && tries > 0
    ? { label: 'Tentando de novo', tone: 'warning' }
    : STATE_LABELS[state];
}

/** '3 tentativas' */
export function triesLabel(tries: number): string {
  return tries === 1 ? '1 tentativa' : `${tries} tentativas`;
}

/** The time of the next attempt; null where there is none, or it is due now. */
export function nextTryOf({ state, nextTryAt }: Pick<Delivery, 'state' | 'nextTryAt'>): string | null {
  const isAhead = state === 'waiting' && nextTryAt !== null && Date.parse(nextTryAt) > Date.now();
  return isAhead ? nextTryAt : null;
}
