import type { CustomerImportPreview } from 'api/contract';
import { formatPhone } from 'domain/phone';
import { CheckboxField } from 'ui/checkbox-field';
import { counted } from './import-labels.ts';
import styles from './import-preview.module.css';
import type { CheckedFile, ImportFlow } from './use-import-flow.ts';

type Doubted = NonNullable<CustomerImportPreview['doubtedPhones']>;

interface DoubtedPhonesProps extends Pick<CheckedFile, 'file'> {
  doubted: Doubted;
  flow: Pick<ImportFlow, 'checking' | 'isImporting' | 'answer'>;
}

/** Asks about phones that may be mistyped. What is not ticked stays among the errors. */
export function DoubtedPhones({ doubted, file, flow }: DoubtedPhonesProps) {
  const { shortCount, otherCount, examples } = doubted;
  const { addNinthDigit = false, takeDoubted = false } = (flow.checking ?? file).answers;
  const leftCount = addNinthDigit ? otherCount : shortCount + otherCount;
  const short = examples.filter(({ whole }) => whole !== undefined);
  const left = addNinthDigit ? examples.filter(({ whole }) => whole === undefined) : examples;
  if (examples.length === 0) return null;
  return (
    <fieldset className={styles.doubts} aria-label="Telefones duvidosos" disabled={flow.isImporting}>
      {shortCount > 0 && (
        <CheckboxField
          label={`Acrescentar o 9 a ${counted(shortCount, 'celular', 'celulares')} com dez dígitos`}
          hint={linesOf(
            shortCount,
            short,
            ({ phone, whole = '' }) => `${formatPhone(phone)} → ${formatPhone(whole)}`,
          )}
          checked={addNinthDigit}
          onChange={({ target }) => flow.answer({ addNinthDigit: target.checked || undefined }, true)}
        />
      )}
      {leftCount > 0 && (
        <CheckboxField
          label={`Importar mesmo assim ${counted(leftCount, 'telefone duvidoso', 'telefones duvidosos')}`}
          hint={linesOf(leftCount, left, ({ phone, message }) => `${formatPhone(phone)}. ${message}`)}
          checked={takeDoubted}
          onChange={({ target }) => flow.answer({ takeDoubted: target.checked || undefined }, true)}
        />
      )}
    </fieldset>
  );
}

function linesOf(
  count: number,
  examples: Doubted['examples'],
  textOf: (example: Doubted['examples'][number]) => string,
) {
  const more = count - examples.length;
  return (
    <>
      {examples.map((example) => (
        <span key={example.line} className={styles.example}>
          Linha {example.line}: {textOf(example)}
        </span>
      ))}
      {more > 0 && <span className={styles.example}>E mais {counted(more, 'telefone', 'telefones')}</span>}
    </>
  );
}
