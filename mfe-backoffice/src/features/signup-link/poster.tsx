import { BRAND_COLOR, textOn } from 'domain/brand-color';
import { formatCents, formatRate } from 'domain/money';
import type { ClientSession } from 'domain/session';
import { type CSSProperties, useState } from 'react';
import { QrCode } from 'ui/qr-code';
import styles from './poster.module.css';
import type { PosterFormat } from './poster-formats.ts';

export interface PosterProps {
  merchant: Pick<
    ClientSession['merchant'],
    'name' | 'logoUrl' | 'rateBasisPoints' | 'earningMinPurchaseCents'
  >;
  /** The address in the code. */
  link: string;
  format: PosterFormat;
  /** '#rrggbb' of the band behind the name; null for black on white. */
  color: string | null;
}

/**
 * From how many characters on a name is set smaller, so that the longest one still leaves the code its room.
 */
const LONG_NAME = 22;
const VERY_LONG_NAME = 60;
/** The same for the printed address. */
const LONG_LINK = 60;

/**
 * One sheet, the same in both themes: a page, or the two faces of a tent. As wide as its container: every
 * measure is a share of that width.
 */
export function Poster({ format, color, ...content }: PosterProps) {
  return (
    <article className={color ? styles.colored : styles.poster} style={inkOf(color)} aria-label="Cartaz">
      {format.isTent ? (
        <>
          <div className={styles.turned} aria-hidden="true">
            <Face {...content} />
          </div>
          <Face {...content} />
        </>
      ) : (
        <Page {...content} />
      )}
    </article>
  );
}

/** Any color may be a brand's: what stands on it is white or black, whichever is legible. */
function inkOf(color: string | null): CSSProperties | undefined {
  if (!color || !BRAND_COLOR.test(color)) return undefined;
  return { '--poster-fill': color, '--poster-ink': textOn(color) } as CSSProperties;
}

type Content = Pick<PosterProps, 'merchant' | 'link'>;

function Page({ merchant, link }: Content) {
  const rate = formatRate(merchant.rateBasisPoints);
  const least = merchant.earningMinPurchaseCents ?? 0;
  return (
    <div className={styles.page}>
      <Header merchant={merchant} />
      <Code link={link} />
      <ol className={styles.steps}>
        <li>Aponte a câmera do celular para o código</li>
        <li>Faça seu cadastro com seu telefone</li>
        <li>
          Receba {rate} de volta em {least > 0 ? `compras a partir de ${formatCents(least)}` : 'cada compra'}
        </li>
      </ol>
      <Address link={link} />
    </div>
  );
}

/** Half a sheet, wider than high. */
function Face({ merchant, link }: Content) {
  return (
    <div className={styles.face}>
      <Header merchant={merchant} />
      <div className={styles.side}>
        <Code link={link} />
        <p className={styles.hint}>Aponte a câmera e cadastre-se</p>
        <Address link={link} />
      </div>
    </div>
  );
}

function Header({ merchant }: Pick<Content, 'merchant'>) {
  return (
    <header className={styles.header}>
      <Logo url={merchant.logoUrl} />
      <p className={nameSize(merchant.name)}>{merchant.name}</p>
      <p className={styles.offer}>
        Ganhe <strong>{formatRate(merchant.rateBasisPoints)}</strong> de cashback
      </p>
    </header>
  );
}

function Code({ link }: Pick<Content, 'link'>) {
  return (
    <div className={styles.code}>
      <div className={styles.square}>
        <QrCode value={link} title="QR Code do link de cadastro" />
      </div>
    </div>
  );
}

function Address({ link }: Pick<Content, 'link'>) {
  const address = link.replace(/^https?:\/\//, '');
  return (
    <p className={styles.link}>
      Ou acesse
      <span className={address.length > LONG_LINK ? styles.longAddress : styles.address}>{address}</span>
      <span className={styles.rules}>Regulamento: {address.replace('/signup/', '/regulamento/')}</span>
    </p>
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
