import { errorMessage } from 'federation/error-message';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';

interface LoadMoreProps {
  /** The part of an infinite query that is needed. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
  /** What is said where the next page could not be had and the server has no sentence. */
  failure: string;
}

/** The way to the next page below a list; what is shown stays where that fails. */
export function LoadMore({ list, failure }: LoadMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <>
      {list.isFetchNextPageError && <Alert tone="danger">{errorMessage(list.error, failure)}</Alert>}
      <Button
        variant="secondary"
        pending={list.isFetchingNextPage}
        pendingLabel="Carregando..."
        onClick={() => list.fetchNextPage()}
      >
        Carregar mais
      </Button>
    </>
  );
}
