import { MERCHANT_PARAMETER } from 'domain/dashboard-address';
import type { CodeKind } from './offline-page.ts';

/**
 * The requests that the service worker answers, and how. Everything else goes to the network as if there were
 * no service worker: the API, files and other pages.
 */
export type Plan =
  /** Its name changes with its content: kept for good, unless who asks will have none that was kept. */
  | { kind: 'file'; isAskedAnew: boolean }
  /** Says which files are today's: the network first, so that a release arrives at the next load. */
  | { kind: 'directory' }
  /** The balance page: the network first, else the kept page, which holds no personal data. */
  | { kind: 'page'; stored: string }
  /** A page that confirms something: the network's alone, and without one a page that says so. */
  | { kind: 'code'; code: CodeKind };

const HASHED_FILE =
  /^\/(?:assets|remotes\/mfe-customer)\/[^?]+\.[0-9a-f]{8,}\.(?:js|css|svg|png|webp|woff2)$/;
/** In a release's own folder nothing changes, whatever its name; see GET /remotes.json. */
const RELEASED_FILE = /^\/remotes\/mfe-customer\/[0-9a-f]{12}\/[^?]+\.(?:js|css|svg|png|webp|woff2)$/;
const DIRECTORIES = ['/remotes.json', '/remotes/mfe-customer/remoteEntry.js'];
/** The small picture of a logo, whose address never shows another. */
const PAGE_LOGO = /^\/media\/logos\/[0-9a-f-]{36}\/[0-9a-f-]{36}-128\.webp$/;
const CODE_PAGE = /^\/customer\/(cashback|redemption)(?:\/[^/]+)?\/?$/i;
const BALANCE_PAGE = /^\/customer\/dashboard(?:\/[^/]+)?\/?$/i;

export interface AskedFor {
  method: string;
  /** 'navigate' for a page, as the browser says it. */
  mode: string;
  url: string;
  /** 'reload' past all that was kept: what was kept had failed. */
  cache?: string;
}

/** Undefined: it is none of the service worker's. */
export function planFor({ method, mode, url, cache }: AskedFor, origin: string): Plan | undefined {
  const { pathname, searchParams, origin: theirs } = new URL(url);
  if (method !== 'GET' || theirs !== origin) return undefined;
  if (mode === 'navigate') {
    const [, code] = CODE_PAGE.exec(pathname) ?? [];
    if (code) return { kind: 'code', code: code.toLowerCase() as CodeKind };
    if (!BALANCE_PAGE.test(pathname)) return undefined;
    return { kind: 'page', stored: storedPage(searchParams.get(MERCHANT_PARAMETER)) };
  }
  if ([HASHED_FILE, RELEASED_FILE, PAGE_LOGO].some((each) => each.test(pathname))) {
    return { kind: 'file', isAskedAnew: cache === 'reload' };
  }
  return DIRECTORIES.includes(pathname) ? { kind: 'directory' } : undefined;
}

/** The page as it is kept: without a phone, for one merchant or for none. */
export function storedPage(merchantSlug: string | null): string {
  const query = merchantSlug
    ? `?${new URLSearchParams({ [MERCHANT_PARAMETER]: merchantSlug.toLowerCase() })}`
    : '';
  return `/customer/dashboard${query}`;
}
