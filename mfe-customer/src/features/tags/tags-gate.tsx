import { type ComponentType, lazy, Suspense, useState } from 'react';
import { readPageContext } from '../../lib/page-context.ts';
import type { TaggedMerchant } from './running-tags.ts';

/** Asked for only where the merchant has tags; a page whose tags can't be had is a page without tags. */
const TagsConsent = lazy(async (): Promise<{ default: ComponentType<{ tagged: TaggedMerchant }> }> => {
  try {
    return { default: (await import('./tags-consent.tsx')).TagsConsent };
  } catch {
    return { default: () => null };
  }
});

/** The merchant's tags, where the server says that this page may run them. */
export function TagsGate() {
  const [tagged] = useState(() => {
    const { merchant, tags } = readPageContext();
    return merchant && tags ? { merchant, tags } : undefined;
  });
  if (!tagged) return null;
  return (
    <Suspense fallback={null}>
      <TagsConsent tagged={tagged} />
    </Suspense>
  );
}
