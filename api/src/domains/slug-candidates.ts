import { isReservedSlug } from 'domain/reserved-slugs';
import { isSlug, MAX_SLUG_LENGTH, slugify } from 'domain/slug';

const MAX_TRIES = 8;

/**
 * Slugs made from a merchant's name, best first: 'padaria-sao-jose', 'padaria-sao-jose-2', …, and last one
 * with a part of the id. A reserved one gets '-loja' behind it, because a merchant may be called so:
 * 'pix-loja'. A name that yields no slug gives 'loja-' and a part of the id.
 */
export function slugCandidates(name: string, merchantId: string): string[] {
  const slugOfName = slugify(name);
  const base = isReservedSlug(slugOfName) ? `${slugOfName}-loja` : slugOfName;
  return Array.from({ length: MAX_TRIES }, (_, attempt) => {
    const isLast = attempt === MAX_TRIES - 1;
    const suffix = attempt === 0 ? '' : isLast ? `-${merchantId.slice(-8)}` : `-${attempt + 1}`;
    const slug = `${base.slice(0, MAX_SLUG_LENGTH - suffix.length)}${suffix}`;
    return isSlug(slug) && !isReservedSlug(slug) ? slug : `loja-${merchantId.slice(-12)}`;
  });
}
