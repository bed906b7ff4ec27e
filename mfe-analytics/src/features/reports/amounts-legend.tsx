import styles from './amounts-legend.module.css';
import { AMOUNT_SERIES, type AmountSeries } from './series.ts';
import { SeriesSample } from './series-sample.tsx';

interface AmountsLegendProps {
  shown: readonly AmountSeries[];
  /** Undefined while there is no chart yet. */
  onToggle?: ((key: AmountSeries['key']) => void) | undefined;
}

/** The legend; pressing a name hides or shows its line. The last visible one cannot be hidden. */
export function AmountsLegend({ shown, onToggle }: AmountsLegendProps) {
  return (
    <fieldset className={styles.legend} aria-label="Linhas do gráfico">
      {AMOUNT_SERIES.map((series) => {
        const isShown = shown.includes(series);
        return (
          <button
            key={series.key}
            type="button"
            className={styles.series}
            aria-pressed={isShown}
            aria-disabled={isShown && shown.length === 1}
            disabled={!onToggle}
            onClick={() => onToggle?.(series.key)}
          >
            <SeriesSample series={series} />
            <span className={styles.name}>{series.name}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
