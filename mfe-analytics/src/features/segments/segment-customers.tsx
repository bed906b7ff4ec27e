import { SEGMENT_LABELS, VALUE_LABELS, VALUES, type Value } from 'domain/segments';
import { errorMessage } from 'federation/error-message';
import { UserRoundSearch, X } from 'lucide-react';
import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { Button, buttonClassName } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import { LoadMore } from 'ui/load-more';
import { ScreenState } from 'ui/screen-state';
import { SelectField } from 'ui/select-field';
import { Answer } from '../../lib/answer.tsx';
import { ExportMenu } from '../../lib/export-menu.tsx';
import { segmentFiles } from '../../lib/exported-files.ts';
import { formatCount } from '../../lib/number-formats.ts';
import { TableSkeleton } from '../../lib/table-skeleton.tsx';
import { CUSTOMER_COLUMNS, SegmentCustomersTable } from './segment-customers-table.tsx';
import styles from './segments.module.css';
import { CUSTOMERS_PER_PAGE, useSegmentCustomers } from './use-segment-customers.ts';
import type { SegmentTotals } from './use-segments.ts';

const FAILURE = 'Não foi possível carregar os clientes';
const VALUE_OPTIONS = [
  { value: '', label: 'Todos os valores' },
  ...VALUES.map((value) => ({ value, label: VALUE_LABELS[value].label })),
];

interface SegmentCustomersProps {
  totals: SegmentTotals;
  value: Value | undefined;
  onValue: (value: Value | undefined) => void;
  /** The address without a segment. */
  closeSearch: string;
  ref: RefObject<HTMLElement | null>;
}

/** The customers behind a segment's numbers, all of them or those of one value. */
export function SegmentCustomers({ totals, value, onValue, closeSearch, ref }: SegmentCustomersProps) {
  const { segment } = totals;
  const { label, description } = SEGMENT_LABELS[segment];
  const customers = useSegmentCustomers(segment, value);
  const expected = totals.byValue.find((each) => each.value === value)?.customers ?? totals.customers;
  const title = `Clientes: ${label}`;
  return (
    <section ref={ref} tabIndex={-1} aria-label={title} className={styles.list}>
      <Card flush>
        <CardHeader
          level={3}
          title={title}
          description={value ? `${description} ${VALUE_LABELS[value].description}` : description}
          actions={
            <div className={styles.controls}>
              <SelectField
                label="Valor"
                className={styles.filter}
                value={value ?? ''}
                onChange={({ target }) => onValue(VALUES.find((each) => each === target.value))}
                options={VALUE_OPTIONS}
              />
              <ExportMenu files={segmentFiles(label, { segment, ...(value && { value }) })} />
              <Link to={{ search: closeSearch }} className={buttonClassName({ variant: 'ghost' })}>
                <X aria-hidden="true" />
                Fechar lista
              </Link>
            </div>
          }
        />
        <Answer
          query={customers}
          failure={FAILURE}
          label="Carregando clientes"
          skeleton={
            <TableSkeleton
              columns={CUSTOMER_COLUMNS}
              rows={Math.max(1, Math.min(expected, CUSTOMERS_PER_PAGE))}
            />
          }
        >
          {(rows) =>
            rows.length > 0 ? (
              <SegmentCustomersTable caption={title} customers={rows} />
            ) : (
              <Nobody value={value} onAll={() => onValue(undefined)} />
            )
          }
        </Answer>
      </Card>
      <div className={styles.foot}>
        <p role="status" className={styles.shown}>
          {customers.data && shownMessage(customers.data.length, customers.hasNextPage)}
        </p>
        <LoadMore list={customers} failure={errorMessage(customers.error, FAILURE)} />
      </div>
    </section>
  );
}

function Nobody({ value, onAll }: { value: Value | undefined; onAll: () => void }) {
  return (
    <ScreenState
      state="empty"
      icon={<UserRoundSearch />}
      title={value ? 'Nenhum cliente deste valor neste segmento' : 'Nenhum cliente neste segmento hoje'}
      description="Os grupos mudam sozinhos, a cada venda e a cada dia."
      action={
        value && (
          <Button variant="secondary" onClick={onAll}>
            Ver todos os valores
          </Button>
        )
      }
    />
  );
}

function shownMessage(shown: number, hasMore: boolean): string {
  if (hasMore) return `Mostrando os primeiros ${formatCount(shown)} clientes`;
  return shown === 1 ? '1 cliente' : `${formatCount(shown)} clientes`;
}
