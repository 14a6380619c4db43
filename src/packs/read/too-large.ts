/** V8 ends the process where the heap is full, or throws where one array, string or buffer cannot grow (Node 24 does so sooner than Node 20). */
export const isTooLarge = (error: unknown): error is RangeError =>
  error instanceof RangeError && /^Invalid (typed )?(array|string) length|allocation failed/.test(error.message);
