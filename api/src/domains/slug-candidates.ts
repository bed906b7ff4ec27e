import { isReservedSlug } from 'domain/reserved-slugs';
import { isSlug, MAX_SLUG_LENGTH, slugify } from 'domain/slug';

const MAX_TRIES = 8;

/**
 * What a merchant's slug may become when nobody typed one, best first: 'padaria-sao-jose',
 * 'padaria-sao-jose-2', …, at last one with a part of its id; only that where the name yields no slug or one
 * that is reserved.
 */
export function slugCandidates(name: string, merchantId: string): string[] {
  const base = slugify(name);
  return Array.from({ length: MAX_TRIES }, (_, attempt) => {
    const isLast = attempt === MAX_TRIES - 1;
    const suffix = attempt === 0 ? '' : isLast ? `-${merchantId.slice(-8)}` : `-${attempt + 1}`;
    const slug = `${base.slice(0, MAX_SLUG_LENGTH - suffix.length)}${suffix}`;
    return isSlug(slug) && !isReservedSlug(slug) ? slug : `loja-${merchantId.slice(-12)}`;
  });
}
