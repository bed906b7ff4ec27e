import { useStaffSession } from 'federation/remote-host';
import { Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from 'ui/button';
import { QrCode } from 'ui/qr-code';
import { CopyLinkButton } from '../../lib/copy-link-button.tsx';
import { SettingsSection } from '../../lib/settings-section.tsx';
import styles from './link-section.module.css';
import { PosterDialog } from './poster-dialog.tsx';
import { LINK_LABELS } from './section-labels.ts';

const POSTER_PARAMETER = 'cartaz';

/** The link as it is given to customers. */
export function LinkSection({ link }: { link: string }) {
  const { merchant } = useStaffSession();
  // '/settings?aba=link&cartaz=sim' opens the poster: the dashboard's first steps lead there.
  const [search, setSearch] = useSearchParams();
  const [isPrinting, setIsPrinting] = useState(search.has(POSTER_PARAMETER));
  const printButton = useRef<HTMLButtonElement>(null);

  function close() {
    setIsPrinting(false);
    if (search.has(POSTER_PARAMETER)) setSearch({ aba: search.get('aba') ?? '' }, { replace: true });
    // A turn later than the closing dialog lets go of the focus.
    setTimeout(() => printButton.current?.focus());
  }

  return (
    <SettingsSection {...LINK_LABELS}>
      <p className={styles.link}>
        <a href={link} target="_blank" rel="noopener noreferrer">
          {link}
        </a>
      </p>
      <div className={styles.code}>
        <QrCode value={link} title="QR Code do link de cadastro" />
      </div>
      <div className={styles.actions}>
        <CopyLinkButton link={link} />
        <Button ref={printButton} variant="secondary" icon={<Printer />} onClick={() => setIsPrinting(true)}>
          Imprimir cartaz
        </Button>
      </div>
      {isPrinting && <PosterDialog merchant={merchant} link={link} onClose={close} />}
    </SettingsSection>
  );
}
