import type { CustomerImport } from 'api/contract';
import { saveFile } from 'federation/save-file';
import type { ReceivedFile } from 'federation/send-file';
import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { DataTable } from 'ui/data-table';
import { DefinitionList } from 'ui/definition-list';
import { counted, importRows, saveRefusedLabel } from './import-labels.ts';
import styles from './import-preview.module.css';
import { balanceColumn, FirstOf, NAMING } from './import-preview.tsx';

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
      {result.overtakenCount > 0 && <Overtaken result={result} />}
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

const OVERTAKEN_COLUMNS: typeof NAMING = [
  { header: 'Onde', cell: ({ line }) => `Linha ${line}` },
  ...NAMING,
  balanceColumn('Saldo não creditado'),
];

/** Lists the customers who got no balance because they bought or signed up after the preview. */
function Overtaken({ result: { overtaken, overtakenCount } }: Pick<ImportResultProps, 'result'>) {
  return (
    <>
      <Alert
        tone="warning"
        role="note"
        title={`${counted(overtakenCount, 'linha ficou', 'linhas ficaram')} sem o saldo`}
      >
        Já era cliente: o cadastro foi feito enquanto você importava o arquivo. Se for o caso, ajuste o saldo
        no cadastro.
      </Alert>
      <div className={styles.table}>
        <DataTable
          caption="Clientes sem o saldo inicial"
          columns={OVERTAKEN_COLUMNS}
          rows={overtaken}
          rowKey={({ line }) => String(line)}
        />
      </div>
      <FirstOf shown={overtaken.length} count={overtakenCount} />
    </>
  );
}
