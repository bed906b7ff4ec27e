import { REDEMPTION_TOKEN_TTL_SECONDS } from './lifetimes.ts';
import { formatCents } from './money.ts';
import { isPhone } from './phone.ts';

/** The WhatsApp message in place of a QR code, in the counter's dialogs and by the API alike. */

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
  return `Olá! Você ganhou ${formatCents(purchase.cashbackCents)} de cashback em ${merchantName}. Confirme e receba neste link: ${purchase.link}`;
}

/** `secondsLeft`: of the code, when it is sent later than made. */
export function redemptionMessage(
  redemption: { amountCents: number; link: string },
  merchantName: string,
  secondsLeft = REDEMPTION_TOKEN_TTL_SECONDS,
): string {
  const minutes = Math.max(1, Math.floor(secondsLeft / 60));
  const validity = `válido por ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}`;
  return `Olá! Confirme o resgate de ${formatCents(redemption.amountCents)} do seu cashback em ${merchantName} neste link, ${validity}: ${redemption.link}`;
}
