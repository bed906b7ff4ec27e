import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';

type QueryOptions<Page, Cursor, Data> = UseInfiniteQueryOptions<
  Page,
  Error,
  Data,
  QueryKey,
  Cursor | undefined
>;

interface PagesOptions<Page, Cursor, Data>
  extends Pick<QueryOptions<Page, Cursor, Data>, 'placeholderData' | 'refetchInterval'> {
  queryKey: QueryKey;
  /** Reads the page at `cursor`; undefined stands for the first. */
  readPage: (cursor: Cursor | undefined, signal: AbortSignal) => Promise<Page>;
  /** The cursor of the page after this one; null or undefined after the last. */
  nextOf: (page: Page) => Cursor | null | undefined;
  select: (pages: Page[]) => Data;
}

/**
 * A list read page by page; `ui/load-more` asks for the next one. tRPC's own infinite query would require the
 * input's field to be named 'cursor'.
 */
export function usePages<Page, Cursor, Data>({
  readPage,
  nextOf,
  select,
  ...options
}: PagesOptions<Page, Cursor, Data>) {
  return useInfiniteQuery<Page, Error, Data, QueryKey, Cursor | undefined>({
    ...options,
    queryFn: ({ pageParam, signal }) => readPage(pageParam as Cursor | undefined, signal),
    initialPageParam: undefined,
    getNextPageParam: nextOf,
    select: ({ pages }: InfiniteData<Page, Cursor | undefined>) => select(pages),
    staleTime: 0,
  });
}
