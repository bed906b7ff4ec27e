import type { CustomerImport } from 'api/contract';
import { saveFile } from 'federation/save-file';
import type { ReceivedFile } from 'federation/send-file';
import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { DefinitionList } from 'ui/definition-list';
import { importRows, saveRefusedLabel } from './import-labels.ts';
import styles from './import-preview.module.css';

interface ImportResultProps {
  result: CustomerImport;
  /** The lines that were left out. */
  refused: ReceivedFile | undefined;
}

/** The result of the import. */
export function ImportResult({ result, refused }: ImportResultProps) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <>
      <div ref={text} tabIndex={-1} className={styles.file}>
        <Alert tone="success" title="Importação concluída">
          {result.creditCount > 0
            ? 'Os clientes já estão na lista e os saldos já podem ser usados.'
            : 'Os clientes já estão na lista.'}
        </Alert>
      </div>
      <DefinitionList rows={importRows(result)} />
      {refused && result.refusedCount > 0 && (
        <Alert
          tone="warning"
          role="note"
          title="Falta corrigir"
          action={
            <Button
              variant="secondary"
              icon={<Download />}
              onClick={() => saveFile(refused.content, refused.name)}
            >
              {saveRefusedLabel(result.refusedCount)}
            </Button>
          }
        >
          O motivo está ao lado de cada linha. Corrija a planilha e importe-a de novo.
        </Alert>
      )}
    </>
  );
}
