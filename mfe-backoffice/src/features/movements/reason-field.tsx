import type { Ref } from 'react';
import { Chip } from 'ui/chip';
import { TextField } from 'ui/text-field';
import styles from './reason-field.module.css';

interface ReasonFieldProps {
  name: string;
  value: string;
  onChange: (reason: string) => void;
  onBlur: () => void;
  ref: Ref<HTMLInputElement>;
  error: string | undefined;
  /** The common reasons: one press writes one down, and it can still be edited. */
  suggestions: readonly string[];
}

/** The reason for the reversal, typed or chosen in one press. */
export function ReasonField({ suggestions, onChange, ...field }: ReasonFieldProps) {
  return (
    <div className={styles.field}>
      <TextField
        {...field}
        label="Motivo"
        placeholder="Ex.: cliente desistiu da compra"
        autoComplete="off"
        required
        onChange={(event) => onChange(event.target.value)}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields; these write into one. */}
      <div role="group" aria-label="Motivos comuns" className={styles.suggestions}>
        {suggestions.map((suggestion) => (
          <Chip key={suggestion} isPressed={field.value === suggestion} onClick={() => onChange(suggestion)}>
            {suggestion}
          </Chip>
        ))}
      </div>
    </div>
  );
}
