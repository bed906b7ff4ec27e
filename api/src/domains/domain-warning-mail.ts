import { formatDay } from 'domain/local-dates';
import type { DomainWarning } from '../jobs/enqueue-job.ts';
import { writeLetter } from '../lib/mail-letter.ts';

interface DomainWarningMail {
  warning: DomainWarning;
  ownerName: string;
  merchantName: string;
  domain: string;
  /** Required target of the domain's CNAME: 'padaria.clube.example'. */
  target: string;
  /** The moment at which the domain stops; null if it has stopped. */
  stopsAt: Date | null;
  timeZone: string;
  settingsLink: string;
}

const SUBJECTS: Record<DomainWarning, string> = {
  first: 'O registro do domínio {domain} não foi encontrado: {merchant}',
  last: 'Último aviso: {domain} vai parar de funcionar: {merchant}',
  dropped: 'O domínio {domain} parou de funcionar: {merchant}',
};

/** The e-mail to an owner about a domain whose record has vanished. */
export function describeDomainWarning(mail: DomainWarningMail): {
  subject: string;
  text: string;
  html: string;
} {
  const { domain, merchantName, target, warning } = mail;
  const day = mail.stopsAt && formatDay(mail.stopsAt.toISOString(), mail.timeZone);
  const filled = (words: string) =>
    words.replaceAll('{domain}', () => domain).replaceAll('{merchant}', () => merchantName);
  const missing = `O registro no DNS que leva ${domain} até ${merchantName} não é encontrado desde a nossa última conferência.`;
  const lead =
    warning === 'dropped'
      ? [
          `O registro no DNS que leva ${domain} até ${merchantName} não foi mais encontrado, e o domínio deixou de abrir as páginas da loja.`,
          'Seus links e QR Codes novos usam o endereço da plataforma. Os que já foram impressos com o domínio só voltam a funcionar quando ele for verificado de novo.',
        ]
      : [missing, `Se nada mudar, os links e QR Codes com ${domain} deixam de funcionar em ${day}.`];
  return writeLetter({
    subject: filled(SUBJECTS[warning]),
    greeting: `Olá, ${mail.ownerName}!`,
    lead: [...lead, `Para manter o domínio, crie um registro CNAME de ${domain} para ${target} e verifique:`],
    action: { label: 'Ver o domínio', link: mail.settingsLink },
    rest: [],
    footnote: `Você recebe este email porque é proprietário de ${merchantName}.`,
  });
}
