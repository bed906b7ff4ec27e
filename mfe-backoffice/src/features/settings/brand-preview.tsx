import { Gift } from 'lucide-react';
import { buttonClassName } from 'ui/button';
import { brandStyle } from 'ui/public-page';
import styles from './brand-preview.module.css';

const THEMES = { light: 'Tema claro', dark: 'Tema escuro' } as const;

/** A preview of a customer's page in the color, in both themes whatever this page's own is. */
export function BrandPreview({ color }: { color: string | null }) {
  return (
    <div className={styles.previews}>
      {(Object.keys(THEMES) as (keyof typeof THEMES)[]).map((theme) => (
        <figure key={theme} data-theme={theme} style={brandStyle(color)} className={styles.preview}>
          <figcaption className={styles.caption}>{THEMES[theme]}</figcaption>
          <p className={styles.amount}>
            <Gift aria-hidden="true" />
            R$&nbsp;25,00 disponíveis
          </p>
          <span className={buttonClassName({ block: true })}>Ver Meu Saldo Completo</span>
        </figure>
      ))}
    </div>
  );
}
