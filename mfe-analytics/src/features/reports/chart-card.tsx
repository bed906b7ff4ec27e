import { ChartLine, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { VisuallyHidden } from 'ui/visually-hidden';
import styles from './chart-card.module.css';
import { CHART_HEIGHT, type ChartPoint } from './chart-points.ts';
import type { ChartsState } from './use-charts.ts';

/** The data of the charts, and the component that draws it. */
export interface Course {
  points: readonly ChartPoint[];
  charts: ChartsState;
}

type Charts = Extract<ChartsState, { status: 'here' }>['charts'];

interface ChartCardProps {
  title: string;
  description: string;
  /** Undefined while the numbers are on their way: the card is as large as it will be. */
  course: Course | undefined;
  className?: string | undefined;
  /** Above the drawing. */
  legend?: ReactNode;
  /** A text alternative of the drawing. */
  summary: (points: readonly ChartPoint[]) => string;
  draw: (charts: Charts, points: readonly ChartPoint[], descriptionId: string) => ReactNode;
  table: (points: readonly ChartPoint[]) => ReactNode;
}

/** A chart that can be read as a table too. */
export function ChartCard(props: ChartCardProps) {
  const { title, description, course, className, legend } = props;
  const [isTable, setIsTable] = useState(false);
  return (
    <Card className={className} role="group" aria-label={title}>
      <CardHeader
        title={title}
        description={isTable ? 'Os mesmos números, com o total no fim.' : description}
        actions={
          <Button
            variant="secondary"
            icon={isTable ? <ChartLine /> : <Table2 />}
            disabled={!course}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? 'Ver como gráfico' : 'Ver como tabela'}
          </Button>
        }
      />
      {isTable && course ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls this region
        <section className={styles.table} aria-label={`${title}: tabela`} tabIndex={0}>
          {props.table(course.points)}
        </section>
      ) : (
        <>
          {legend}
          <div className={styles.drawing}>
            {course ? <Drawing {...props} course={course} /> : <ChartSkeleton />}
          </div>
        </>
      )}
    </Card>
  );
}

function Drawing({ title, course: { points, charts }, summary, draw }: ChartCardProps & { course: Course }) {
  const descriptionId = useId();
  if (charts.status === 'loading') {
    return (
      <ScreenState state="loading" label={`Carregando gráfico: ${title}`}>
        <ChartSkeleton />
      </ScreenState>
    );
  }
  if (charts.status === 'failed') {
    return (
      <ScreenState
        state="failed"
        message="O gráfico não pôde ser carregado. Os números estão na tabela."
        onRetry={charts.retry}
        retrying={charts.isRetrying}
      />
    );
  }
  return (
    <>
      <p id={descriptionId}>
        <VisuallyHidden>{summary(points)}</VisuallyHidden>
      </p>
      {draw(charts.charts, points, descriptionId)}
    </>
  );
}

function ChartSkeleton() {
  return <Skeleton height={CHART_HEIGHT} radius="var(--radius-md)" />;
}
