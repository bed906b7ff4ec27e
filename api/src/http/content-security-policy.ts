import { createHash } from 'node:crypto';

/** Path on the page's own origin where browsers report violations of the policy. */
export const CSP_REPORTS_PATH = '/csp-reports';
/**
 * `report-to` would replace it where it is supported, but arrives late, over https alone, or from some builds
 * never.
 */
const REPORTING = `report-uri ${CSP_REPORTS_PATH}`;

/** Directives that forbid features no page of ours uses. */
const NEVER = ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"];

/**
 * Allows scripts, calls and remotes from the page's own host; nothing may frame it. Styles of components are
 * inline.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https:",
  "connect-src 'self'",
  ...NEVER,
  REPORTING,
].join('; ');

/** The policy of an answer that is data: opened as a page, it may do nothing. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * The policy of a shell page, which is the same for all visitors: the script that the build wrote into it
 * runs by its hash.
 */
export function shellPagePolicy(html: string): string {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return CONTENT_SECURITY_POLICY.replace("script-src 'self'", ["script-src 'self'", ...hashes].join(' '));
}

/** The policy of a document, which is read and nothing else: its styles apply by their hash. */
export function documentPolicy(html: string): string {
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = '']) => style);
  const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  return [
    "default-src 'none'",
    ['style-src', ...hashes].join(' '),
    "img-src 'self' data: https:",
    ...NEVER,
    REPORTING,
  ].join('; ');
}

/**
 * The policy of a customer's page: scripts that the server wrote into it run by their nonce. With tags, the
 * scripts they load run too, from any origin: a container's content is the merchant's matter, and the page
 * has its own origin.
 */
export function customerPagePolicy({ nonce, hasTags }: { nonce: string; hasTags: boolean }): string {
  return [
    "default-src 'self'",
    hasTags
      ? `script-src 'nonce-${nonce}' 'strict-dynamic' 'self' https:`
      : `script-src 'nonce-${nonce}' 'self'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    hasTags ? "connect-src 'self' https:" : "connect-src 'self'",
    ...(hasTags ? ['frame-src https:'] : []),
    "worker-src 'self'",
    ...NEVER,
    REPORTING,
  ].join('; ');
}
