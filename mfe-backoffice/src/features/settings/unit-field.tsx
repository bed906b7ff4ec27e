import { TextField, type TextFieldProps } from 'ui/text-field';
import styles from './unit-field.module.css';

interface UnitFieldProps extends Omit<TextFieldProps, 'trailing' | 'inputMode'> {
  /** The unit of the number; stands inside the field. */
  unit: '%' | 'dias' | 'meses';
}

/** A short number with its unit. Goes with react-hook-form's `register`. */
export function UnitField({ unit, ...field }: UnitFieldProps) {
  return (
    <TextField
      {...field}
      className={styles.field}
      autoComplete="off"
      inputMode={unit === '%' ? 'decimal' : 'numeric'}
      trailing={<span className={styles.unit}>{unit}</span>}
    />
  );
}
