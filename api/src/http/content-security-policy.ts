import { createHash } from 'node:crypto';

/** Where browsers tell what a policy stopped, on the page's own origin. */
export const CSP_REPORTS_PATH = '/csp-reports';
/**
 * `report-to` would take its place where it is understood, and comes late, over https alone, or from some
 * builds never.
 */
const REPORTING = `report-uri ${CSP_REPORTS_PATH}`;

/** What no page of ours does. */
const NEVER = ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"];

/**
 * Scripts, calls and remotes come from the page's own host; nothing may frame it. Styles of components are
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

/**
 * A page of the shell's, which is the same for everybody: the script that the build wrote into it runs by its
 * hash.
 */
export function shellPagePolicy(html: string): string {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return CONTENT_SECURITY_POLICY.replace("script-src 'self'", ["script-src 'self'", ...hashes].join(' '));
}

/**
 * A customer's page: what the server itself wrote into it runs by its nonce. Where the merchant has tags,
 * what those load runs too, from wherever: which scripts a container holds is the merchant's matter, and the
 * page is on its own origin.
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
