import { escapeHtml } from '../lib/mail.ts';
import type { PasswordLinkKind } from './password-links.sql.ts';

interface PasswordLinkMail {
  kind: PasswordLinkKind;
  employeeName: string;
  merchantName: string;
  link: string;
}

/** What the person reads, by kind. `{shop}` is the shop's name. */
const WORDS: Record<
  PasswordLinkKind,
  { subject: string; lead: string; action: string; validity: string; unasked: string }
> = {
  invitation: {
    subject: 'Seu acesso ao painel de cashback: {shop}',
    lead: '{shop} criou um acesso para você no painel de cashback. Para começar, crie a sua senha:',
    action: 'Criar minha senha',
    validity: 'O link vale por 7 dias e só pode ser usado uma vez.',
    unasked: 'Se você não esperava este convite, pode ignorar este email.',
  },
  reset: {
    subject: 'Nova senha para o painel de cashback: {shop}',
    lead: 'Recebemos um pedido para trocar a sua senha no painel de cashback ({shop}). Para criar uma nova:',
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
  const filled = (sentence: string, shop: string) => sentence.replaceAll('{shop}', () => shop);
  const plain = (sentence: string) => filled(sentence, merchantName);
  const inHtml = (sentence: string) => filled(sentence, escapeHtml(merchantName));
  const text = [`Olá, ${employeeName}!`, plain(words.lead), link, words.validity, words.unasked].join('\n\n');
  return { subject: plain(words.subject), text: `${text}\n`, html: htmlOf() };

  function htmlOf(): string {
    const paragraph = (content: string, style = '') =>
      `<p style="margin:0 0 16px;font-size:16px;line-height:24px;${style}">${content}</p>`;
    const href = escapeHtml(link);
    return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${inHtml(words.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f5f7f4;color:#10201a;font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
${paragraph(`Olá, ${escapeHtml(employeeName)}!`, 'font-weight:600')}
${paragraph(inHtml(words.lead))}
<p style="margin:0 0 24px"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6b47;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${words.action}</a></p>
${paragraph(words.validity)}
${paragraph(`Se o botão não abrir, copie este endereço no navegador:<br><a href="${href}" style="color:#0b6b47;word-break:break-all">${href}</a>`, 'font-size:14px;line-height:20px;color:#4e5d56')}
${paragraph(words.unasked, 'font-size:14px;line-height:20px;color:#4e5d56;margin:0')}
</div>
</body>
</html>
`;
  }
}
