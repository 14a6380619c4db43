import { keepInBrowser, readOfBrowser } from '../../kept.ts';

/** An import that was begun in this browser and is not over: nothing else knows its id. */
export interface Begun {
  readonly id: string;
  readonly names: readonly string[];
  readonly isLookedAt: boolean;
  readonly at: string;
}

const nameOf = (account: string): string => `${account}.imports`;

/** The latest first. */
export const readBegun = (account: string): readonly Begun[] => readOfBrowser<Begun[]>(nameOf(account)) ?? [];

export const addBegun = (account: string, begun: Begun): boolean => keepInBrowser(nameOf(account), [begun, ...readBegun(account)]);

export function dropBegun(account: string, id: string): readonly Begun[] {
  const rest = readBegun(account).filter((one) => one.id !== id);
  keepInBrowser(nameOf(account), rest);
  return rest;
}

export const hrefOf = ({ id, isLookedAt }: Pick<Begun, 'id' | 'isLookedAt'>): string =>
  `/import?id=${encodeURIComponent(id)}${isLookedAt ? '&look=1' : ''}`;
