import { formatCents } from 'domain/money';
import type { CustomerDetail } from './customer-detail.ts';

/** The text that opens a chat; employees change it before they send it. */
export function customerMessage(
  { name, availableCents }: Pick<CustomerDetail, 'name' | 'availableCents'>,
  merchantName: string,
): string {
  const hello = name === null ? 'Olá!' : `Olá, ${name.split(' ')[0]}!`;
  if (availableCents === 0) return `${hello} ${merchantName} agradece a sua preferência.`;
  return `${hello} ${merchantName}: você tem ${formatCents(availableCents)} de cashback para usar na próxima compra.`;
}
