import type { Draft } from '../draft.ts';

/** The words that speak against a draft being what the brief, in lower case, means, or null. */
export type Doubt = (draft: Draft, brief: string) => string | null;
