import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

type Page = { next_cursor: string | null };

type PagesOptions<Answer extends Page, Row> = {
  key: readonly unknown[];
  /** Asks for the page after `cursor`; undefined is the first. */
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Answer>;
  rowsOf: (answer: Answer) => Row[];
  /** Milliseconds between two looks; false for none. */
  every?: number | false;
};

export type Pages<Answer, Row> = {
  rows: Row[];
  first: Answer | undefined;
  query: UseInfiniteQueryResult<InfiniteData<Answer>>;
};

/** A list that the server hands out in pages, as one list that grows by "Show more". */
export function usePages<Answer extends Page, Row>(options: PagesOptions<Answer, Row>): Pages<Answer, Row> {
  const { key, load, rowsOf, every = false } = options;
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: every,
    // Filters change the key: the old rows stay, dimmed, until the new ones are there.
    placeholderData: (previous) => previous,
  });
  const { data } = query;
  const rows = useMemo(() => data?.pages.flatMap(rowsOf) ?? [], [data, rowsOf]);
  return { rows, first: data?.pages[0], query };
}
