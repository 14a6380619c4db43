import { KEPT_PREFIX } from '../../me.ts';
import type { Draft } from './draft.ts';

interface Kept {
  readonly brief: string;
  readonly proposed: { readonly goal: string; readonly draft: Draft } | null;
}

const keyOf = (account: string): string => `${KEPT_PREFIX}${account}.create`;

/** What is typed and proposed outlives a reload: in the tab's own storage, until its person signs out. */
export function readProposal(account: string): Kept {
  const text = sessionStorage.getItem(keyOf(account));
  return text === null ? { brief: '', proposed: null } : (JSON.parse(text) as Kept);
}

export const keepProposal = (account: string, kept: Kept): void => sessionStorage.setItem(keyOf(account), JSON.stringify(kept));
