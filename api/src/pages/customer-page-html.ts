import {
  APPLICATION_ID,
  FIRST_PAINT_ID,
  type FirstPaintScreen,
  type FirstPaintSlot,
  type MarkupPiece,
} from 'domain/first-paint';
import { initialOf } from 'domain/initial';
import { formatRate } from 'domain/money';
import { PAGE_CONTEXT_ID, type PageContext, type PageMerchant } from 'domain/page-context';
import { showPhone } from 'domain/read-phone';
import { REMOTE_DIRECTORY_ID } from 'domain/remote-directory';
import { escapeHtml } from '../lib/escape-html.ts';
import type { RemoteBuild } from '../releases/remote-build.ts';
import { chunkPreloads, entryPreload, type Preload } from './chunk-preloads.ts';
import type { CustomerScreen } from './customer-page-address.ts';
import { directoryOf } from './remote-directory.ts';

export interface CustomerPage {
  screen: CustomerScreen | undefined;
  /** The part of the address after its screen: a token, a slug or a phone. */
  named: string;
  /** The page's own title and what else is said of it in the head, as tags. */
  head: string;
  context: PageContext;
  nonce: string;
}

/** Place of the nonce in a prepared page; no build's output holds it. */
const NONCE_SLOT = '\ue00f';
/**
 * Chunk that a screen of the customer remote downloads beside the remote itself, by its name in the build.
 */
const SCREEN_CHUNKS: Partial<Record<string, string>> = {
  dashboard: './routes/dashboard.tsx',
  signup: './routes/signup.tsx',
};

/**
 * Puts customers' pages together. `shellPage` is the shell's built page without what `head` says; with what
 * the customer remote left as its first paint the page shows itself before any of the application is here,
 * without that it is the shell's alone. Which build that is, the page says as well, so that the application
 * goes on with that very one.
 */
export function createCustomerPageWriter(
  shellPage: string,
  build: RemoteBuild,
): (page: CustomerPage) => string {
  const { firstPaint } = build;
  const directory = dataBlock(REMOTE_DIRECTORY_ID, directoryOf([build]));
  const withoutPaint = shellPage.replaceAll('<script', `<script nonce="${NONCE_SLOT}"`);
  const frames = new Map(
    Object.entries(firstPaint ?? {}).map(([name, screen]) => [
      name,
      frameOf(shellPage, screen, directory, preloadsFor(name, build)),
    ]),
  );
  return ({ screen, named, head, context, nonce }) => {
    const frame = frames.get(screen ?? '');
    const paint = screen && firstPaint?.[screen];
    const contextBlock = dataBlock(PAGE_CONTEXT_ID, context);
    if (!frame || !paint) {
      return signed(beforeHeadEnds(withoutPaint, head + contextBlock + directory), nonce);
    }
    const { inHead, later } = splitHead(head, paint.standsAlone);
    return [
      signed(frame.start, nonce),
      inHead,
      contextBlock,
      frame.bodyStart,
      fill(markupFor(paint, context.merchant), slotValues(context.merchant, named)),
      signed(frame.bodyEnd, nonce),
      later,
      signed(frame.end, nonce),
    ].join('');
  };
}

/**
 * Lists the preloads as tags, because tags carry the nonce. They save the round trips in which the
 * application would find out what it needs.
 */
function preloadsFor(screen: string, build: RemoteBuild): Preload[] {
  const chunk = SCREEN_CHUNKS[screen];
  return [entryPreload(build), ...chunkPreloads(build, ['./app', ...(chunk ? [chunk] : [])])];
}

/**
 * The parts of the shell's page that do not depend on the merchant: its metadata, and the tags that start the
 * application.
 */
