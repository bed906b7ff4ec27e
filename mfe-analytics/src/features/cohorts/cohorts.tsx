import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { Card, CardHeader } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { Answer } from '../../lib/answer.tsx';
import { SegmentedChoice } from '../../lib/segmented-choice.tsx';
import { COHORT_MEASURES, type CohortMeasure } from './cohort-measures.ts';
import { CohortTable } from './cohort-table.tsx';
import styles from './cohorts.module.css';
import { type Cohort, useCohorts } from './use-cohorts.ts';

/** Retention: a row for each month of first purchases. */
export function Cohorts() {
  const cohorts = useCohorts();
  return (
    <Answer
      query={cohorts}
      failure="Não foi possível carregar o retorno dos clientes"
      label="Carregando o retorno dos clientes"
      skeleton={<CohortsSkeleton />}
    >
      {(report) => <Returns cohorts={report.cohorts} />}
    </Answer>
  );
}

function Returns({ cohorts }: { cohorts: readonly Cohort[] }) {
  const [measure, setMeasure] = useState<CohortMeasure>('retention');
  return (
    <Card flush>
      <CardHeader
        {...LABELS}
        actions={
          cohorts.length > 0 && (
            <SegmentedChoice
              legend="O que a tabela mostra"
              labels={COHORT_MEASURES}
              value={measure}
              onChange={setMeasure}
            />
          )
        }
      />
      {cohorts.length > 0 ? <CohortTable cohorts={cohorts} measure={measure} /> : <NobodyYet />}
    </Card>
  );
}

function CohortsSkeleton() {
  return (
    <Card flush>
      <CardHeader {...LABELS} actions={<Skeleton width="16.5rem" height="2.75rem" />} />
      <div className={styles.skeleton}>
        {Array.from({ length: 8 }, (_, row) => (
          <Skeleton key={String(row)} height="2.25rem" />
        ))}
      </div>
    </Card>
  );
}

const LABELS = {
  title: 'Retorno por mês da primeira compra',
  description:
    'De cada 100 clientes novos do mês, quantos voltaram nos meses seguintes. O mês 0 é o da primeira compra; o mês atual ainda não terminou.',
};

function NobodyYet() {
  return (
    <ScreenState
      state="empty"
      icon={<CalendarDays />}
      title="Nenhuma primeira compra nos últimos 12 meses"
      description="Quem compra pela primeira vez entra aqui no mês da compra, e aparece de novo a cada mês em que volta."
    />
  );
}
