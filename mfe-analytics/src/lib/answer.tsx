import { errorMessage } from 'federation/error-message';
import type { ReactNode } from 'react';
import { ScreenState } from 'ui/screen-state';

interface AnswerProps<Data> {
  /** As much of a query as is needed. */
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Shown when the query failed and the server has no message. */
  failure: string;
  /** The loading label for screen readers: 'Carregando segmentos'. */
  label: string;
  /** As large as the content to come. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A query's data, its skeleton while loading, or its failure. */
export function Answer<Data>({ query, failure, label, skeleton, children }: AnswerProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error && !query.isFetching) {
    return (
      <ScreenState
        state="failed"
        message={errorMessage(query.error, failure)}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <ScreenState state="loading" label={label}>
      {skeleton}
    </ScreenState>
  );
}
