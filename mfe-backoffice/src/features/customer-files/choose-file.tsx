import { IMPORT_COLUMNS } from 'domain/customer-import';
import { saveFile } from 'federation/save-file';
import { Download, FileSpreadsheet } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { Spinner } from 'ui/spinner';
import styles from './choose-file.module.css';

const COLUMNS = [
  [IMPORT_COLUMNS.phone, 'Obrigatório, com DDD: identifica o cliente'],
  [IMPORT_COLUMNS.name, 'Como deve aparecer no cadastro'],
  [IMPORT_COLUMNS.email, 'Se o cliente informou'],
  [IMPORT_COLUMNS.balance, 'O cashback que ele já tem, como 1.234,56'],
] as const;

interface ChooseFileProps {
  /** The name of the file that is being checked. */
  checking: string | undefined;
  failure: string | undefined;
  onChoose: (file: File) => void;
}

/** The place to drop or pick a file, with its required format. */
export function ChooseFile({ checking, failure, onChoose }: ChooseFileProps) {
  return (
    <>
      <DropZone checking={checking} onChoose={onChoose} />
      {failure && <Alert tone="danger">{failure}</Alert>}
      <section className={styles.guide} aria-labelledby="import-columns">
        <div className={styles.guideHead}>
          <h3 id="import-columns" className={styles.heading}>
            O que a planilha deve ter
          </h3>
          <Button variant="secondary" icon={<Download />} onClick={saveTemplate}>
            Baixar modelo
          </Button>
        </div>
        <dl className={styles.columns}>
          {COLUMNS.map(([name, description]) => (
            <div key={name} className={styles.column}>
              <dt>{name}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.note}>
          As colunas podem ter outros nomes e estar em qualquer ordem: você confere antes de importar. De uma
          planilha do Excel vale a primeira aba visível. Até 10.000 clientes e 2 MB por arquivo.
        </p>
      </section>
    </>
  );
}

function DropZone({ checking, onChoose }: Omit<ChooseFileProps, 'failure'>) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const isChecking = checking !== undefined;

  function take(files: FileList | null) {
    const file = files?.[0];
    if (file && !isChecking) onChoose(file);
  }

  const whenDragged = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(over);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside does the same
    <div
      className={styles.zone}
      data-over={isOver || undefined}
      onDragOver={whenDragged(true)}
      onDragLeave={whenDragged(false)}
      onDrop={(event) => {
        whenDragged(false)(event);
        take(event.dataTransfer.files);
      }}
    >
      <span className={styles.emblem} aria-hidden="true">
        {isChecking ? <Spinner /> : <FileSpreadsheet />}
      </span>
      <p aria-live="polite" className={styles.checking}>
        {isChecking && `Conferindo ${checking}...`}
      </p>
      {!isChecking && (
        <>
          <p className={styles.text}>Arraste a planilha Excel ou CSV até aqui</p>
          <input
            id={id}
            type="file"
            accept=".xlsx,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            className={styles.input}
            onChange={(event) => {
              take(event.target.files);
              // The same file chosen again, once it is corrected, is a change too.
              event.target.value = '';
            }}
          />
          <label htmlFor={id} className={styles.pick}>
            Escolher arquivo
          </label>
        </>
      )}
    </div>
  );
}

/** Headings only: an example left in the file would become a customer. */
function saveTemplate() {
  const headings = Object.values(IMPORT_COLUMNS).join(';');
  saveFile(new Blob([`\ufeff${headings}\r\n`], { type: 'text/csv' }), 'modelo-clientes.csv');
}
