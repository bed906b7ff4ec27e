import { formatCents } from './money.ts';

/** Messages for WhatsApp: in place of a QR code, by the counter and the API alike, and to call customers. */

/** Opens WhatsApp with this text, ready to be sent to this phone (its digits). */
export function whatsAppLink(phone: string, text: string): string {
  return `https://wa.me/55${phone}?text=${encodeURIComponent(text)}`;
}

export function cashbackMessage(
  purchase: { cashbackCents: number; link: string },
  merchantName: string,
): string {
  return `Olá! Você ganhou ${formatCents(purchase.cashbackCents)} de cashback em ${merchantName}. Confirme e receba neste link: ${purchase.link}`;
}

export function redemptionMessage(
  redemption: { amountCents: number; link: string },
  merchantName: string,
): string {
  return `Olá! Confirme o resgate de ${formatCents(redemption.amountCents)} do seu cashback em ${merchantName} neste link, válido por 15 minutos: ${redemption.link}`;
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
