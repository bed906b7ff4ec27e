import { escapeHtml } from '../lib/escape-html.ts';

/** Plain text as an e-mail's HTML: an empty line begins a paragraph, every other one a line. */
export function campaignHtml(message: string): string {
  const paragraphs = message
    .split(/\n[ \t]*\n\s*/)
    .map((paragraph) => `<p>${paragraph.split('\n').map(escapeHtml).join('<br>')}</p>`);
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><body>${paragraphs.join('')}</body></html>`;
}
