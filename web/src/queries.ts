import { QueryClient } from '@tanstack/react-query';

/** What was read is kept while a page is looked at, and read again when its window comes back. The client retries by itself. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
});
