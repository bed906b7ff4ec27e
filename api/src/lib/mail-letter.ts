import { escapeHtml } from './escape-html.ts';

/** Content of an e-mail, as plain text: text entered by users is escaped here. */
export interface MailLetter {
  subject: string;
  greeting: string;
  /** Paragraphs before it. */
  lead: string[];
  /** A button, or a code to type. */
  action: { label: string; link: string } | { code: string };
  /** Paragraphs after it. */
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
  const asked = 'code' in action ? action.code : action.link;
  const text = [greeting, ...lead, asked, ...rest, footnote].join('\n\n');
  const paragraph = (content: string, style = '') =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:24px;${style}">${content}</p>`;
  const html = `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f5f7f4;color:#10201a;font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
${paragraph(escapeHtml(greeting), 'font-weight:600')}
${lead.map((words) => paragraph(escapeHtml(words))).join('\n')}
${'code' in action ? codeLine(action.code) : buttonLine(action)}
${rest.map((words) => paragraph(escapeHtml(words))).join('\n')}
${'code' in action ? '' : paragraph(`Se o botão não abrir, copie este endereço no navegador:<br>${plainLink(action.link)}`, 'font-size:14px;line-height:20px;color:#4e5d56')}
${paragraph(escapeHtml(footnote), 'font-size:14px;line-height:20px;color:#4e5d56;margin:0')}
</div>
</body>
</html>
`;
  return { subject, text: `${text}\n`, html };
}

function buttonLine({ label, link }: { label: string; link: string }): string {
  return `<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6b47;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

function codeLine(code: string): string {
  return `<p style="margin:0 0 24px;padding:16px;border-radius:8px;background:#f5f7f4;font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;text-align:center">${escapeHtml(code)}</p>`;
}

function plainLink(link: string): string {
  const href = escapeHtml(link);
  return `<a href="${href}" style="color:#0b6b47;word-break:break-all">${href}</a>`;
}
