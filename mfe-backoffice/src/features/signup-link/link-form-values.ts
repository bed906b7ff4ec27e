import { readDomain } from 'domain/custom-domain';
import { isReservedSlug } from 'domain/reserved-slugs';
import { isSlug, slugify } from 'domain/slug';
import type { LinkSettings } from './link-settings.ts';

export interface LinkValues {
  slug: string;
  customDomain: string;
}

export function valuesOf({ slug, customDomain }: LinkSettings): LinkValues {
  return { slug, customDomain: customDomain?.domain ?? '' };
}

interface Preview {
  /** Under the slug's field. */
  hint: string;
  changesSlug: boolean;
  /** The domain that is in use now and would no longer be. */
  leavesDomain: string | undefined;
}

/** The link that saving would produce. */
export function previewOf(settings: LinkSettings, typed: Partial<LinkValues>): Preview {
  const text = typed.slug?.trim() ?? '';
  const slug = slugify(text);
  const read = readDomain(typed.customDomain ?? '');
  const { customDomain: current } = settings;
  const isLeft = current?.status === 'verified' && !('domain' in read && read.domain === current.domain);
  return {
    hint: slugHint(settings, text, slug),
    changesSlug: text === '' || (isSlug(slug) && !isReservedSlug(slug) && slug !== settings.slug),
    leavesDomain: isLeft ? current.domain : undefined,
  };
}

function slugHint({ linkPrefix }: LinkSettings, text: string, slug: string): string {
  if (text === '') return 'Deixe em branco para criarmos um a partir do nome da loja.';
  return slug === '' ? 'Use letras, números e hífens.' : `Seu link: ${linkPrefix}${slug}`;
}
