import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { failureMessage } from './failure-message.ts';
import styles from './load-more.module.css';

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
    <div className={styles.more}>
      {list.isFetchNextPageError && <Alert tone="danger">{failureMessage(list.error, failure)}</Alert>}
      <Button
        variant="secondary"
        pending={list.isFetchingNextPage}
        pendingLabel="Carregando..."
        onClick={() => list.fetchNextPage()}
      >
        Carregar mais
      </Button>
    </div>
  );
}
