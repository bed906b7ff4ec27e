import { escapeHtml } from './escape-html.ts';

/** Content of an e-mail, as plain text: text entered by users is escaped here. */
export interface MailLetter {
  subject: string;
  greeting: string;
  /** Paragraphs before the button. */
  lead: string[];
  action: { label: string; link: string };
  /** Paragraphs after the button. */
  rest: string[];
  /** Small print at the end. */
  footnote: string;
}

/** Subject and both forms of an e-mail with one thing to do. */
export function writeLetter({ subject, greeting, lead, action, rest, footnote }: MailLetter): {
  subject: string;
  text: string;
  html: string;
} {
  const text = [greeting, ...lead, action.link, ...rest, footnote].join('\n\n');
  const paragraph = (content: string, style = '') =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:24px;${style}">${content}</p>`;
  const href = escapeHtml(action.link);
  const html = `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f5f7f4;color:#10201a;font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
${paragraph(escapeHtml(greeting), 'font-weight:600')}
${lead.map((words) => paragraph(escapeHtml(words))).join('\n')}
<p style="margin:0 0 24px"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6b47;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
${rest.map((words) => paragraph(escapeHtml(words))).join('\n')}
${paragraph(`Se o botão não abrir, copie este endereço no navegador:<br><a href="${href}" style="color:#0b6b47;word-break:break-all">${href}</a>`, 'font-size:14px;line-height:20px;color:#4e5d56')}
${paragraph(escapeHtml(footnote), 'font-size:14px;line-height:20px;color:#4e5d56;margin:0')}
</div>
</body>
</html>
`;
  return { subject, text: `${text}\n`, html };
}
