import type { Period } from 'domain/report-periods';
import { roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { Megaphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, CardHeader } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { Answer } from '../../lib/answer.tsx';
import { formatCount } from '../../lib/number-formats.ts';
import { Outdated } from '../../lib/outdated.tsx';
import styles from './spend-card.module.css';
import { SpendEntries } from './spend-entries.tsx';
import { SpendForm } from './spend-form.tsx';
import type { SpendQuery } from './use-spend.ts';

interface SpendCardProps {
  query: SpendQuery;
  period: Period;
  /** The day it is where the merchant is. */
  today: string;
}

/** The period's investments in marketing, and the form of another one for roles that may add it. */
export function SpendCard({ query, period, today }: SpendCardProps) {
  const mayWrite = roleMay(useStaffSession().employee.role, 'spend.write');
  return (
    <Frame>
      {mayWrite && <SpendForm period={period} today={today} />}
      <Entries query={query} mayWrite={mayWrite} />
    </Frame>
  );
}

/** The same size, for the loading state. */
export function SpendSkeleton() {
  const mayWrite = roleMay(useStaffSession().employee.role, 'spend.write');
  return (
    <Frame>
      {mayWrite && (
        <div className={styles.formSkeleton}>
          <Skeleton height="100%" />
        </div>
      )}
      <HeadingSkeleton />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Card flush>
      <CardHeader
        title="Investimento em marketing"
        description="Anúncios, panfletos, brindes: o que foi gasto para atrair clientes"
      />
      {children}
    </Card>
  );
}

function Entries({ query, mayWrite }: { query: SpendQuery; mayWrite: boolean }) {
  return (
    <Answer
      query={query}
      label="Carregando investimentos"
      failure="Não foi possível carregar os investimentos"
      skeleton={<HeadingSkeleton />}
    >
      {(spend) => (
        <Outdated isOutdated={query.isPlaceholderData}>
          <div>
            <h3 className={styles.heading}>
              Lançamentos no período <span className={styles.count}>{formatCount(spend.count)}</span>
            </h3>
            {spend.count === 0 ? (
              <NothingInvested mayWrite={mayWrite} />
            ) : (
              <SpendEntries spend={spend} mayWrite={mayWrite} />
            )}
          </div>
        </Outdated>
      )}
    </Answer>
  );
}

function HeadingSkeleton() {
  return (
    <div className={styles.heading}>
      <Skeleton width="11rem" height="1.5em" />
    </div>
  );
}

function NothingInvested({ mayWrite }: { mayWrite: boolean }) {
  return (
    <ScreenState
      state="empty"
      icon={<Megaphone />}
      title="Nenhum investimento no período"
      description={
        mayWrite
          ? 'Adicione o que foi gasto para saber quanto custa cada cliente novo.'
          : 'Gerentes e administradores registram aqui o que foi gasto.'
      }
    />
  );
}
