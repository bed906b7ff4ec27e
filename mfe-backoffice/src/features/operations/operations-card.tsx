import type { ReactNode } from 'react';
import { Card, CardHeader } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { failureMessage } from '../../lib/failure-message.ts';
import { OperationRows, OperationRowsSkeleton } from './operation-row.tsx';

/** As much of a react-query answer as the card needs. */
interface Query {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface OperationsCardProps<Operation> {
  title: string;
  description: string;
  /** Undefined until they are there. */
  operations: readonly Operation[] | undefined;
  query: Query;
  loadingLabel: string;
  failure: string;
  empty: ReactNode;
  row: (operation: Operation) => ReactNode;
}

/** A card with the latest operations, in one of the four states. What was once there stays while it is asked again. */
export function OperationsCard<Operation>(props: OperationsCardProps<Operation>) {
  return (
    <Card flush>
      <CardHeader title={props.title} description={props.description} />
      <Content {...props} />
    </Card>
  );
}

function Content<Operation>(props: OperationsCardProps<Operation>) {
  const { operations, query, title, loadingLabel, failure, empty, row } = props;
  if (operations && operations.length === 0) return empty;
  if (operations) return <OperationRows label={title}>{operations.map(row)}</OperationRows>;
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
      <OperationRowsSkeleton />
    </ScreenState>
  );
}