function frameOf(
  shellPage: string,
  { css, firstCall, script, standsAlone }: FirstPaintScreen,
  directory: string,
  preloads: readonly Preload[],
) {
  const tags = shellPage.match(/<script\b[^>]*><\/script>|<link\b[^>]*>/g) ?? [];
  const metas = shellPage.match(/<meta\b[^>]*>/g) ?? [];
  const own = tags.filter((tag) => !tag.includes('rel="preload"')).join('');
  const application =
    own.replaceAll('<script', `<script nonce="${NONCE_SLOT}"`) + preloads.map(preloadTag).join('');
  return {
    // The call comes first: it is under way while the rest is still being read.
    start: `<!doctype html><html lang="pt-BR"><head>${metas.join('')}${inlineScript(firstCall)}${inlineScript(script)}`,
    // Half of it must not be seen, because the rest would move it: whole, it has followers. ':last-child'
    // does not find it, because Chromium lets that match only once the parent's end has been read.
    bodyStart:
      `<style>${css}#${FIRST_PAINT_ID}~#root{display:none}` +
      `#${FIRST_PAINT_ID}:not(:has(~*)){display:none}</style></head><body>` +
      `<div id="${FIRST_PAINT_ID}"${standsAlone ? ' data-stands-alone' : ''}>`,
    // A page that stands alone requests nothing else before its result is on the screen.
    bodyEnd:
      `</div><div id="root"></div>${directory}` +
      (standsAlone ? `<template id="${APPLICATION_ID}">${application}` : application),
    end: `${standsAlone ? '</template>' : ''}</body></html>`,
  };
}

function inlineScript(script: string | undefined): string {
  return script === undefined ? '' : `<script nonce="${NONCE_SLOT}">${script}</script>`;
}

function preloadTag({ href, as, integrity }: Preload): string {
  const checked = integrity ? ` crossorigin integrity="${integrity}"` : '';
  return `<link rel="preload" href="${href}" as="${as}"${checked} nonce="${NONCE_SLOT}">`;
}

/**
 * Splits the head: what browsers fetch by themselves waits too, except the tab's icon, since without one they
 * would ask for another.
 */
function splitHead(head: string, standsAlone: boolean): { inHead: string; later: string } {
  if (!standsAlone) return { inHead: head, later: '' };
  const waiting = /<link rel="(?!icon")[^>]*>/g;
  return { inHead: head.replace(waiting, ''), later: (head.match(waiting) ?? []).join('') };
}

function signed(prepared: string, nonce: string): string {
  return prepared.replaceAll(NONCE_SLOT, nonce);
}

function beforeHeadEnds(html: string, addition: string): string {
  return html.replace('</head>', () => `${addition}</head>`);
}

/** Writes data, not a script: in a JSON block nothing runs, and without '<' nothing ends it. */
function dataBlock(id: string, data: object): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

function markupFor({ markup }: FirstPaintScreen, merchant: PageMerchant | null): readonly MarkupPiece[] {
  if (!merchant) return markup.noMerchant;
  return isPicture(merchant.logoUrl) ? markup.merchantWithLogo : markup.merchant;
}

/** True for a picture of our own or at an https address. Nothing else is ever written into `src`. */
function isPicture(logoUrl: string | null): logoUrl is string {
  return logoUrl !== null && /^(?:\/(?!\/)|https:\/\/)[^\s\\]+$/.test(logoUrl);
}

function slotValues(merchant: PageMerchant | null, named: string): Record<FirstPaintSlot, string> {
  const color = merchant?.brandColor ?? '';
  return {
    brand: /^#[0-9a-f]{6}$/i.test(color) ? ` style="--brand:${color}"` : '',
    initial: escapeHtml(initialOf(merchant?.name ?? '')),
    logoUrl: escapeHtml(merchant?.logoUrl ?? ''),
    name: escapeHtml(merchant?.name ?? ''),
    phone: escapeHtml(showPhone(named)),
    programName: escapeHtml(merchant?.programName ?? ''),
    rate: formatRate(merchant?.rateBasisPoints ?? 0),
  };
}

function fill(pieces: readonly MarkupPiece[], values: Record<FirstPaintSlot, string>): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : values[piece.slot])).join('');
}
