/// <reference path="./css-modules.d.ts" />
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import styles from './load-more.module.css';

interface LoadMoreProps {
  /** The part of an infinite query that is needed. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  /** Shown when the next page could not be loaded. */
  failure: string;
}

/** The button below a list that loads its next page; the rows shown stay when that fails. */
export function LoadMore({ list, failure }: LoadMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className={styles.more}>
      {list.isFetchNextPageError && <Alert tone="danger">{failure}</Alert>}
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
