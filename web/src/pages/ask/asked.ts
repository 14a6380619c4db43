import type { Sent } from '../../../../src/client/index.ts';

/** A question as it is sent. */
export type Asked = Sent<'ask'> & { readonly goal: string };
