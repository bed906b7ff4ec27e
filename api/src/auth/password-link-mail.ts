import { writeLetter } from '../lib/mail-letter.ts';
import type { PasswordLinkKind } from './password-links.sql.ts';

interface PasswordLinkMail {
  kind: PasswordLinkKind;
  employeeName: string;
  merchantName: string;
  link: string;
}

/** The texts of the e-mail by kind. `{merchant}` is the merchant's name. */
const WORDS: Record<
  PasswordLinkKind,
  { subject: string; lead: string; action: string; validity: string; unasked: string }
> = {
  invitation: {
    subject: 'Seu acesso ao painel de cashback: {merchant}',
    lead: '{merchant} criou um acesso para você no painel de cashback. Para começar, crie a sua senha:',
    action: 'Criar minha senha',
    validity: 'O link vale por 7 dias e só pode ser usado uma vez.',
    unasked: 'Se você não esperava este convite, pode ignorar este email.',
  },
  reset: {
    subject: 'Nova senha para o painel de cashback: {merchant}',
    lead: 'Recebemos um pedido para trocar a sua senha no painel de cashback ({merchant}). Para criar uma nova:',
    action: 'Criar nova senha',
    validity: 'O link vale por 1 hora e só pode ser usado uma vez.',
    unasked: 'Se você não pediu, pode ignorar este email: a sua senha continua a mesma.',
  },
};

/** Subject and both forms of the e-mail that carries a link. Names are escaped in the HTML. */
export function describePasswordLink({ kind, employeeName, merchantName, link }: PasswordLinkMail): {
  subject: string;
  text: string;
  html: string;
} {
  const words = WORDS[kind];
  const filled = (sentence: string) => sentence.replaceAll('{merchant}', () => merchantName);
  return writeLetter({
    subject: filled(words.subject),
    greeting: `Olá, ${employeeName}!`,
    lead: [filled(words.lead)],
    action: { label: words.action, link },
    rest: [words.validity],
    footnote: words.unasked,
  });
}
