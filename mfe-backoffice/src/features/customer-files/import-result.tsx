import type { CustomerImport } from 'api/contract';
import { useEffect, useRef } from 'react';
import { Alert } from 'ui/alert';
import { DefinitionList } from 'ui/definition-list';
import styles from './import-preview.module.css';
import { importRows } from './import-words.ts';

/** What was done. */
export function ImportResult({ result }: { result: CustomerImport }) {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <>
      <div ref={words} tabIndex={-1} className={styles.file}>
        <Alert tone="success" title="Importação concluída">
          {result.creditCount > 0
            ? 'Os clientes já estão na lista e os saldos já podem ser usados.'
            : 'Os clientes já estão na lista.'}
        </Alert>
      </div>
      <DefinitionList rows={importRows(result)} />
    </>
  );
}
