import { formatDayAndTime } from 'domain/local-dates';
import { formatPhone } from 'domain/phone';
import { escapeHtml } from '../lib/escape-html.ts';
import type { CustomerData } from './show-customer-data.ts';
import { writeRow } from './write-value.ts';

const STYLE = `:root{color-scheme:light dark}
body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem;font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;color:#10201a;background:#fff}
h1{margin:0;font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}
h2{margin:2rem 0 .75rem;padding-bottom:.375rem;border-bottom:2px solid #0b6b47;font-size:1.125rem;break-after:avoid}
p{margin:.5rem 0;color:#4e5d56}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(11rem,100%),1fr));gap:.5rem 1rem;margin:0;padding:.75rem 0;break-inside:avoid}
dl+dl{border-top:1px solid #d5ddd8}
dt{color:#4e5d56;font-size:.8125rem}
dd{margin:0;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;white-space:pre-line}
@media (prefers-color-scheme:dark){body{color:#e8efeb;background:#0f1613}p,dt{color:#a3b3ab}h2{border-color:#3fbf8a}dl+dl{border-color:#2c3a33}}
@media print{body{max-width:none;padding:0;font-size:.875rem;color:#000;background:#fff}p,dt{color:#333}}`;

/** The file for people: a page without script or links, to read, print or send. */
export function writeDataPage(data: CustomerData): string {
  const { timeZone, merchantName, name, phone } = data;
  const who = name ?? (phone ? formatPhone(phone) : 'cliente');
  const at = formatDayAndTime(data.writtenAt.toISOString(), timeZone);
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(`Dados de ${who}: ${merchantName}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(`Dados de ${who}`)}</h1>
<p>${escapeHtml(`Tudo o que ${merchantName} guarda sobre esta pessoa no programa de cashback, em ${at}.`)}</p>
</header>
<main>
${data.sections.map((each) => writeSection(each, timeZone)).join('\n')}
</main>
</body>
</html>
`;
}

function writeSection({ section, rows }: CustomerData['sections'][number], timeZone: string): string {
  const entries = rows.map((row) => {
    const cells = writeRow(section, row, timeZone).map(
      ({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`,
    );
    return `<dl>${cells.join('')}</dl>`;
  });
  const content = entries.length > 0 ? entries.join('\n') : '<p>Nada guardado.</p>';
  return `<section>\n<h2>${escapeHtml(section.title)}</h2>\n${content}\n</section>`;
}
