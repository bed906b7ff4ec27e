import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { bandColor } from 'domain/band-color';
import { BRAND_COLOR } from 'domain/brand-color';
import { initialOf } from 'domain/initial';
import type { PageMerchant } from 'domain/page-context';
import { PRODUCT_NAME, pageTitle } from 'domain/page-title';
import { escapeHtml } from '../lib/escape-html.ts';
import type { RenderedText } from './render-text.ts';

export interface DocumentPage {
  title: string;
  text: RenderedText;
  /** The line below the title, such as 'Versão 1, de 23/11/2026'. */
  version: string;
  /** The merchant whose document it is; null for the platform's own. */
  merchant: Pick<PageMerchant, 'name' | 'programName' | 'logoUrl' | 'brandColor'> | null;
  /** Stands above the text, such as that it is a model. */
  warning?: { title: string; message: string } | undefined;
  /** Pages that belong to it, in the header. */
  links: readonly { label: string; href: string }[];
}

/** A table of contents helps from this many sections on. */
const MIN_SECTIONS = 4;
const MARK =
  '<svg viewBox="0 0 32 32" aria-hidden="true" class="mark"><rect width="32" height="32" rx="9"/>' +
  '<path d="M8.2 9.5 14.6 22.2 22.6 10.4"/><path d="M17.4 9.2H23.4V15.2"/></svg>';

/** The same file is found from api/src and from the bundle in api/dist. */
const STYLES = readStyles(
  pathToFileURL(createRequire(import.meta.url).resolve('api/legal/document-page.css')),
).replace(/\/\*.*?\*\/\s*/gs, '');

/** The style sheet with those that it imports in their places, as `<style>` needs it. */
function readStyles(file: URL): string {
  return readFileSync(file, 'utf8').replace(/@import "([^"]+)";/g, (_, path: string) =>
    readStyles(new URL(path, file)),
  );
}

/**
 * Writes a document as a whole page, which runs no script and loads at most a logo; `sendDocument` sends it.
 * Every text but the rendered one is escaped here.
 */
export function documentPage(page: DocumentPage): string {
  const { title, text, merchant, warning } = page;
  const brand = BRAND_COLOR.test(merchant?.brandColor ?? '') ? (merchant?.brandColor ?? null) : null;
  // As specific as the dark theme's own, which it follows.
  const styles = brand ? `${STYLES}:root:root{--brand:${brand}}` : STYLES;
  const sections = text.sections.length >= MIN_SECTIONS ? text.sections : [];
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(pageTitle(title, merchant?.name ?? PRODUCT_NAME))}</title>
<meta name="theme-color" content="${bandColor(brand, 'light')}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${bandColor(brand, 'dark')}" media="(prefers-color-scheme: dark)">
<link rel="icon" href="${escapeHtml(pictureOf(merchant) ?? '/assets/favicon.svg')}">
<style>${styles}</style>
</head>
<body>
<a class="skip" href="#texto">Pular para o texto</a>
<header class="band"><div class="bar">${ownerMark(merchant)}${linkList(page.links)}</div></header>
<div class="sheet">
<main id="texto" tabindex="-1">
<h1>${escapeHtml(title)}</h1>
<p class="version">${escapeHtml(page.version)}</p>
${warning ? `<aside class="warning"><strong>${escapeHtml(warning.title)}</strong> ${escapeHtml(warning.message)}</aside>` : ''}
${sections.length > 0 ? `<details class="contents"><summary>Nesta página</summary>${contentsOf(sections)}</details>` : ''}
<article>
${text.html}</article>
</main>
${sections.length > 0 ? `<nav class="side" aria-labelledby="indice"><h2 id="indice">Nesta página</h2>${contentsOf(sections)}</nav>` : ''}
</div>
</body>
</html>
`;
}

function ownerMark(merchant: DocumentPage['merchant']): string {
  if (!merchant) return `<p class="owner">${MARK}<span class="product">${PRODUCT_NAME}</span></p>`;
  const picture = pictureOf(merchant);
  const logo = picture
    ? `<img src="${escapeHtml(picture)}" alt="" width="40" height="40">`
    : `<span class="initial" aria-hidden="true">${escapeHtml(initialOf(merchant.name))}</span>`;
  return (
    `<p class="owner">${logo}<span class="names"><span class="name">${escapeHtml(merchant.name)}</span>` +
    `<span class="program">${escapeHtml(merchant.programName)}</span></span></p>`
  );
}

/** A picture of our own or at an https address; nothing else is ever written into `src`. */
function pictureOf(merchant: DocumentPage['merchant']): string | undefined {
  const { logoUrl = null } = merchant ?? {};
  return logoUrl !== null && /^(?:\/(?!\/)|https:\/\/)[^\s\\]+$/.test(logoUrl) ? logoUrl : undefined;
}

function linkList(links: DocumentPage['links']): string {
  if (links.length === 0) return '';
  const items = links.map(
    ({ label, href }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></li>`,
  );
  return `<nav aria-label="Documentos"><ul class="links">${items.join('')}</ul></nav>`;
}

function contentsOf(sections: RenderedText['sections']): string {
  const items = sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`);
  return `<ol>${items.join('')}</ol>`;
}
