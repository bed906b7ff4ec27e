import { useCallback, useEffect, useRef, useState } from 'react';
import { brandStyle } from 'ui/public-page';
import { useConsent, writeConsent } from './consent.ts';
import { ConsentBanner } from './consent-banner.tsx';
import { allowTags, forbidTags, type TaggedMerchant } from './running-tags.ts';
import styles from './tags-consent.module.css';
import { whenIdle } from './when-idle.ts';

/**
 * Asks for consent to the merchant's tags, runs them, and lets the visitor change the answer. Nothing is
 * loaded before the answer is yes, and the page does not wait for this.
 */
export function TagsConsent({ tagged }: { tagged: TaggedMerchant }) {
  const consent = useConsent();
  const [isReopened, setIsReopened] = useState(false);
  const hasReopened = useRef(false);

  useEffect(() => {
    if (consent === 'granted') return whenIdle(() => allowTags(tagged));
    forbidTags(tagged);
    return undefined;
  }, [consent, tagged]);

  const answer = (choice: 'granted' | 'denied') => {
    writeConsent(choice);
    setIsReopened(false);
  };
  const reopen = () => {
    hasReopened.current = true;
    setIsReopened(true);
  };
  // Back to where the banner was opened from; a first answer leaves the focus alone.
  const focusLink = useCallback((link: HTMLButtonElement | null) => {
    if (hasReopened.current) link?.focus({ preventScroll: true });
  }, []);
  const isAsking = consent === 'undecided' || isReopened;
  return (
    <div style={brandStyle(tagged.merchant.brandColor)} className={styles.tags}>
      {isAsking ? (
        <ConsentBanner tagged={tagged} consent={consent} onAnswer={answer} isReopened={isReopened} />
      ) : (
        <section aria-label="Privacidade" className={styles.privacy}>
          <button type="button" ref={focusLink} className={styles.link} onClick={reopen}>
            Privacidade
          </button>
        </section>
      )}
    </div>
  );
}
