/** Longest slug: a DNS label, because `{slug}.{platform domain}` is a host name. */
export const MAX_SLUG_LENGTH = 63;

/**
 * The signup link's slug from any text: lower-cased, accents dropped, everything outside a-z, 0-9 and hyphen
 * replaced by a hyphen, runs of hyphens folded. 'Padaria São José' → 'padaria-sao-jose'. May return ''.
 */
export function slugify(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-')
    .replace(/-+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '');
}

/** True for a slug as stored: a valid DNS label. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text) && !text.startsWith('xn--');
}
