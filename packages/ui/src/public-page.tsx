/// <reference path="./css-modules.d.ts" />
import type { CSSProperties, ReactNode } from 'react';
import { Avatar } from './avatar.tsx';
import { Logo } from './logo.tsx';
import styles from './public-page.module.css';

export interface PublicPageMerchant {
  name: string;
  /** The line above the name, such as the program's name. */
  programName?: string | undefined;
  logoUrl?: string | null | undefined;
  /** '#rrggbb'; anything else is ignored and the product's green stays. */
  brandColor?: string | null | undefined;
}

export interface PublicPageProps {
  /** The page speaks for this merchant: their logo, name and color. Without it, for the product. */
  merchant?: PublicPageMerchant | undefined;
  /** Replaces what the colored band shows. */
  header?: ReactNode | undefined;
  /** Usually one or more Cards. */
  children: ReactNode;
  /** Content that comes later than the rest, under it. */
  addition?: ReactNode | undefined;
  /** The last line. By default 'powered by Volta' for a merchant, nothing for the product. */
  footer?: ReactNode | undefined;
  /** 'narrow' (default) for forms and receipts, 'wide' for lists. */
  width?: 'narrow' | 'wide' | undefined;
}

/**
 * The layout of pages outside the back office: a band in the brand's color, the main card lapping over it.
 */
export function PublicPage(props: PublicPageProps) {
  const { merchant, header, children, addition, footer, width = 'narrow' } = props;
  return (
    <div className={styles.page} style={brandStyle(merchant?.brandColor)}>
      <div className={styles.band} aria-hidden="true" />
      <div className={width === 'wide' ? styles.wide : styles.narrow}>
        <header className={styles.header}>
          {header ?? (merchant ? <MerchantHeader {...merchant} /> : <Logo size="large" tagline onBand />)}
        </header>
        <main className={styles.main}>
          {children}
          {addition}
        </main>
        {/* A new one below an addition: one that is moved down would be content that jumps. */}
        <footer key={addition ? 'moved' : 'first'} className={styles.footer}>
          {footer ?? (merchant && <PoweredBy />)}
        </footer>
      </div>
    </div>
  );
}

function MerchantHeader({ name, programName, logoUrl }: PublicPageMerchant) {
  return (
    <div className={styles.merchant}>
      <span className={styles.logo}>
        <Avatar name={name} imageUrl={logoUrl} size="large" shape="square" />
      </span>
      <div className={styles.text}>
        {programName && <p className={styles.program}>{programName}</p>}
        <p className={styles.name}>{name}</p>
      </div>
    </div>
  );
}

function PoweredBy() {
  return (
    <span className={styles.powered}>
      powered by <Logo size="small" />
    </span>
  );
}

/** The style that puts a subtree in a merchant's color, or undefined for anything that is no '#rrggbb'. */
export function brandStyle(brandColor: string | null | undefined): CSSProperties | undefined {
  if (!brandColor || !/^#[0-9a-f]{6}$/i.test(brandColor)) return undefined;
  return { '--brand': brandColor } as CSSProperties;
}
