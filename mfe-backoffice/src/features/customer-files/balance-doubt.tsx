import type { CustomerImportPreview } from 'api/contract';
import type { DecimalMark } from 'domain/customer-import';
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

interface BalanceDoubtProps {
  doubted: DoubtedBalance[];
  flow: Pick<ImportFlow, 'checking' | 'readBalancesBy'>;
}

/** Asks how the file's balances are written, with some of them in both readings. */
export function BalanceDoubt({ doubted, flow }: BalanceDoubtProps) {
  return (
    <>
      <Alert tone="warning" title="Como estão escritos os saldos?">
        Neste arquivo o mesmo sinal pode separar os milhares ou os centavos. Escolha a coluna que está certa.
      </Alert>
      <div className={styles.table}>
        <DataTable
          caption="Saldos do arquivo nas duas leituras"
          columns={COLUMNS}
          rows={doubted}
          rowKey={({ text }) => text}
        />
      </div>
      <div className={styles.choices}>
        {(['comma', 'dot'] as const).map((mark) => (
          <Button
            key={mark}
            variant="secondary"
            disabled={flow.checking !== undefined}
            onClick={() => flow.readBalancesBy(mark)}
          >
            {LABELS[mark]}
          </Button>
        ))}
      </div>
    </>
  );
}
