import { REDEMPTION_TOKEN_TTL_SECONDS } from './lifetimes.ts';
import { formatCents } from './money.ts';
import { isPhone } from './phone.ts';

/** Messages for WhatsApp: in place of a QR code, by the counter and the API alike, and to call customers. */

/**
 * Opens WhatsApp with this text, ready to be sent to this phone (its digits). A masked phone is no number:
 * WhatsApp asks for the contact.
 */
export function whatsAppLink(phone: string, text: string): string {
  return `https://wa.me/${isPhone(phone) ? `55${phone}` : ''}?text=${encodeURIComponent(text)}`;
}

export function cashbackMessage(
  purchase: { cashbackCents: number; link: string },
  merchantName: string,
): string {
  return `${merchantName}: você ganhou ${formatCents(purchase.cashbackCents)} de volta. Toque para receber: ${purchase.link}`;
}

/** `secondsLeft`: of the code, when it is sent later than made. */
export function redemptionMessage(
  redemption: { amountCents: number; link: string },
  merchantName: string,
  secondsLeft = REDEMPTION_TOKEN_TTL_SECONDS,
): string {
  const minutes = Math.max(1, Math.floor(secondsLeft / 60));
  const limit = `em até ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}`;
  return `${merchantName}: você vai usar ${formatCents(redemption.amountCents)} do seu cashback. Toque para confirmar, ${limit}: ${redemption.link}`;
}

/** Calls a customer back with what there is to spend, and since when it ends ('YYYY-MM-DD'). */
export function callBackMessage(
  customer: { name: string | null; availableCents: number; expiresOn: string | null },
  merchantName: string,
): string {
  const [firstName] = customer.name?.trim().split(/\s+/) ?? [];
  const greeting = `Olá${firstName ? `, ${firstName}` : ''}! ${merchantName}`;
  if (customer.availableCents === 0)
    return `${greeting} espera a sua visita: na próxima compra você ganha cashback de novo.`;
  const since = customer.expiresOn?.split('-').reverse().join('/');
  const expiry = since ? `, que começa a vencer em ${since}` : '';
  return `${greeting} avisa: você tem ${formatCents(customer.availableCents)} de cashback para usar${expiry}. Esperamos a sua visita!`;
}
