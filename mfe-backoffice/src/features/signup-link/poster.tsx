import { formatRate } from 'domain/money';
import type { ClientSession } from 'domain/session';
import { useState } from 'react';
import { QrCode } from 'ui/qr-code';
import styles from './poster.module.css';

export interface PosterProps {
  merchant: Pick<ClientSession['merchant'], 'name' | 'logoUrl' | 'rateBasisPoints'>;
  /** The address in the code. */
  link: string;
}

/**
 * From how many characters on a name is set smaller, so that the longest one still leaves the code its room.
 */
const LONG_NAME = 22;
const VERY_LONG_NAME = 60;
/** The same for the printed address. */
const LONG_LINK = 60;

/**
 * One A4 page, black on white in both themes. As wide as its container: every measure is a share of that
 * width.
 */
export function Poster({ merchant, link }: PosterProps) {
  const rate = formatRate(merchant.rateBasisPoints);
  const address = link.replace(/^https?:\/\//, '');
  return (
    <article className={styles.poster} aria-label="Cartaz">
      <div className={styles.page}>
        <header className={styles.header}>
          <Logo url={merchant.logoUrl} />
          <p className={nameSize(merchant.name)}>{merchant.name}</p>
        </header>
        <p className={styles.offer}>
          Ganhe <strong>{rate}</strong> de cashback
        </p>
        <div className={styles.code}>
          <div className={styles.square}>
            <QrCode value={link} title="QR Code do link de cadastro" />
          </div>
        </div>
        <ol className={styles.steps}>
          <li>Aponte a câmera do celular para o código</li>
          <li>Faça seu cadastro com seu telefone</li>
          <li>Receba {rate} de volta em cada compra</li>
        </ol>
        <p className={styles.link}>
          Ou acesse
          <span className={address.length > LONG_LINK ? styles.longAddress : styles.address}>{address}</span>
        </p>
      </div>
    </article>
  );
}

function nameSize(name: string): string | undefined {
  if (name.length > VERY_LONG_NAME) return styles.veryLongName;
  return name.length > LONG_NAME ? styles.longName : styles.name;
}

/** Renders nothing where there is no logo, or where it does not load. */
function Logo({ url }: { url: string | null }) {
  const [failedUrl, setFailedUrl] = useState<string>();
  if (!url || url === failedUrl) return null;
  return <img src={url} alt="" className={styles.logo} onError={() => setFailedUrl(url)} />;
}
