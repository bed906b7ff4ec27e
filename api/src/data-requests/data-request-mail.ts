import { DATA_REQUEST_LABELS, type DataRequestKind } from 'domain/data-requests';
import { formatDay } from 'domain/local-dates';
import type { DataRequestOccasion } from '../jobs/enqueue-job.ts';
import { writeLetter } from '../lib/mail-letter.ts';

interface DataRequestMail {
  occasion: DataRequestOccasion;
  kind: DataRequestKind;
  /** How many are open. */
  count: number;
  ownerName: string;
  merchantName: string;
  dueAt: Date;
  timeZone: string;
  /** The list of requests. */
  link: string;
}

const ONE: Record<DataRequestOccasion, (wish: string) => { subject: string; lead: string }> = {
  arrived: (wish) => ({
    subject: 'Um pedido de dados chegou',
    lead: `Uma pessoa pediu para ${wish} que a loja guarda sobre ela.`,
  }),
  due: (wish) => ({
    subject: 'O prazo de um pedido de dados está acabando',
    lead: `O pedido de uma pessoa para ${wish} que a loja guarda sobre ela ainda está aberto.`,
  }),
};

/**
 * The e-mail to an owner about a request, or about all that are open. It names no customer: a mailbox is no
 * place for that.
 */
export function describeDataRequest(mail: DataRequestMail): { subject: string; text: string; html: string } {
  const day = formatDay(mail.dueAt.toISOString(), mail.timeZone);
  const wish = DATA_REQUEST_LABELS[mail.kind].label.toLowerCase();
  const isMany = mail.occasion === 'arrived' && mail.count > 1;
  const { subject, lead } = isMany
    ? {
        subject: `${mail.count} pedidos de dados estão abertos`,
        lead: `${mail.count} pedidos de pessoas sobre os próprios dados esperam a resposta da loja.`,
      }
    : ONE[mail.occasion](wish);
  return writeLetter({
    subject: `${subject}: ${mail.merchantName}`,
    greeting: `Olá, ${mail.ownerName}!`,
    lead: [lead, `Pela lei (LGPD, art. 19), a resposta ${isMany ? 'ao primeiro ' : ''}é devida até ${day}.`],
    action: { label: isMany ? 'Ver os pedidos' : 'Ver o pedido', link: mail.link },
    rest: ['Confirme quem pede antes de enviar ou apagar dados.'],
    footnote: `Você recebe este email porque é proprietário de ${mail.merchantName}.`,
  });
}
