import { errorMessage } from 'federation/error-message';
import type { ReactNode } from 'react';
import { ScreenState } from 'ui/screen-state';

interface AnswerProps<Data> {
  /** As much of a query as is needed. */
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  /** What is said where it failed and the server has no message. */
  failure: string;
  /** What is on its way, for screen readers: 'Carregando segmentos'. */
  label: string;
  /** Of the size of what is coming. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What a query answered, what stands in for it until then, or that it failed. */
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
