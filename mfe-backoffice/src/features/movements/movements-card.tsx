import { failureMessage } from 'federation/error-message';
import type { ReactNode } from 'react';
import { Card, CardHeader } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { MovementRows, MovementRowsSkeleton } from './movement-row.tsx';

/** As much of a react-query answer as the card needs. */
interface Query {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface MovementsCardProps<Movement> {
  title: string;
  description: string;
  /** Undefined until they are there. */
  movements: readonly Movement[] | undefined;
  query: Query;
  loadingLabel: string;
  failure: string;
  empty: ReactNode;
  row: (movement: Movement) => ReactNode;
}

/** A card with the latest movements, in one of the four states. Rows stay while they are refetched. */
export function MovementsCard<Movement>(props: MovementsCardProps<Movement>) {
  return (
    <Card flush>
      <CardHeader title={props.title} description={props.description} />
      <Content {...props} />
    </Card>
  );
}

function Content<Movement>(props: MovementsCardProps<Movement>) {
  const { movements, query, title, loadingLabel, failure, empty, row } = props;
  if (movements && movements.length === 0) return empty;
  if (movements) return <MovementRows label={title}>{movements.map(row)}</MovementRows>;
  if (query.error) {
    return (
      <ScreenState
        state="failed"
        message={failureMessage(query.error, failure)}
        onRetry={query.refetch}
        retrying={query.isFetching}
      />
    );
  }
  return (
    <ScreenState state="loading" label={loadingLabel}>
      <MovementRowsSkeleton />
    </ScreenState>
  );
}
