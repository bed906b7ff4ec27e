import type { CustomerImportPreview } from 'api/contract';
import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Alert } from 'ui/alert';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { type Column, DataTable } from 'ui/data-table';
import { DefinitionList } from 'ui/definition-list';
import { BalanceDoubt } from './balance-doubt.tsx';
import { DoubtedPhones } from './doubted-phones.tsx';
import { FileColumns, faultOf } from './file-columns.tsx';
import { counted, importRows, saveRefusedLabel } from './import-labels.ts';
import styles from './import-preview.module.css';
import type { CheckedFile, ImportFlow } from './use-import-flow.ts';
import { WorkbookNotes } from './workbook-notes.tsx';

interface ImportPreviewProps extends CheckedFile {
  flow: ImportFlow;
}

/** The content of the file, before it is imported. */
export function ImportPreview({ file, preview, isTicked, flow }: ImportPreviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { doubtedBalances = [], columns = [] } = preview;
  // The step before had the focus and is gone; a fresh check is read out like the first. A tick keeps it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new preview is what moves the focus
  useEffect(() => {
    if (!isTicked) heading.current?.focus();
  }, [preview]);
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={styles.file}>
        {file.name}
      </h3>
      {flow.failure && <Alert tone="danger">{flow.failure}</Alert>}
      <WorkbookNotes file={file} />
      {columns.length > 0 && <FileColumns columns={columns} file={file} flow={flow} />}
      {preview.doubtedPhones && <DoubtedPhones doubted={preview.doubtedPhones} file={file} flow={flow} />}
      {doubtedBalances.length > 0 ? (
        <BalanceDoubt doubted={doubtedBalances} />
      ) : (
        preview.errorCount > 0 && !faultOf(columns) && <Errors preview={preview} flow={flow} />
      )}
      {preview.validCount > 0 && <Outcome file={file} preview={preview} />}
    </>
  );
}

type FileError = CustomerImportPreview['errors'][number];
type FileCustomer = CustomerImportPreview['customers'][number];

const ERROR_COLUMNS: Column<FileError>[] = [
  { header: 'Onde', cell: ({ line }) => `Linha ${line}` },
  { header: 'Coluna', cell: ({ column }) => <span className={styles.text}>{column ?? '—'}</span> },
  { header: 'Problema', cell: ({ message }) => message },
];

function Errors({ preview, flow }: Pick<ImportPreviewProps, 'preview' | 'flow'>) {
  const { errors, errorCount, validCount, refusedCount } = preview;
  const [first] = errors;
  if (first?.line === null) {
    return (
      <Alert tone="warning" title="Este arquivo não pode ser importado">
        {first.message}
      </Alert>
    );
  }
  return (
    <>
      <Alert
        tone="warning"
        title={`${counted(errorCount, 'erro', 'erros')} no arquivo`}
        action={
          validCount > 0 && (
            <Button
              variant="secondary"
              icon={<Download />}
              disabled={flow.isImporting || flow.checking !== undefined}
              onClick={flow.saveRefused}
            >
              {saveRefusedLabel(refusedCount)}
            </Button>
          )
        }
      >
        {validCount > 0
          ? 'Importe já as linhas válidas. As recusadas você baixa com o motivo ao lado, corrige e importa depois.'
          : 'Nenhum cliente foi importado. Corrija na planilha as linhas abaixo e escolha o arquivo de novo.'}
      </Alert>
      <div className={styles.table}>
        <DataTable
          caption="Erros do arquivo"
          columns={ERROR_COLUMNS}
          rows={errors}
          rowKey={(error) => `${error.line} ${error.column} ${error.message}`}
        />
      </div>
      {errorCount > errors.length && (
        <p className={styles.more}>
          E mais {counted(errorCount - errors.length, 'erro', 'erros')}. Corrija estes primeiro.
        </p>
      )}
    </>
  );
}

/** What names a customer of the file. */
export const NAMING: Column<Omit<FileCustomer, 'isKnown'>>[] = [
  { header: 'Telefone', cell: ({ phone }) => <span className={styles.phone}>{formatPhone(phone)}</span> },
  { header: 'Nome', cell: ({ name }) => <span className={styles.text}>{name ?? '—'}</span> },
];

export const balanceColumn = (header: string): (typeof NAMING)[number] => ({
  header,
  align: 'end',
  cell: ({ balanceCents }) => (
    <span className={styles.phone}>{balanceCents > 0 ? formatCents(balanceCents) : '—'}</span>
  ),
});

const CUSTOMER_COLUMNS: Column<FileCustomer>[] = [
  ...NAMING,
  { header: 'Email', cell: ({ email }) => <span className={styles.text}>{email ?? '—'}</span> },
  balanceColumn('Saldo inicial'),
  {
    header: 'Situação',
    cell: ({ isKnown }) => (isKnown ? <Badge>Já é cliente</Badge> : <Badge tone="success">Novo</Badge>),
  },
];

/** Says how many customers are not in the table. */
export function FirstOf({ shown, count }: { shown: number; count: number }) {
  if (count <= shown) return null;
  return (
    <p className={styles.more}>
      Os primeiros {shown} de {counted(count, 'cliente', 'clientes')}.
    </p>
  );
}

function Outcome({ file, preview }: Pick<CheckedFile, 'file' | 'preview'>) {
  const { validCount, knownCount, creditCount, customers } = preview;
  const roundedCount = file.roundedCount + (preview.roundedCount ?? 0);
  return (
    <>
      <DefinitionList rows={importRows(preview)} />
      {creditCount > 0 && (
        <Alert tone="info" role="note">
          Os saldos entram como crédito de hoje e seguem a validade das suas configurações de cashback.
        </Alert>
      )}
      {roundedCount > 0 && (
        <Alert tone="info" role="note">
          {counted(roundedCount, 'valor tinha', 'valores tinham')} fração de centavo e{' '}
          {roundedCount === 1 ? 'foi arredondado' : 'foram arredondados'} para o centavo mais próximo.
        </Alert>
      )}
      {knownCount > 0 && (
        <Alert tone="info" role="note">
          De quem já é cliente, só o nome e o email que faltam são completados.
        </Alert>
      )}
      <div className={styles.table}>
        <DataTable
          caption="Clientes do arquivo"
          columns={CUSTOMER_COLUMNS}
          rows={customers}
          rowKey={({ phone }) => phone}
        />
      </div>
      <FirstOf shown={customers.length} count={validCount} />
    </>
  );
}
