import { formatDay, formatLastDay } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { UserRoundSearch, UserRoundX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import { DefinitionList } from 'ui/definition-list';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import styles from './customer-card.module.css';
import type { FoundCustomer } from './found-customer.ts';
import { StepMark } from './step-mark.tsx';
import type { Lookup } from './use-customer-lookup.ts';

interface CustomerCardProps {
  lookup: Lookup;
  onRetry: (phone: string) => void;
  /** The merchant's: days are its own. */
  timeZone: string;
}

/** Step 2: the customer and their balance. */
export function CustomerCard({ lookup, onRetry, timeZone }: CustomerCardProps) {
  return (
    <Card>
      <CardHeader title="Dados do Cliente" icon={<StepMark step={2} isDone={lookup.status === 'found'} />} />
      <Content lookup={lookup} onRetry={onRetry} timeZone={timeZone} />
    </Card>
  );
}

function Content({ lookup, onRetry, timeZone }: CustomerCardProps) {
  switch (lookup.status) {
    case 'none':
      return (
        <ScreenState
          state="empty"
          icon={<UserRoundSearch />}
          title="Nenhum cliente selecionado"
          description="Busque pelo telefone para ver o saldo."
        />
      );
    case 'searching':
      return (
        <ScreenState state="loading" label="Buscando cliente">
          <CustomerSkeleton />
        </ScreenState>
      );
    case 'failed':
      return <ScreenState state="failed" message={lookup.message} onRetry={() => onRetry(lookup.phone)} />;
    case 'absent':
      return (
        <ScreenState
          state="empty"
          icon={<UserRoundX />}
          title={lookup.message}
          description="Confira o número. Se é a primeira compra, gere o cashback deste cliente."
          action={
            <Link to="/cashback" className={buttonClassName({ variant: 'secondary' })}>
              Gerar Cashback
            </Link>
          }
        />
      );
    case 'found':
      return <Customer customer={lookup.customer} timeZone={timeZone} />;
  }
}

function Customer({ customer, timeZone }: { customer: FoundCustomer; timeZone: string }) {
  const maturing = customer.maturing.map(({ amountCents, availableAt }) => ({
    label: `A liberar em ${formatDay(availableAt, timeZone)}`,
    value: formatCents(amountCents),
  }));
  const expiring = customer.expiring.map(({ amountCents, expiresAt }) => ({
    label: `Vence em ${formatLastDay(expiresAt, timeZone)}`,
    value: formatCents(amountCents),
  }));
  return (
    <div className={styles.found}>
      <DefinitionList
        rows={[
          { label: 'Nome', value: customer.name ?? 'Não informado' },
          { label: 'Telefone', value: formatPhone(customer.phone) },
          { label: 'Total Acumulado', value: formatCents(customer.totalCashbackCents) },
          ...maturing,
          ...expiring,
          { label: 'Saldo Disponível', value: formatCents(customer.availableCents), strong: true },
        ]}
      />
      <Link
        to={`/customers/${customer.id}`}
        className={buttonClassName({ variant: 'secondary', block: true })}
      >
        Ver extrato
      </Link>
    </div>
  );
}

function CustomerSkeleton() {
  const rows = ['Nome', 'Telefone', 'Total Acumulado', 'Saldo Disponível'].map((label) => ({
    label,
    value: <Skeleton width="7rem" height="1.5rem" />,
  }));
  return <DefinitionList rows={rows} />;
}
