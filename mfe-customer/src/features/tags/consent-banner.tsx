import { useEffect, useRef } from 'react';
import { Button } from 'ui/button';
import type { Consent } from './consent.ts';
import styles from './consent-banner.module.css';
import type { TaggedMerchant } from './running-tags.ts';

interface ConsentBannerProps {
  tagged: TaggedMerchant;
  consent: Consent;
  /** The visitor came back to their answer by themselves. */
  isReopened: boolean;
  onAnswer: (answer: 'granted' | 'denied') => void;
}

/**
 * One question with two answers of equal weight, at the foot of the page; all content can be scrolled free of
 * it.
 */
export function ConsentBanner({ tagged, consent, isReopened, onAnswer }: ConsentBannerProps) {
  const banner = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isReopened) banner.current?.focus({ preventScroll: true });
  }, [isReopened]);
  return (
    <section ref={banner} tabIndex={-1} aria-label="Privacidade" className={styles.banner}>
      <div className={styles.content}>
        <p className={styles.message}>
          <span className={styles.merchant}>{tagged.merchant.name}</span> pede sua permissão para medir
          visitas e anúncios {companies(tagged)}.{consent !== 'undecided' && ` ${SO_FAR[consent]}`}
        </p>
        <div className={styles.answers}>
          <Button variant="secondary" onClick={() => onAnswer('denied')}>
            Recusar
          </Button>
          <Button variant="secondary" onClick={() => onAnswer('granted')}>
            Aceitar
          </Button>
        </div>
      </div>
    </section>
  );
}

const SO_FAR = { granted: 'Você tinha aceitado.', denied: 'Você tinha recusado.' } as const;

function companies({ tags }: TaggedMerchant): string {
  if (tags.gtmId === null) return 'com a Meta';
  return tags.metaPixelId === null ? 'com o Google' : 'com o Google e a Meta';
}
