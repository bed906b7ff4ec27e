import type { CustomerImport } from 'api/contract';
import { useEffect, useRef } from 'react';
import { Alert } from 'ui/alert';
import { DefinitionList } from 'ui/definition-list';
import { importRows } from './import-labels.ts';
import styles from './import-preview.module.css';

/** The result of the import. */
export function ImportResult({ result }: { result: CustomerImport }) {
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
    </>
  );
}
