import { textOn } from 'domain/brand-color';
import { useStaffSession } from 'federation/remote-host';
import { Check } from 'lucide-react';
import styles from './logo-colors-choice.module.css';
import { useLogoColors } from './use-logo-colors.ts';

interface LogoColorsChoiceProps {
  /** '#rrggbb' */
  color: string | null;
  onChoose: (color: string) => void;
}

/** Colors taken from the logo, to choose from; nothing without a logo, or for one without color. */
export function LogoColorsChoice({ color, onChoose }: LogoColorsChoiceProps) {
  const colors = useLogoColors(useStaffSession().merchant.logoUrl);
  if (colors.length === 0) return null;
  return (
    <div className={styles.choice}>
      <p className={styles.title}>Cores do seu logo</p>
      {colors.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.swatch}
          style={{ background: each, color: textOn(each) }}
          aria-label={`Usar a cor ${each} do logo`}
          aria-pressed={each === color}
          onClick={() => onChoose(each)}
        >
          {each === color && <Check aria-hidden="true" />}
        </button>
      ))}
    </div>
  );
}
