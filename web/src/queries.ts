import { QueryClient } from '@tanstack/react-query';

/**
 * What was read is kept while a page is looked at, and read again when its window comes back. The client retries by itself. Offline a call fails and
 * says so: one that waited would be made later, when its person has gone on.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
