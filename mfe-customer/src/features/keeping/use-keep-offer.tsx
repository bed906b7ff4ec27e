import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { afterLoad } from '../../lib/after-load.ts';
import type { KeepOffer } from './keep-offer.tsx';

/**
 * The offer to keep the balance at hand, for a device that has not answered it. It comes once the page is
 * loaded and idle: what it costs holds up nothing.
 */
export function useKeepOffer(isWanted: boolean, slug: string | undefined): ReactNode {
  const [Offer, setOffer] = useState<ComponentType<Parameters<typeof KeepOffer>[0]>>();
  useEffect(() => {
    if (!isWanted) return;
    afterLoad(async () => {
      const late = await import(/* webpackChunkName: 'late' */ './keep-offer.tsx');
      if (!late.isOfferAnswered()) setOffer(() => late.KeepOffer);
    });
  }, [isWanted]);
  return isWanted && Offer && <Offer slug={slug} onAnswered={() => setOffer(undefined)} />;
}
