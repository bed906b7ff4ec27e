import type { CustomerImportPreview } from 'api/contract';
import { type ColumnMeaning, columnsFault, IMPORT_COLUMNS } from 'domain/customer-import';
import { useState } from 'react';
import { Alert } from 'ui/alert';
import { SelectField } from 'ui/select-field';
import { Disclosure } from '../../lib/disclosure.tsx';
import styles from './file-columns.module.css';
import { columnsLabel } from './import-labels.ts';
import type { CheckedFile, ImportFlow } from './use-import-flow.ts';

type FileColumn = NonNullable<CustomerImportPreview['columns']>[number];

interface FileColumnsProps extends Pick<CheckedFile, 'file'> {
  columns: FileColumn[];
  flow: Pick<ImportFlow, 'checking' | 'isImporting' | 'answer'>;
}

const OPTIONS: { value: ColumnMeaning; label: string }[] = [
  { value: 'phone', label: IMPORT_COLUMNS.phone },
  { value: 'areaCode', label: 'DDD' },
  { value: 'name', label: IMPORT_COLUMNS.name },
  { value: 'lastName', label: 'Sobrenome' },
  { value: 'email', label: IMPORT_COLUMNS.email },
  { value: 'balance', label: IMPORT_COLUMNS.balance },
  { value: 'ignored', label: 'Ignorar' },
];
const ASKED = { value: 'asked', label: 'Escolha' };

/** The open question about the columns, as a sentence. */
export function faultOf(columns: readonly FileColumn[]): string | undefined {
  return columns.length === 0 ? undefined : columnsFault(columns.map(({ meaning }) => meaning));
}

/** The columns that have a field, the asked ones first. An ignored column without values has none. */
function fieldsOf(columns: readonly FileColumn[]): number[] {
  const indexes = columns.flatMap(({ meaning, samples }, index) =>
    meaning === 'ignored' && samples.length === 0 ? [] : [index],
  );
  const isAsked = (index: number) => columns[index]?.meaning === 'asked';
  return indexes.sort((a, b) => Number(isAsked(b)) - Number(isAsked(a)));
}

/** Shows what each column is taken for, and takes a person's answer. */
export function FileColumns({ columns, file, flow }: FileColumnsProps) {
  const fault = faultOf(columns);
  const meanings =
    (flow.checking ?? file).answers.columns ?? columns.map(({ meaning }): ColumnMeaning => meaning);
  // They stay in this order: a field that moved or went away would lose the focus.
  const [shown] = useState(() => fieldsOf(columns));
  const meaningsNow = shown.map((index) => columns[index]?.meaning);
  const ignored = shown.filter((_, at) => meaningsNow[at] === 'ignored').sort((a, b) => a - b);
  const takenCount = meaningsNow.filter((meaning) => meaning !== 'ignored' && meaning !== 'asked').length;
  return (
    <div className={styles.section}>
      {fault && (
        <Alert tone="warning" title="Confira as colunas">
          {fault}
        </Alert>
      )}
      <Disclosure label={columnsLabel(takenCount, ignored.length)} startsOpen={fault !== undefined}>
        <fieldset className={styles.columns} aria-label="Colunas do arquivo" disabled={flow.isImporting}>
          {shown.map((index) => {
            const { heading = '', samples = [] } = columns[index] ?? {};
            const meaning = meanings[index] ?? 'ignored';
            return (
              <SelectField
                key={index}
                label={heading}
                hint={samples.join(' · ')}
                error={meaning === 'asked' ? 'Diga o que há nesta coluna' : undefined}
                options={meaning === 'asked' ? [ASKED, ...OPTIONS] : OPTIONS}
                value={meaning}
                onChange={({ target }) => {
                  const chosen = target.value as ColumnMeaning;
                  const said = columns.map((_, at) => (at === index ? chosen : (meanings[at] ?? 'ignored')));
                  flow.answer({ columns: said }, true);
                }}
              />
            );
          })}
        </fieldset>
      </Disclosure>
      {!fault && ignored.length > 0 && (
        <p className={styles.ignored}>
          Ignoradas: {ignored.map((index) => columns[index]?.heading).join(', ')}
        </p>
      )}
    </div>
  );
}
