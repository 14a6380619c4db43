import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallOptions } from '../../../src/client/index.ts';
import { ErrorNote } from './error-note.tsx';

type PageInput = { cursor?: string };
type List<Item> = UseInfiniteQueryResult<Item[]>;

/** A list of the API, a page at a time; nothing is asked for while it is not `enabled`. */
export function useList<Item>(
  key: readonly unknown[],
  read: (page: PageInput, options: CallOptions) => Promise<Item[]>,
  enabled = true,
): List<Item> {
  return useInfiniteQuery({
    enabled,
    queryKey: key,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      let next: string | null = null;
      const onNextCursor = (cursor: string | null) => {
        next = cursor;
      };
      const items = await read(pageParam === null ? {} : { cursor: pageParam }, { signal, onNextCursor });
      return { items, next: next as string | null };
    },
    getNextPageParam: (last) => last.next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}

interface ListedProps<Item> {
  readonly list: List<Item>;
  /** What is listed, in the plural. */
  readonly noun: string;
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list in each of its states: on its way, failed, empty, there, with more to come. */
export function Listed<Item>({ list, noun, empty, children }: ListedProps<Item>) {
  if (list.isPending)
    return (
      <p role="status" className="loading">
        Loading {noun}…
      </p>
    );
  if (list.data === undefined) return <ErrorNote error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      {list.error ? <ErrorNote error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data.length === 0 ? <div className="empty">{empty}</div> : children(list.data)}
      {list.hasNextPage ? (
        <button type="button" className="more" aria-disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage ? 'Loading…' : `Show more ${noun}`}
        </button>
      ) : null}
    </>
  );
}
