import { dashboardAddress } from 'domain/dashboard-address';
import { useEffect, useSyncExternalStore } from 'react';
import { Button } from 'ui/button';
import { Card } from 'ui/card';
import { canInstall, install, onInstallPrompt } from '../../lib/install-prompt.ts';
import { useShare } from '../../lib/use-share.ts';
import { answerOffer, isOfferAnswered } from './answered-offer.ts';
import styles from './keep-offer.module.css';

export { isOfferAnswered };

/** Safari on phones and tablets: it installs by its menu alone, and only there this property exists. */
const isIos = 'standalone' in navigator && navigator.maxTouchPoints > 0;

interface KeepOfferProps {
  /** The merchant's whose balance is kept. */
  slug: string | undefined;
  onAnswered: () => void;
}

/** Tells a customer how to come back to the balance: as an icon on the phone, or by its link. */
export function KeepOffer({ slug, onAnswered }: KeepOfferProps) {
  const isInstallable = useSyncExternalStore(onInstallPrompt, canInstall);
  const { isCopied, share } = useShare({
    title: 'Meu saldo de cashback',
    text: 'Meu saldo de cashback:',
    // Without a phone: this device knows it, and any other asks.
    url: `${window.location.origin}${dashboardAddress(undefined, slug)}`,
  });

  // By the browser's own menu.
  useEffect(() => {
    window.addEventListener('appinstalled', answerOffer);
    return () => window.removeEventListener('appinstalled', answerOffer);
  }, []);

  function end() {
    answerOffer();
    onAnswered();
  }

  function installAndEnd() {
    install();
    end();
  }

  function shareAndRemember() {
    // Stays in sight, to say that the link was copied.
    answerOffer();
    void share();
  }

  return (
    <Card className={styles.card}>
      <section className={styles.offer} aria-labelledby="keep-offer">
        <h2 id="keep-offer" className={styles.title}>
          Seu saldo sempre à mão
        </h2>
        <p className={styles.text}>
          {isIos
            ? 'Toque em Compartilhar e depois em “Adicionar à Tela de Início”: o saldo abre sem app e sem senha.'
            : 'Ele abre sem app e sem senha, também quando não há sinal.'}
        </p>
        <div className={styles.actions}>
          {isInstallable && (
            <Button block onClick={installAndEnd}>
              Adicionar à tela inicial
            </Button>
          )}
          <Button variant="secondary" block onClick={shareAndRemember}>
            {isCopied ? 'Link copiado!' : 'Guardar este link'}
          </Button>
          <Button variant="ghost" block onClick={end}>
            Agora não
          </Button>
        </div>
      </section>
    </Card>
  );
}
