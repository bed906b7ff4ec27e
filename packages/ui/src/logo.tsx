/// <reference path="./css-modules.d.ts" />
import { classNames } from './class-names.ts';
import styles from './logo.module.css';

export interface LogoProps {
  size?: 'small' | 'medium' | 'large' | undefined;
  /** Adds the line 'cashback que traz de volta'. */
  tagline?: boolean | undefined;
  /** The text in white, for a dark or colored ground. */
  onBand?: boolean | undefined;
}

/**
 * The product's mark: a V whose right arm comes back up as an arrow. Keeps its own green under any --brand.
 */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" className={styles.mark}>
      <rect width="32" height="32" rx="9" className={styles.ground} />
      <path d="M8.2 9.5 14.6 22.2 22.6 10.4" className={styles.stroke} />
      <path d="M17.4 9.2H23.4V15.2" className={styles.stroke} />
    </svg>
  );
}

/** Mark and word. */
export function Logo({ size = 'medium', tagline = false, onBand = false }: LogoProps) {
  return (
    <span className={classNames(styles.logo, styles[size], onBand && styles.onBand)}>
      <LogoMark />
      <span className={styles.text}>
        <span className={styles.name}>Volta</span>
        {tagline && <span className={styles.tagline}>cashback que traz de volta</span>}
      </span>
    </span>
  );
}
