import { formatCents } from './money.ts';

/** The WhatsApp message in place of a QR code, in the counter's dialogs and by the API alike. */

/** Opens WhatsApp with this text, ready to be sent to this phone (its digits). */
export function whatsAppLink(phone: string, text: string): string {
  return `https://wa.me/55${phone}?text=${encodeURIComponent(text)}`;
}

export function cashbackMessage(
  purchase: { cashbackCents: number; link: string },
  merchantName: string,
): string {
  return `${merchantName}: você ganhou ${formatCents(purchase.cashbackCents)} de volta. Toque para receber: ${purchase.link}`;
}

export function redemptionMessage(
  redemption: { amountCents: number; link: string },
  merchantName: string,
): string {
  return `${merchantName}: você vai usar ${formatCents(redemption.amountCents)} do seu cashback. Toque para confirmar, em até 15 minutos: ${redemption.link}`;
}
