import type { CustomerImportPreview } from 'api/contract';
import { DECIMAL_MARKS, type DecimalMark } from 'domain/customer-import';
import { formatCents } from 'domain/money';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { type Column, DataTable } from 'ui/data-table';
import styles from './import-preview.module.css';
import type { ImportFlow } from './use-import-flow.ts';

type DoubtedBalance = NonNullable<CustomerImportPreview['doubtedBalances']>[number];

const LABELS: Record<DecimalMark, string> = { comma: 'Vírgula nos centavos', dot: 'Ponto nos centavos' };

const amount = (cents: number | null) => (
  <span className={styles.phone}>{cents === null ? 'Não é um valor' : formatCents(cents)}</span>
);

const COLUMNS: Column<DoubtedBalance>[] = [
  { header: 'No arquivo', cell: ({ text }) => <span className={styles.text}>{text}</span> },
  { header: LABELS.comma, align: 'end', cell: ({ commaCents }) => amount(commaCents) },
  { header: LABELS.dot, align: 'end', cell: ({ dotCents }) => amount(dotCents) },
];

/** Shows some of the file's balances in both readings; `BalanceChoices` takes the answer. */
export function BalanceDoubt({ doubted }: { doubted: DoubtedBalance[] }) {
  return (
    <>
      <Alert tone="warning" title="Como estão escritos os saldos?">
        Neste arquivo o mesmo sinal pode separar os milhares ou os centavos. Qual das leituras está certa?
      </Alert>
      <div className={styles.table}>
        <DataTable
          caption="Saldos do arquivo nas duas leituras"
          columns={COLUMNS}
          rows={doubted}
          rowKey={({ text }) => text}
        />
      </div>
    </>
  );
}

/** For the dialog's footer, where they are in view on a phone too. */
export function BalanceChoices({ flow }: { flow: Pick<ImportFlow, 'checking' | 'answer'> }) {
  return DECIMAL_MARKS.map((mark) => (
    <Button
      key={mark}
      disabled={flow.checking !== undefined}
      onClick={() => flow.answer({ decimalMark: mark })}
    >
      {LABELS[mark]}
    </Button>
  ));
}
