import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ResultSet, Sent } from '../../../../src/client/index.ts';
import { client } from '../../client.ts';

/** As many as a page holds; a file has more. */
export const ROWS_MAX = 100_000;
/** So often it is said how many have come. */
const TOLD_EVERY = 2_000;

/** The rows of a statement past the first ones, loaded when asked for. */
export function useAllRows(result: ResultSet, statement: Sent<'run'> | null) {
  const [loaded, setLoaded] = useState(0);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async (run: Sent<'run'>): Promise<ResultSet> => {
      const control = new AbortController();
      running.current = control;
      const stream = await client.runRows(run, 'ndjson', { signal: control.signal });
      if (!('rows' in stream)) throw new TypeError('The statement gave no rows.');
      const rows: Record<string, unknown>[] = [];
      for await (const row of stream.rows()) {
        // Leaving the loop ends the stream.
        if (rows.length === ROWS_MAX) return { ...result, data: rows, rowCount: rows.length, truncated: true };
        rows.push(row);
        if (rows.length % TOLD_EVERY === 0) setLoaded(rows.length);
      }
      return { ...result, data: rows, rowCount: rows.length, truncated: false };
    },
  });
  return {
    shown: data ?? result,
    error,
    isLoading: isPending,
    loaded,
    load: data !== undefined || statement === null || !result.truncated ? null : () => mutate(statement),
    stop: () => running.current?.abort(),
  };
}
